//! State of the battlefield: board, doors, water, ice, tunnels, items, light and fog.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{CombatantId, SpellZone};
use crate::content::{ItemMagic, Name, Wildness};
use crate::grid::{Board, Cell};

/// A weapon or another item on the ground.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroundItem {
    /// Cell it is in.
    pub cell: Cell,
    /// Id of the weapon or item.
    pub weapon: Name,
    /// Number of fumbles it can still take before it breaks.
    pub durability: u8,
    /// Its magic.
    #[serde(default, skip_serializing_if = "ItemMagic::is_none")]
    pub magic: ItemMagic,
    /// Its hardness, where that is not the one of all items (PR-075).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardness: Option<i16>,
}

/// Index of an object among those of the battlefield.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ThingId(pub u16);

/// An object on the board as a target.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThingRef {
    /// An object that the scenario placed.
    Placed(ThingId),
    /// The first weapon with this id on the ground of a cell.
    Lying(Cell, Name),
}

/// An object on the board: a door, a chest, a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// The name players read.
    pub name: Name,
    /// Its kind, of the rule system.
    pub kind: Name,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Hit points left; 0 once it is destroyed.
    pub left: i16,
    /// Points of its hardness that it has lost (PR-123).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub softened: i16,
    /// Whether cold has made it rigid (PR-124).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stiff: bool,
    /// Whether an attacker has spared it, so that it cannot be used until it is repaired (PR-379).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub useless: bool,
    /// Terrain of its cells once it is destroyed, as a palette index of the board; `None` if it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<u8>,
    /// Weapons that lie on the ground once it is destroyed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<GroundItem>,
}

fn is_zero(number: &i16) -> bool {
    *number == 0
}

impl Thing {
    /// Whether it is destroyed.
    pub fn is_gone(&self) -> bool {
        self.left <= 0
    }
}

/// A door: a cell with different terrain when open and when closed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Door {
    /// Cell of the door.
    pub cell: Cell,
    /// Terrain when closed, as a palette index of the board.
    pub closed: u8,
    /// Terrain when open, as a palette index of the board.
    pub open: u8,
    /// Whether it is open.
    pub is_open: bool,
}

/// Position of a light source.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LightFrom {
    /// Fixed in a cell.
    Cell(Cell),
    /// Carried by a combatant.
    Bearer(CombatantId),
}

/// A light source.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Light {
    /// Position of the light source.
    pub from: LightFrom,
    /// Radius in the board's unit.
    pub radius: u16,
}

/// Flowing or rough water in a cell of deep water.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Current {
    /// Cell of the water.
    pub cell: Cell,
    /// [`Direction`](crate::grid::Direction) of the flow, by number.
    pub way: u8,
    /// Speed in the board's unit per turn.
    pub speed: u16,
    /// How rough the water is.
    pub water: Wildness,
}

/// A cell of ice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ice {
    /// Cell of the ice.
    pub cell: Cell,
    /// Thickness in inches.
    pub inches: u16,
    /// Hit points lost.
    pub harmed: i16,
}

/// A dug tunnel cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tunnel {
    /// Cell of the tunnel.
    pub cell: Cell,
    /// Terrain before digging, as a palette index of the board.
    pub was: u8,
    /// The combatant that dug it.
    pub by: CombatantId,
}

/// Current state of the battlefield.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// Terrain, elevation and barriers, including the current state of doors.
    pub board: Arc<Board>,
    /// All doors.
    pub doors: Vec<Door>,
    /// Flowing or rough water. Does not change during a battle.
    pub currents: Vec<Current>,
    /// Ice that has not broken.
    pub ice: Vec<Ice>,
    /// Tunnels that have not collapsed.
    pub tunnels: Vec<Tunnel>,
    /// Terrain that broken or dug-out terrain turns into, both as palette indices.
    pub becomes: BTreeMap<u8, u8>,
    /// Weapons and other items on the ground.
    pub items: Vec<GroundItem>,
    /// Objects that can be damaged, destroyed ones included.
    pub things: Vec<Thing>,
    /// Whether cells without a light source are dark.
    pub dark: bool,
    /// All light sources.
    pub lights: Vec<Light>,
    /// Whether gravity is absent.
    pub weightless: bool,
    /// Height of the ceiling in the board's unit, if there is one.
    pub ceiling: Option<i16>,
    /// Cells with fog, smoke or dust for the whole battle. Fog from spells is stored in a [`SpellZone`].
    pub fog: BTreeSet<Cell>,
    /// Incremented whenever the board changes, to invalidate caches.
    pub revision: u32,
}

impl Field {
    /// A bright, clear field without doors or items.
    pub fn new(board: Arc<Board>) -> Field {
        Field { board, ..Field::default() }
    }

    /// The door in a cell.
    pub fn door(&self, cell: Cell) -> Option<&Door> {
        self.doors.iter().find(|door| door.cell == cell)
    }

    /// The object with an id, destroyed or not.
    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(usize::from(id.0))
    }

    /// All objects that are not destroyed, with their ids.
    pub fn whole_things(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        (0..).map(ThingId).zip(&self.things).filter(|(_, thing)| !thing.is_gone())
    }

    /// An object becomes rigid.
    pub(crate) fn stiffen(&mut self, id: ThingId) {
        if let Some(thing) = self.things.get_mut(usize::from(id.0)) {
            thing.stiff = true;
        }
    }

    /// An object is left with one hit point and can no longer be used.
    pub(crate) fn spare_thing(&mut self, id: ThingId, softened: i16) {
        if let Some(thing) = self.things.get_mut(usize::from(id.0)) {
            (thing.left, thing.useless) = (1, true);
            thing.softened = thing.softened.saturating_add(softened);
        }
    }

    /// The hit points left of an object, and the hardness that it has lost now. At 0 hit points it is destroyed: it leaves its cells,
    /// and what it holds lies on the ground.
    pub(crate) fn harm_thing(&mut self, thing: ThingRef, left: i16, softened: i16) {
        match thing {
            ThingRef::Placed(id) => {
                let Some(thing) = self.things.get_mut(usize::from(id.0)) else { return };
                thing.left = left;
                thing.softened = thing.softened.saturating_add(softened);
                if thing.is_gone() {
                    let (cells, held) = (thing.cells.clone(), std::mem::take(&mut thing.holds));
                    let leaves = thing.leaves;
                    self.items.extend(held);
                    self.doors.retain(|door| !cells.contains(&door.cell));
                    leaves.into_iter().for_each(|tile| self.set_tiles(cells.iter().map(|cell| (*cell, tile))));
                }
            }
            ThingRef::Lying(cell, weapon) => {
                let Some(at) = self.items.iter().position(|item| (item.cell, item.weapon) == (cell, weapon)) else {
                    return;
                };
                match u8::try_from(left) {
                    Ok(durability) if durability > 0 => self.items[at].durability = durability,
                    _ => drop(self.items.remove(at)),
                }
            }
        }
    }

    /// Breaks the ice or digs out the earth of a cell. No effect on other terrain.
    pub fn break_ground(&mut self, cell: Cell) {
        let Some(&tile) = self.board.tile(cell).and_then(|tile| self.becomes.get(&tile)) else { return };
        self.ice.retain(|ice| ice.cell != cell);
        self.set_tile(cell, tile);
    }

    /// Changes the terrain of a cell.
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

    /// Applies the terrain of a zone.
    pub fn lay(&mut self, zone: &SpellZone) {
        if let Some(ground) = &zone.ground {
            self.set_tiles(zone.cells.iter().map(|cell| (*cell, ground.tile)));
        }
    }

    /// Restores the terrain that a zone had replaced.
    pub fn lift(&mut self, zone: &SpellZone) {
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
