//! Zones of goals: outlined, with their names.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams, area};
use crate::content::goal::GoalZone;
use crate::grid::Cell;
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::theme;

/// Draws the zones when a battle begins or the board changes.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings, mut labels: OverlayLabels) {
    if !(params.session.is_added() || params.layout.is_changed()) {
        return;
    }
    let goals = params.session.opening.setup.sides.iter().flat_map(|party| &party.goals);
    let zones: BTreeMap<&str, &GoalZone> =
        goals.filter_map(|goal| goal.zone()).map(|zone| (&*zone.name, zone)).collect();
    let mut canvas = Canvas::new();
    for zone in zones.values() {
        let cells: BTreeSet<Cell> = zone.cells.iter().copied().collect();
        for (from, to) in area::border(&params.layout, &cells) {
            canvas.line(from, to, 5.0, theme::INK.with_alpha(0.55));
            canvas.dashed(from, to, 3.0, (11.0, 6.0), theme::GOAL);
        }
    }
    drawings.draw(Overlay::Zones, canvas);
    labels.set(Overlay::Zones, zones.values().filter_map(|zone| name(&params, zone)).collect());
}

/// The name of a zone above its northern edge.
fn name(params: &OverlayParams, zone: &GoalZone) -> Option<OverlayLabel> {
    let top = zone.cells.iter().map(|cell| cell.y).min()?;
    let row: Vec<Vec2> =
        zone.cells.iter().filter(|cell| cell.y == top).map(|cell| params.layout.centre(*cell)).collect();
    let middle = row.iter().sum::<Vec2>() / row.len() as f32;
    let at = middle + Vec2::new(0.0, CELL * 0.5);
    Some(OverlayLabel { at, words: format!(" {} ", zone.name), size: 17.0, colour: theme::GOAL })
}
