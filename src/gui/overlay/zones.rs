//! Zones of goals, outlined and named, and question marks where hidden enemies were last seen.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;

use super::drawings::{OverlayDrawings, OverlayLabel, area_border};
use super::{Overlay, OverlayParams};
use crate::content::goal::GoalZone;
use crate::grid::Cell;
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::theme;

/// Draws the zones when a battle begins or the board changes.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings) {
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
    drawings.label(Overlay::Zones, zones.values().filter_map(|zone| name(&params, zone)));
}

/// The name of a zone above its northern edge.
fn name(params: &OverlayParams, zone: &GoalZone) -> Option<OverlayLabel> {
    let top = zone.cells.iter().map(|cell| cell.y).min()?;
    let row = zone.cells.iter().filter(|cell| cell.y == top);
    let row: Vec<Vec2> = row.map(|cell| params.layout.centre(*cell)).collect();
    let at = row.iter().sum::<Vec2>() / row.len() as f32 + Vec2::new(0.0, CELL * 0.5);
    Some(OverlayLabel { at, words: format!(" {} ", zone.name), size: 17.0, colour: theme::GOAL })
}

/// Draws the question marks.
pub fn hiding(params: OverlayParams, mut drawings: OverlayDrawings) {
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
