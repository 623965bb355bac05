//! Who a combatant is, where it is, how it moves, and how well others perceive it.

use std::fmt;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::content::Gait;
use crate::grid::{Cell, Direction, Footprint};

/// A combatant's number in its battle: its index in the roster. Events, logs and replays use it, never an `Entity`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct CombatantId(pub u16);

impl CombatantId {
    /// Index in the roster.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for CombatantId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{}", self.0)
    }
}

/// A side's number in its battle. Combatants of one side are friends, all others are enemies.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct Side(pub u8);

/// Identity of the combatant that an entity shows.
#[derive(Component, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Combatant {
    /// Its number.
    pub id: CombatantId,
    /// Its side.
    pub side: Side,
    /// The name a player reads.
    pub name: String,
}

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
    /// Height in the board's unit above the ground of its cell: 0 when standing, negative under water.
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

    /// Cheap test by rows and columns: `false` only if the other position is certainly more than `cells` cells away.
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
    /// A fixed [`Direction`], by number.
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

/// State of one uninterrupted movement, from count to count. Determines which steps are possible next.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Momentum {
    /// Counts spent in this movement; 0 before it begins.
    pub counts: u16,
    /// Cells of movement not spent yet: carried over from earlier counts, or left of the last action.
    pub unspent: u16,
    /// Current gait.
    #[reflect(ignore)]
    pub gait: Gait,
    /// Counts spent at this gait.
    pub gait_counts: u16,
    /// [`Direction`] of the last step, by number.
    pub heading: Option<u8>,
    /// On hexagons: second direction of a zigzag that counts as a straight line.
    pub weave: Option<u8>,
    /// Cells moved in a straight line.
    pub straight: u16,
    /// Counts moved in a straight line.
    pub straight_counts: u16,
    /// Counts since the last turn while running; 0 if there was none.
    pub since_turn: u16,
    /// Exertion checks made in this run.
    pub checks: u8,
    /// How many of the checks were for sprinting.
    pub sprint_checks: u8,
    /// How many of the checks failed.
    pub failures: u8,
    /// Counts since the last exertion check; `u16::MAX` at the start of a run.
    pub since_check: u16,
    /// Feet added to the base rate by a sprint.
    pub sprint_bonus: u16,
    /// Cells moved without another action in between, where jumps ask for them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub run_up: u16,
}

fn is_zero(cells: &u16) -> bool {
    *cells == 0
}

/// Drift of a weightless body. A body at rest has a speed of 0.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Drift {
    /// [`Direction`] of the drift, by number; `None` for straight up or down.
    pub way: Option<u8>,
    /// Change in height per cell: up (1), down (-1) or level (0).
    pub rises: i8,
    /// Speed in the board's unit per turn.
    pub speed: u16,
    /// The combatant that pushed off. The body drifts at the start of that combatant's turns, or of its own once it is gone.
    pub by: Option<CombatantId>,
}

/// How well one combatant perceives another, from best to worst.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
pub enum Detection {
    /// Seen plainly.
    #[default]
    Seen,
    /// Hard to see, although its cell is known.
    Concealed,
    /// The cell is not known.
    Hidden,
    /// The presence is not known.
    Undetected,
}
