//! Zones: cells affected by a lasting spell.

use serde::{Deserialize, Serialize};

use super::CombatantId;
use crate::content::spell::ZoneKind;
use crate::grid::Cell;

/// A set of cells affected by a lasting spell: fog, an illusion or changed terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpellZone {
    /// Content of the zone.
    pub does: ZoneKind,
    /// Sorted, without duplicates.
    pub cells: Vec<Cell>,
    /// Changed terrain, if any.
    pub ground: Option<NewGround>,
    /// Enemies that have recognized it as an illusion.
    pub known_by: Vec<CombatantId>,
}

/// Terrain that temporarily replaces other terrain; kinds are palette indices of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGround {
    /// The new terrain.
    pub tile: u8,
    /// Replaced terrain of each cell, in the order of the cells.
    pub was: Vec<u8>,
}

impl SpellZone {
    /// Whether a cell is in the zone.
    pub fn holds(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}
