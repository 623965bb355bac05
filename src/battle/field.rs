use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{CombatantId, Zone};
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

/// A cell of ice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ice {
    /// Where it is.
    pub cell: Cell,
    /// How thick it is.
    pub inches: u16,
    /// What is lost of its hit points.
    pub harmed: i16,
}

/// A cell that somebody has dug out of the earth.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tunnel {
    /// Where it is.
    pub cell: Cell,
    /// Its ground before, as an index into the board's palette.
    pub was: u8,
    /// Who dug it.
    pub by: CombatantId,
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
    /// Ice that still holds.
    pub ice: Vec<Ice>,
    /// What was dug out and has not fallen in yet.
    pub tunnels: Vec<Tunnel>,
    /// What kinds of ground become when they break or are dug out, by their index in the board's palette.
    pub becomes: BTreeMap<u8, u8>,
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
    /// Cells full of fog, smoke or dust for the whole battle. Fog that a spell has laid lies in its [`Zone`].
    pub fog: BTreeSet<Cell>,
    /// Raised by every change of the board: what was computed from an older one is stale.
    pub revision: u32,
}

impl Field {
    /// A bright and clear field without doors or items.
    pub fn new(board: Arc<Board>) -> Field {
        let (doors, currents, ice, tunnels, becomes) = Default::default();
        let (items, lights, fog) = Default::default();
        Field {
            board,
            doors,
            currents,
            ice,
            tunnels,
            becomes,
            items,
            dark: false,
            lights,
            weightless: false,
            ceiling: None,
            fog,
            revision: 0,
        }
    }

    /// The door of a cell.
    pub fn door(&self, cell: Cell) -> Option<&Door> {
        self.doors.iter().find(|door| door.cell == cell)
    }

    /// Breaks the ice of a cell, or digs out its earth.
    pub fn break_ground(&mut self, cell: Cell) {
        let Some(&tile) = self.board.tile(cell).and_then(|tile| self.becomes.get(&tile)) else { return };
        self.ice.retain(|ice| ice.cell != cell);
        self.set_tile(cell, tile);
    }

    /// Makes a cell ground of another kind.
    pub fn set_tile(&mut self, cell: Cell, tile: u8) {
        self.set_tiles([(cell, tile)]);
    }

    pub(crate) fn set_tiles(&mut self, tiles: impl IntoIterator<Item = (Cell, u8)>) {
        let mut board = Board::clone(&self.board);
        for (cell, tile) in tiles {
            board.set_tile(cell, tile);
        }
        self.board = Arc::new(board);
        self.revision += 1;
    }

    /// Puts the ground of a zone in the place of what is there.
    pub fn lay(&mut self, zone: &Zone) {
        if let Some(ground) = &zone.ground {
            self.set_tiles(zone.cells.iter().map(|cell| (*cell, ground.tile)));
        }
    }

    /// Gives back the ground on which a zone lay.
    pub fn lift(&mut self, zone: &Zone) {
        if let Some(ground) = &zone.ground {
            self.set_tiles(zone.cells.iter().copied().zip(ground.was.iter().copied()));
        }
    }

    /// Opens or closes the door of a cell.
    pub fn set_door(&mut self, cell: Cell, is_open: bool) {
        let Some(door) = self.doors.iter_mut().find(|door| door.cell == cell) else { return };
        door.is_open = is_open;
        let tile = if is_open { door.open } else { door.closed };
        self.set_tile(cell, tile);
    }
}
