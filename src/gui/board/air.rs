//! Drawings over the terrain: darkness, light, fog, spell zones, currents and deep water.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{CELL, Floor, Layout};
use crate::battle::SpellZone;
use crate::content::{Wildness, ZoneKind};
use crate::ecs::{CellDataItem, CellFog, CellGrid, CellLight, CellTerrain, LastingSpell, LightSource, WaterCurrent};
use crate::grid::{Cell, Deep, Direction};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::overlay::area_border;
use crate::gui::theme::{self, layer};

#[derive(Component)]
#[require(Floor)]
pub struct Air;

/// Redraws when a light, fog, a zone or water has changed.
pub fn draw(
    mut commands: Commands,
    mut assets: DrawingAssets,
    (grid, layout): (CellGrid, Res<Layout>),
    (spells, lights): (Query<&LastingSpell>, Query<&LightSource>),
    cell: Query<(), Or<(Changed<CellTerrain>, Changed<CellFog>, Changed<CellLight>)>>,
    (spell, light): (Query<(), Changed<LastingSpell>>, Query<(), Changed<LightSource>>),
    (mut ended, mut gone): (RemovedComponents<LastingSpell>, RemovedComponents<LightSource>),
    old: Query<Entity, With<Air>>,
) {
    let removed = ended.read().count() + gone.read().count() > 0;
    if cell.is_empty() && spell.is_empty() && light.is_empty() && !removed {
        return;
    }
    old.iter().for_each(|old| commands.entity(old).despawn());
    let mut wet = Canvas::new();
    water(&mut wet, &layout, &grid);
    commands.spawn((Air, assets.drawing(wet, layer::EDGES + 0.2)));
    let mut canvas = Canvas::new();
    shade(&mut canvas, &layout, &grid, &lights);
    let mut laid: Vec<_> = spells.iter().filter_map(|spell| Some((spell.0.id, spell.0.zone.as_deref()?))).collect();
    laid.sort_unstable_by_key(|(id, _)| *id);
    for (_, zone) in laid {
        spell_zone(&mut canvas, &layout, zone);
    }
    commands.spawn((Air, assets.drawing(canvas, layer::AIR)));
}

fn shade(canvas: &mut Canvas, layout: &Layout, grid: &CellGrid, lights: &Query<&LightSource>) {
    let mut is_night = false;
    for cell in grid.iter() {
        let colour = match cell.light {
            CellLight::Daylight => continue,
            CellLight::Lit => theme::LAMPLIGHT.with_alpha(0.10),
            CellLight::Dark => theme::DARKNESS,
        };
        is_night = true;
        canvas.fill(&layout.corners(cell.position.0), colour);
    }
    for light in lights.iter().filter(|_| is_night) {
        let at = layout.middle(light.at);
        for (radius, strength) in [(54.0, 0.10), (36.0, 0.14), (20.0, 0.2)] {
            canvas.disc(at, radius, theme::LAMPLIGHT.with_alpha(strength));
        }
        flame(canvas, at + Vec2::new(0.0, 4.0));
    }
    let foggy = || grid.iter().filter(|cell| cell.fog.0).map(|cell| cell.position.0);
    foggy().for_each(|cell| canvas.fill(&layout.corners(cell), theme::FOG.with_alpha(0.42)));
    foggy().for_each(|cell| wisps(canvas, layout.centre(cell)));
}

/// Draws the border of a spell zone. An illusion shows its illusory bricks as well.
fn spell_zone(canvas: &mut Canvas, layout: &Layout, zone: &SpellZone) {
    let cells: BTreeSet<Cell> = zone.cells.iter().copied().collect();
    for (from, to) in area_border(layout, &cells) {
        canvas.dashed(from, to, 2.2, (7.0, 5.0), theme::SPELL.with_alpha(0.9));
    }
    if zone.does == ZoneKind::Illusion {
        for &cell in &zone.cells {
            canvas.fill(&layout.corners(cell), theme::SPELL.with_alpha(0.18));
            bricks(canvas, layout.centre(cell));
        }
    }
}

fn bricks(canvas: &mut Canvas, at: Vec2) {
    let half = CELL * 0.38;
    let mut stroke = |from: Vec2, to: Vec2| {
        canvas.dashed(at + from, at + to, 2.0, (5.0, 4.0), theme::SPELL.with_alpha(0.85));
    };
    for row in [-0.5_f32, 0.0, 0.5] {
        stroke(Vec2::new(-half, row * half), Vec2::new(half, row * half));
    }
    for (row, shift) in [(-0.5_f32, 0.4_f32), (0.0, -0.3), (0.5, 0.4)] {
        stroke(Vec2::new(shift * half, row * half), Vec2::new(shift * half, (row + 0.5) * half));
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
fn water(canvas: &mut Canvas, layout: &Layout, grid: &CellGrid) {
    let is_water = |cell: &CellDataItem| grid.kind(*cell.terrain).and_then(|kind| kind.deep) == Some(Deep::Water);
    for cell in grid.iter().filter(is_water) {
        canvas.fill(&layout.corners(cell.position.0), theme::DEEP.with_alpha(0.28));
    }
    for WaterCurrent(current) in grid.iter().filter_map(|cell| cell.current) {
        let (at, way) = (layout.centre(current.cell), layout.heading(Direction(current.way)));
        let arrows = current.speed.div_ceil(15).min(3);
        let colour = if current.water == Wildness::Calm { theme::REACH_NOW } else { Color::WHITE };
        for arrow in 0..arrows {
            let tip = at + way * ((f32::from(arrow) - (f32::from(arrows) - 1.0) / 2.0) * 13.0 + 6.0);
            let across = way.perp() * 8.0;
            let back = tip - way * 9.0;
            canvas.polyline(&[back + across, tip, back - across], 2.6, colour.with_alpha(0.7));
        }
        if current.water != Wildness::Calm {
            let crest = way.perp() * (CELL * 0.34);
            let ends = [at - crest - way * 20.0, at + crest - way * 20.0];
            canvas.dashed(ends[0], ends[1], 2.6, (5.0, 4.0), Color::WHITE.with_alpha(0.6));
        }
    }
}
