//! Places on which something lies.

use serde::{Deserialize, Serialize};

use super::CombatantId;
use crate::content::zone::Lies;
use crate::grid::Cell;

/// A place on which something lies for as long as the spell lasts that laid it there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    pub does: Lies,
    /// In order, each once.
    pub cells: Vec<Cell>,
    /// The ground that is there meanwhile, where it is another.
    pub ground: Option<NewGround>,
    /// Enemies of its maker who know an illusion for what it is.
    pub known_by: Vec<CombatantId>,
}

/// Ground that takes the place of other ground; kinds are indices into the board's palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGround {
    pub tile: u8,
    /// What was there before, cell by cell.
    pub was: Vec<u8>,
}

impl Zone {
    /// Whether a cell belongs to it.
    pub fn holds(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}
