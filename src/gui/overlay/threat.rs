//! Threatened cells: hatched for all enemies of the asked combatant, dotted for the combatant under the pointer.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{MovePreview, Overlay, OverlayDrawings, OverlayParams, OverlaySettings, area};
use crate::battle::CombatantId;
use crate::ecs::CellGrid;
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::input::{Hovered, Selected};
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::{Game, reach};

/// Hatches the cells that enemies threaten.
pub fn threats(
    asked: Res<OpenPrompt>,
    shown: Res<OverlaySettings>,
    params: OverlayParams,
    grid: CellGrid,
    mut drawings: OverlayDrawings,
) {
    if !(asked.is_changed() || shown.is_changed() || params.has_changed()) {
        return;
    }
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    if let Some(side) = asked.who().filter(|_| shown.threats).and_then(|who| params.combatants.side(who)) {
        for enemy in params.present().filter(|data| data.combatant.side != side) {
            cells.extend(reach::threatened_cells(Game::new(params.battle.view(), params.book()), enemy.combatant.id));
        }
    }
    cells.retain(|cell| grid.is_walkable(*cell));
    let mut canvas = Canvas::new();
    for &cell in &cells {
        let polygon = params.layout.corners(cell);
        canvas.hatch(&polygon, Vec2::splat(std::f32::consts::FRAC_1_SQRT_2), 12.8, 2.4, theme::THREAT.with_alpha(0.5));
    }
    for (from, to) in area::border(&params.layout, &cells) {
        canvas.line(from, to, 2.4, theme::THREAT.with_alpha(0.9));
    }
    drawings.draw(Overlay::Threat, canvas);
}

/// Dots the cells threatened by the combatant under the pointer, by the planned move, or by the selected combatant.
pub fn unit_threat(
    hovered: Res<Hovered>,
    selected: Res<Selected>,
    preview: Res<MovePreview>,
    (params, grid): (OverlayParams, CellGrid),
    mut drawings: OverlayDrawings,
) {
    if !(hovered.is_changed() || selected.is_changed() || preview.is_changed() || params.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let known = |who: &CombatantId| params.combatants.get(*who).is_some() && params.fog.knows(*who);
    let of = |who: CombatantId| reach::threatened_cells(Game::new(params.battle.view(), params.book()), who);
    let ahead = preview.0.as_ref().map(|planned| planned.threatened.clone());
    let cells = hovered.who.filter(known).map(of).or(ahead).or_else(|| selected.0.filter(known).map(of));
    let mut cells: BTreeSet<Cell> = cells.into_iter().flatten().collect();
    cells.retain(|cell| grid.is_walkable(*cell));
    for &cell in &cells {
        let middle = params.layout.centre(cell);
        for offset in [(-16.0, 16.0), (16.0, 16.0), (0.0, 0.0), (-16.0, -16.0), (16.0, -16.0)] {
            canvas.disc(middle + Vec2::from(offset), 2.2, theme::UNIT_THREAT.with_alpha(0.8));
        }
    }
    for (from, to) in area::border(&params.layout, &cells) {
        canvas.dashed(from, to, 3.0, (4.0, 4.0), theme::UNIT_THREAT);
    }
    drawings.draw(Overlay::UnitThreat, canvas);
}
