//! Drawings over the board that help a player decide: reachable cells, threats, lines of sight, flanking. The mechanics
//! decide; nothing here is a rule. This file draws the overlays that do not depend on the picked action: zones, threats,
//! flanks, hiding places; `choice` and `sight` draw the others. A new overlay is a variant of [`Overlay`], its layer in the
//! table below that enum, and a system that draws it.

mod choice;
mod declared;
mod drawings;
mod holds;
mod pushes;
mod sight;

pub use choice::ReachableCells;
pub use drawings::Overlay;
pub(crate) use drawings::{CalloutAnchor, Callouts, OverlaySettings, area_border, label_scale};
pub(crate) use sight::{MovePreview, PlannedMove};

use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::FRAC_1_SQRT_2;

use bevy::prelude::*;

use crate::battle::{CombatantId, Position};
use crate::content::GoalZone;
use crate::ecs::{CellGrid, Flanked, Roster, ShownBattle};
use crate::grid::Cell;
use crate::gui::board::{CELL, Layout};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::frame::FrameSystems;
use crate::gui::screens::Screen;
use crate::gui::session::Session;
use crate::gui::theme;
use crate::mechanics::reach;
use drawings::{OVERLAYS, OverlayDrawings, OverlayLabel, OverlayParams};

/// Draws all overlays of the battle screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<OverlaySettings>()
        .init_resource::<MovePreview>()
        .init_resource::<ReachableCells>()
        .init_resource::<Callouts>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (
                (zones, sight::gather_preview, choice::reach, threats, unit_threat, choice::draw),
                (choice::draw_path, sight::draw, sight::draw_preview, flanks, choice::targets, hiding, choice::spell),
                (holds::draw, pushes::draw, declared::draw),
                drawings::enlarge,
            )
                .chain()
                .in_set(FrameSystems::Overlays)
                .run_if(resource_exists::<Layout>)
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(OnExit(Screen::Battle), clear);
}

fn spawn(mut commands: Commands, mut assets: DrawingAssets) {
    for (overlay, layer) in OVERLAYS {
        commands.spawn((overlay, assets.drawing(Canvas::new(), layer)));
    }
}

fn clear(mut drawings: OverlayDrawings, mut callouts: ResMut<Callouts>) {
    *callouts = Callouts::default();
    for (overlay, _) in OVERLAYS {
        drawings.draw(overlay, Canvas::new());
        drawings.label(overlay, Vec::new());
    }
}

fn zones(params: OverlayParams, mut drawings: OverlayDrawings) {
    if !(params.session.is_added() || params.layout.is_changed()) {
        return;
    }
    let goals = params.session.opening.setup.sides.iter().flat_map(|party| &party.goals);
    let zones: BTreeMap<&str, &GoalZone> =
        goals.filter_map(|goal| goal.zone()).map(|zone| (&*zone.name, zone)).collect();
    let mut canvas = Canvas::new();
    for zone in zones.values() {
        let cells: BTreeSet<Cell> = zone.cells.iter().copied().collect();
        for (from, to) in area_border(&params.layout, &cells) {
            canvas.line(from, to, 5.0, theme::INK.with_alpha(0.55));
            canvas.dashed(from, to, 3.0, (11.0, 6.0), theme::GOAL);
        }
    }
    drawings.draw(Overlay::Zones, canvas);
    drawings.label(Overlay::Zones, zones.values().filter_map(|zone| zone_name(&params, zone)));
}

fn zone_name(params: &OverlayParams, zone: &GoalZone) -> Option<OverlayLabel> {
    let top = zone.cells.iter().map(|cell| cell.y).min()?;
    let row = zone.cells.iter().filter(|cell| cell.y == top);
    let row: Vec<Vec2> = row.map(|cell| params.layout.centre(*cell)).collect();
    let at = row.iter().sum::<Vec2>() / row.len() as f32 + Vec2::new(0.0, CELL * 0.5);
    Some(OverlayLabel { at, words: format!(" {} ", zone.name), size: 17.0, colour: theme::GOAL })
}

fn hiding(params: OverlayParams, mut drawings: OverlayDrawings) {
    if !params.has_changed() {
        return;
    }
    let (mut canvas, mut marks) = (Canvas::new(), Vec::new());
    for (who, seen) in params.fog.hiding().filter_map(|(who, seen)| Some((who, seen?))) {
        let (at, size) = (params.layout.middle(seen), f32::from(seen.across()));
        canvas.disc(at, 25.0 * size, theme::INK.with_alpha(0.55));
        canvas.ring(at, 25.0 * size, 2.5, theme::side(params.combatants.side(who).unwrap_or_default()));
        marks.push(OverlayLabel { at, words: "?".to_owned(), size: 34.0 * size, colour: theme::IVORY });
    }
    drawings.draw(Overlay::Hiding, canvas);
    drawings.label(Overlay::Hiding, marks);
}

fn threats(params: OverlayParams, grid: CellGrid, mut drawings: OverlayDrawings) {
    if !(params.asked.is_changed() || params.settings.is_changed() || params.has_changed()) {
        return;
    }
    let asked = params.asked.who().filter(|_| params.settings.threats);
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    if let Some(side) = asked.and_then(|who| params.combatants.side(who)) {
        for enemy in params.present().filter(|data| data.combatant.side != side) {
            cells.extend(reach::threatened_cells(params.game(), enemy.combatant.id));
        }
    }
    cells.retain(|cell| grid.is_walkable(*cell));
    let mut canvas = Canvas::new();
    for &cell in &cells {
        let polygon = params.layout.corners(cell);
        canvas.hatch(&polygon, Vec2::splat(FRAC_1_SQRT_2), 12.8, 2.4, theme::THREAT.with_alpha(0.5));
    }
    for (from, to) in area_border(&params.layout, &cells) {
        canvas.line(from, to, 2.4, theme::THREAT.with_alpha(0.9));
    }
    drawings.draw(Overlay::Threat, canvas);
}

/// Dots the cells threatened by the combatant under the pointer, by the planned move, or by the selected combatant.
fn unit_threat(preview: Res<MovePreview>, params: OverlayParams, grid: CellGrid, mut drawings: OverlayDrawings) {
    let (hovered, selected) = (&params.hovered, &params.selected);
    if !(hovered.is_changed() || selected.is_changed() || preview.is_changed() || params.has_changed()) {
        return;
    }
    let known = |who: &CombatantId| params.combatants.get(*who).is_some() && params.fog.knows(*who);
    let of = |who: CombatantId| reach::threatened_cells(params.game(), who);
    let ahead = preview.0.as_ref().map(|planned| planned.threatened.clone());
    let cells = hovered.who.filter(known).map(of).or(ahead).or_else(|| selected.0.filter(known).map(of));
    let mut cells: BTreeSet<Cell> = cells.into_iter().flatten().collect();
    cells.retain(|cell| grid.is_walkable(*cell));
    let mut canvas = Canvas::new();
    for &cell in &cells {
        let middle = params.layout.centre(cell);
        for offset in [(-16.0, 16.0), (16.0, 16.0), (0.0, 0.0), (-16.0, -16.0), (16.0, -16.0)] {
            canvas.disc(middle + Vec2::from(offset), 2.2, theme::UNIT_THREAT.with_alpha(0.8));
        }
    }
    for (from, to) in area_border(&params.layout, &cells) {
        canvas.dashed(from, to, 3.0, (4.0, 4.0), theme::UNIT_THREAT);
    }
    drawings.draw(Overlay::UnitThreat, canvas);
}

/// Draws a line through every combatant that is flanked, whenever one moves or begins or ceases to be flanked.
fn flanks(
    (settings, layout, roster): (Res<OverlaySettings>, Res<Layout>, Res<Roster>),
    stale: Query<(), Or<(Changed<Flanked>, Changed<Position>)>>,
    combatants: Query<(&Position, &Flanked)>,
    mut drawings: OverlayDrawings,
) {
    if !settings.is_changed() && !layout.is_changed() && stale.is_empty() {
        return;
    }
    let middle = |position: &Position| layout.middle(position.footprint());
    let place = |id| roster.entity(id).and_then(|entity| combatants.get(entity).ok()).map(|(place, _)| middle(place));
    let mut canvas = Canvas::new();
    for (position, flanked) in combatants.iter().filter(|_| settings.flanks) {
        let Some((a, b)) = flanked.0 else { continue };
        let to = middle(position);
        for end in [place(a), place(b)].into_iter().flatten() {
            canvas.line(end, to, 6.5, theme::INK.with_alpha(0.8));
            canvas.dashed(end, to, 3.5, (2.5, 4.0), theme::FLANK);
            let along = (to - end).normalize_or_zero();
            canvas.arrow_head(to - along * 26.0, along, 12.0, theme::FLANK);
        }
        canvas.ring(to, 30.0, 3.0, theme::FLANK);
    }
    drawings.draw(Overlay::Flank, canvas);
}
