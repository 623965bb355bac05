//! Position and facing of a combatant.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::CombatantId;
use crate::grid::{Cell, Direction, Footprint};

/// Position of a combatant on the board.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Position {
    /// Column of the anchor cell (north-west corner on squares).
    pub x: i16,
    /// Row of the anchor cell.
    pub y: i16,
    /// Size in cells across.
    pub extent: u8,
    /// Height in feet above the ground of its cell: 0 when standing, negative under water.
    pub altitude: i16,
}

impl Position {
    /// Position of a footprint, on the ground.
    pub fn of(footprint: Footprint) -> Position {
        Position { x: footprint.anchor.x, y: footprint.anchor.y, extent: footprint.extent, altitude: 0 }
    }

    /// The cells it occupies.
    pub fn footprint(&self) -> Footprint {
        Footprint { anchor: self.cell(), extent: self.extent }
    }

    /// Cheap test by rows and columns: `false` only if the other is certainly more than `cells` away.
    #[inline]
    pub fn is_within(&self, other: &Position, cells: u16) -> bool {
        let far = u32::from(cells) + u32::from(self.extent) + u32::from(other.extent);
        u32::from(self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))) <= far
    }

    /// Anchor cell.
    pub fn cell(&self) -> Cell {
        Cell { x: self.x, y: self.y }
    }
}

/// Facing of a combatant, in rules with facing.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub enum Facing {
    /// No particular facing: all sides count as the front.
    #[default]
    AllAround,
    /// A fixed direction number.
    Direction(u8),
    /// Always towards this combatant.
    Towards(CombatantId),
}

impl Facing {
    /// Facing in a direction.
    pub fn of(direction: Direction) -> Facing {
        Facing::Direction(direction.0)
    }
}
