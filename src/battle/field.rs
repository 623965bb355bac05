use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::CombatantId;
use crate::content::Name;
use crate::content::policy::Wildness;
use crate::grid::{Board, Cell};

/// A weapon that lies on the ground.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundItem {
    /// Where it lies.
    pub cell: Cell,
    /// What it is.
    pub weapon: Name,
    /// Fumbles it still survives.
    pub durability: u8,
}

/// A door: a cell that is one terrain when closed and another when open.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Door {
    /// Where it is.
    pub cell: Cell,
    /// Its terrain when closed, as an index into the board's palette.
    pub closed: u8,
    /// Its terrain when open.
    pub open: u8,
    /// Whether it stands open.
    pub is_open: bool,
}

/// Where a light is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LightFrom {
    /// It stands or hangs there.
    Cell(Cell),
    /// Somebody carries it.
    Bearer(CombatantId),
}

/// Something that lights what is dark around it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Light {
    /// Where it is.
    pub from: LightFrom,
    /// How far it shines, in feet.
    pub radius: u16,
}

/// The water of one deep cell, where it flows or is wild.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Current {
    /// Where it is.
    pub cell: Cell,
    /// The number of the direction it flows in.
    pub way: u8,
    /// Feet it goes in one turn.
    pub feet: u16,
    /// How wild it is.
    pub water: Wildness,
}

/// The battlefield as it is now.
#[derive(Clone, Debug)]
pub struct Field {
    /// Terrain, heights and barriers, doors as they stand now.
    pub board: Arc<Board>,
    /// All doors.
    pub doors: Vec<Door>,
    /// Water that flows or is wild; it stays as it is.
    pub currents: Vec<Current>,
    /// What lies around.
    pub items: Vec<GroundItem>,
    /// Whether it is dark where no light shines.
    pub dark: bool,
    /// What gives light.
    pub lights: Vec<Light>,
    /// Whether nothing has weight.
    pub weightless: bool,
    /// Feet at which there is a roof that nobody gets through.
    pub ceiling: Option<i16>,
    /// Cells full of fog, smoke or dust.
    pub fog: BTreeSet<Cell>,
    /// Raised by every change of the board: what was computed from an older one is stale.
    pub revision: u32,
}

impl Field {
    /// A bright and clear field without doors or items.
    pub fn new(board: Arc<Board>) -> Field {
        let (doors, currents, items, lights, fog) = Default::default();
        Field { board, doors, currents, items, dark: false, lights, weightless: false, ceiling: None, fog, revision: 0 }
    }

    /// The door of a cell.
    pub fn door(&self, cell: Cell) -> Option<&Door> {
        self.doors.iter().find(|door| door.cell == cell)
    }

    /// Opens or closes the door of a cell.
    pub fn set_door(&mut self, cell: Cell, is_open: bool) {
        let Some(door) = self.doors.iter_mut().find(|door| door.cell == cell) else { return };
        door.is_open = is_open;
        let tile = if is_open { door.open } else { door.closed };
        self.board = Arc::new(Board::clone(&self.board).with_tile(cell, tile));
        self.revision += 1;
    }
}
