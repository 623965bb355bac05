//! Terrain and its dangers: doors, falls, fire, thin ice, deep water and zero gravity.

pub mod falling;
pub mod footing;
pub mod hazards;
pub mod ice;
pub mod submersion;
pub mod water;
pub mod weightless;

use crate::battle::View;
use crate::grid::Cell;

/// Checks that the door of a cell can be opened or closed.
///
/// # Errors
/// The reason in words for players.
pub fn may_move_door(view: View<'_>, cell: Cell, open: bool) -> Result<(), &'static str> {
    let Some(door) = view.field().door(cell) else { return Err("there is no door") };
    if door.is_open == open {
        return Err(if open { "the door is already open" } else { "the door is already closed" });
    }
    let useless = view.field().whole_things().any(|(_, thing)| thing.useless && thing.cells.contains(&cell));
    if useless {
        return Err("the door is useless until repaired");
    }
    let occupied = view.present().any(|row| view.footprint(row.id).contains(view.shape(), cell));
    if occupied { Err("someone is standing in the doorway") } else { Ok(()) }
}
