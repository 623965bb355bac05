//! The cell cursor: keys that point at cells in place of the mouse, so that the board can be played without one.

use bevy::prelude::*;

use super::pointer::{Hovered, PointerState};
use crate::battle::{Combatant, CombatantId};
use crate::ecs::Combatants;
use crate::grid::Cell;
use crate::gui::board::Layout;
use crate::gui::camera::Focus;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::known::FogOfWar;
use crate::gui::session::OpenPrompt;

/// The cell that keys point at; none while the mouse is used.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub struct CellCursor(pub Option<Cell>);

/// The steps of the cursor keys, in columns and rows.
pub const STEPS: [(KeyCommand, (i16, i16)); 4] = [
    (KeyCommand::CursorWest, (-1, 0)),
    (KeyCommand::CursorEast, (1, 0)),
    (KeyCommand::CursorNorth, (0, -1)),
    (KeyCommand::CursorSouth, (0, 1)),
];

/// Moves the cursor: from where it is, else from the pointed cell, else from the combatant that is asked. A movement of the mouse puts
/// it away.
pub fn move_cursor(
    keys: Keys,
    (layout, fog, asked): (Res<Layout>, Res<FogOfWar>, Res<OpenPrompt>),
    (pointer, hovered): (Res<PointerState>, Res<Hovered>),
    combatants: Combatants,
    mut cursor: ResMut<CellCursor>,
    mut focus: ResMut<Focus>,
) {
    if pointer.has_moved {
        cursor.set_if_neq(CellCursor(None));
    }
    let place = |who: CombatantId| combatants.footprint(who).map(|footprint| footprint.anchor);
    let actor = asked.who();
    let (columns, rows) = layout.size();
    let middle = Cell::new(columns as i16 / 2, rows as i16 / 2);
    let from = cursor.0.or(hovered.cell).or_else(|| actor.and_then(place)).unwrap_or(middle);
    let mut to = None;
    for (command, (x, y)) in STEPS {
        if keys.pressed(command) {
            let cell = to.unwrap_or(from).shifted(x, y);
            to = Some(Cell::new(cell.x.clamp(0, columns as i16 - 1), cell.y.clamp(0, rows as i16 - 1)));
        }
    }
    let back = keys.pressed(KeyCommand::PreviousTarget);
    if back || keys.pressed(KeyCommand::NextTarget) {
        let side = actor.and_then(|who| combatants.get(who)).map(|data| data.combatant.side);
        let is_enemy = |one: &Combatant| side.map_or(!fog.commands(one.side), |side| side != one.side);
        let seen = combatants.iter().filter(|data| !data.out_of_play.0 && fog.knows(data.combatant.id));
        let mut enemies: Vec<Cell> =
            seen.filter(|data| is_enemy(data.combatant)).filter_map(|data| place(data.combatant.id)).collect();
        let near = layout.centre(actor.and_then(place).unwrap_or(middle));
        enemies.sort_by(|a, b| layout.centre(*a).distance(near).total_cmp(&layout.centre(*b).distance(near)));
        if back {
            enemies.reverse();
        }
        let at = enemies.iter().position(|cell| *cell == from);
        to = enemies.get(at.map_or(0, |at| at + 1) % enemies.len().max(1)).copied();
    }
    if let Some(cell) = to {
        cursor.0 = Some(cell);
        focus.on(layout.centre(cell));
    }
}
