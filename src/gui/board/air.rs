//! What is drawn over the terrain: darkness, light, fog, spell zones, currents and deep water.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{CELL, Floor, Layout};
use crate::battle::{Field, LightFrom, View};
use crate::content::policy::{Rulebook, Wildness};
use crate::content::zone::ZoneKind;
use crate::ecs::ShownBattle;
use crate::grid::{Cell, Deep, Direction};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::overlay::area;
use crate::gui::session::Session;
use crate::gui::theme::{self, layer};
use crate::mechanics::sight;

/// The drawing of darkness and fog.
#[derive(Component)]
#[require(Floor)]
pub struct Air;

/// The state that is drawn.
#[derive(Default, PartialEq)]
pub struct AirState {
    revision: Option<u32>,
    dark: BTreeSet<Cell>,
    lamps: Vec<(i32, i32)>,
    fog: BTreeSet<Cell>,
    /// Spell zones, oldest first.
    laid: Vec<(ZoneKind, BTreeSet<Cell>)>,
}

/// Redraws when a light, fog, a zone or water has changed.
pub fn draw(
    mut commands: Commands,
    snapshot: Res<ShownBattle>,
    layout: Res<Layout>,
    session: Option<Res<Session>>,
    old: Query<Entity, With<Air>>,
    mut assets: DrawingAssets,
    mut shown: Local<AirState>,
) {
    let Some(session) = session else { return };
    if !snapshot.is_changed() && !old.is_empty() {
        return;
    }
    let seen = current_state(snapshot.view(), session.rules().book(), &layout);
    if *shown == seen && !old.is_empty() {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let field = &snapshot.field;
    let mut wet = Canvas::new();
    water(&mut wet, &layout, field);
    commands.spawn((Air, assets.drawing(wet, layer::EDGES + 0.2)));
    let mut canvas = Canvas::new();
    shade(&mut canvas, &layout, field, &seen);
    commands.spawn((Air, assets.drawing(canvas, layer::AIR)));
    *shown = seen;
}

fn current_state(view: View<'_>, book: Rulebook<'_>, layout: &Layout) -> AirState {
    let (field, board) = (view.field(), view.board());
    let dark = board.cells().filter(|cell| field.dark && !sight::is_lit(view, book, *cell)).collect();
    let lamps = lamps(view, layout).into_iter().map(|at| (at.x as i32, at.y as i32)).collect();
    let fog = board.cells().filter(|cell| view.is_foggy(*cell)).collect();
    let laid = view.zones().map(|(_, zone)| (zone.does, zone.cells.iter().copied().collect())).collect();
    AirState { revision: Some(field.revision), dark, lamps, fog, laid }
}

/// Positions of the lights. A carried lamp is drawn at its bearer.
fn lamps(view: View<'_>, layout: &Layout) -> Vec<Vec2> {
    let lights = view.field().lights.iter().filter(|_| view.field().dark);
    let place = |from: LightFrom| match from {
        LightFrom::Cell(cell) => layout.centre(cell),
        LightFrom::Bearer(who) => layout.middle(view.footprint(who)),
    };
    lights.map(|light| place(light.from)).collect()
}

fn shade(canvas: &mut Canvas, layout: &Layout, field: &Field, seen: &AirState) {
    for &cell in &seen.dark {
        canvas.fill(&layout.corners(cell), theme::DARKNESS);
    }
    if field.dark {
        for cell in field.board.cells().filter(|cell| !seen.dark.contains(cell)) {
            canvas.fill(&layout.corners(cell), theme::LAMPLIGHT.with_alpha(0.10));
        }
    }
    for &(x, y) in &seen.lamps {
        let at = Vec2::new(x as f32, y as f32);
        for (radius, strength) in [(54.0, 0.10), (36.0, 0.14), (20.0, 0.2)] {
            canvas.disc(at, radius, theme::LAMPLIGHT.with_alpha(strength));
        }
        flame(canvas, at + Vec2::new(0.0, 4.0));
    }
    for &cell in &seen.fog {
        canvas.fill(&layout.corners(cell), theme::FOG.with_alpha(0.42));
    }
    for &cell in &seen.fog {
        wisps(canvas, layout.centre(cell));
    }
    for (what, cells) in &seen.laid {
        spell_zone(canvas, layout, *what, cells);
    }
}

/// Draws the border of a spell zone. An illusion shows its illusory bricks as well.
fn spell_zone(canvas: &mut Canvas, layout: &Layout, what: ZoneKind, cells: &BTreeSet<Cell>) {
    for (from, to) in area::border(layout, cells) {
        canvas.dashed(from, to, 2.2, (7.0, 5.0), theme::SPELL.with_alpha(0.9));
    }
    if what == ZoneKind::Illusion {
        for &cell in cells {
            canvas.fill(&layout.corners(cell), theme::SPELL.with_alpha(0.18));
            bricks(canvas, layout.centre(cell));
        }
    }
}

fn bricks(canvas: &mut Canvas, at: Vec2) {
    let half = CELL * 0.38;
    let stroke = |canvas: &mut Canvas, from: Vec2, to: Vec2| {
        canvas.dashed(at + from, at + to, 2.0, (5.0, 4.0), theme::SPELL.with_alpha(0.85));
    };
    for row in [-0.5_f32, 0.0, 0.5] {
        stroke(canvas, Vec2::new(-half, row * half), Vec2::new(half, row * half));
    }
    for (row, shift) in [(-0.5_f32, 0.4_f32), (0.0, -0.3), (0.5, 0.4)] {
        stroke(canvas, Vec2::new(shift * half, row * half), Vec2::new(shift * half, (row + 0.5) * half));
    }
}

fn flame(canvas: &mut Canvas, at: Vec2) {
    let tongue = |size: f32| {
        [(0.0, 13.0), (6.0, 2.0), (4.0, -5.0), (0.0, -7.0), (-4.0, -5.0), (-6.0, 2.0)]
            .map(|(x, y)| at + Vec2::new(x, y) * size)
    };
    canvas.fill(&tongue(1.25), theme::INK.with_alpha(0.8));
    canvas.fill(&tongue(1.0), theme::LAMPLIGHT);
    canvas.fill(&tongue(0.5), Color::WHITE);
}

/// Curls that distinguish fog from lighter ground without relying on colour.
fn wisps(canvas: &mut Canvas, at: Vec2) {
    for (x, y, radius) in [(-15.0, 12.0, 11.0), (12.0, 3.0, 13.0), (-9.0, -14.0, 10.0)] {
        let middle = at + Vec2::new(x, y);
        let arc: Vec<Vec2> = (0..=8_u8)
            .map(|step| middle + Vec2::from_angle(0.5 + f32::from(step) * 0.34) * radius * Vec2::new(1.25, 0.7))
            .collect();
        canvas.polyline(&arc, 3.0, theme::FOG.with_alpha(0.75));
    }
}

/// Waves on deep water, and arrows along currents: more arrows for faster water.
fn water(canvas: &mut Canvas, layout: &Layout, field: &Field) {
    for cell in field.board.cells().filter(|cell| field.board.terrain(*cell).deep == Some(Deep::Water)) {
        canvas.fill(&layout.corners(cell), theme::DEEP.with_alpha(0.28));
    }
    for current in &field.currents {
        let (at, way) = (layout.centre(current.cell), layout.heading(Direction(current.way)));
        let arrows = match current.feet {
            0 => 0,
            1..=15 => 1,
            16..=30 => 2,
            _ => 3,
        };
        let colour = if current.water == Wildness::Calm { theme::REACH_NOW } else { Color::WHITE };
        for arrow in 0..arrows {
            let tip = at + way * ((arrow as f32 - (arrows as f32 - 1.0) / 2.0) * 13.0 + 6.0);
            let across = way.perp() * 8.0;
            let back = tip - way * 9.0;
            canvas.polyline(&[back + across, tip, back - across], 2.6, colour.with_alpha(0.7));
        }
        if current.water != Wildness::Calm {
            let crest = way.perp() * (CELL * 0.34);
            canvas.dashed(
                at - crest - way * 20.0,
                at + crest - way * 20.0,
                2.6,
                (5.0, 4.0),
                Color::WHITE.with_alpha(0.6),
            );
        }
    }
}
