//! Doors: what keeps one from being opened or closed.

use crate::battle::View;
use crate::grid::Cell;

/// Why the door of a cell cannot be opened, or closed: there is none, it stands so already, or somebody is in the way.
///
/// # Errors
/// The reason in plain words.
pub fn may_move(view: View<'_>, cell: Cell, open: bool) -> Result<(), &'static str> {
    let Some(door) = view.field().door(cell) else { return Err("there is no door") };
    if door.is_open == open {
        return Err(if open { "the door is open already" } else { "the door is closed already" });
    }
    let occupied = view.present().any(|row| view.footprint(row.id).contains(view.shape(), cell));
    if occupied { Err("somebody stands in the door") } else { Ok(()) }
}
