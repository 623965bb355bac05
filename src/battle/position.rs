use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::CombatantId;
use crate::grid::{Cell, Direction, Footprint};

/// Where a combatant stands.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Position {
    /// Column of the north-west cell.
    pub x: i16,
    /// Row of the north-west cell.
    pub y: i16,
    /// Cells on each side.
    pub extent: u8,
    /// Feet above the ground of its cell; 0 of one who stands, negative under water.
    pub altitude: i16,
}

impl Position {
    /// The position of a footprint.
    pub fn of(footprint: Footprint) -> Position {
        Position { x: footprint.anchor.x, y: footprint.anchor.y, extent: footprint.extent, altitude: 0 }
    }

    /// The cells it covers.
    pub fn footprint(&self) -> Footprint {
        Footprint { anchor: self.cell(), extent: self.extent }
    }

    /// Whether it may be within so many cells of another, by rows and columns alone; `true` of all that are.
    #[inline]
    pub fn is_within(&self, other: &Position, cells: u16) -> bool {
        let far = u32::from(cells) + u32::from(self.extent) + u32::from(other.extent);
        u32::from(self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))) <= far
    }

    /// Its north-west cell.
    pub fn cell(&self) -> Cell {
        Cell { x: self.x, y: self.y }
    }
}

/// Which way a combatant faces, as far as the rules care.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub enum Facing {
    /// All ways at once.
    #[default]
    AllAround,
    /// A direction, by its number on the board's shape.
    Direction(u8),
    /// Wherever this combatant is.
    Towards(CombatantId),
}

impl Facing {
    /// The facing of a direction.
    pub fn of(direction: Direction) -> Facing {
        Facing::Direction(direction.0)
    }
}
