//! What a side fights for.

use serde::{Deserialize, Serialize};

use crate::grid::Cell;

/// A goal of a side, checked whenever a moment of the battle is over. A side that reaches any of its goals wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Nobody of any other side can fight on.
    DefeatAll,
    /// This combatant cannot fight on. By its place in the roster.
    Defeat(u16),
    /// For so many counts without a break at least one of the side and no enemy who can fight stands on these cells.
    Hold { cells: Vec<Cell>, counts: i32 },
    /// So many of the side have left over these cells.
    Escape { cells: Vec<Cell>, many: u16 },
    /// The side still stands at this count.
    Last { count: i32 },
}

/// What makes a side lose at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// This combatant cannot fight on. By its place in the roster.
    Fallen(u16),
}
