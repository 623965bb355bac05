//! Goals of a side, and events that make it lose.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::policy::TurnOrder;
use crate::grid::Cell;

/// A goal of a side, checked at the end of each moment of the battle. A side that reaches any of its goals wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// No combatant of another side can continue to fight.
    DefeatAll,
    /// This combatant, by its index in the roster, cannot continue to fight.
    Defeat(u16),
    /// At least one combatant of the side and no enemy able to fight are in a zone, for this long without interruption.
    Hold {
        /// The zone that is held.
        zone: GoalZone,
        /// The time without interruption: half seconds in a scenario, moments (counts or rounds) in a battle.
        counts: i32,
    },
    /// This many combatants of the side have left the board through a zone.
    Escape {
        /// The zone at which they leave.
        zone: GoalZone,
        /// The number of combatants.
        many: u16,
    },
    /// The side can still fight at this count.
    Last {
        /// The time: half seconds in a scenario, a moment (count or round) in a battle.
        count: i32,
    },
}

impl Goal {
    /// Converts a goal of a scenario: its time in half seconds becomes counts or rounds of a rule system, rounded up.
    pub fn timed(self, turn: &TurnOrder) -> Goal {
        match self {
            Goal::Hold { zone, counts } => Goal::Hold { zone, counts: turn.moments(counts) },
            Goal::Last { count } => Goal::Last { count: turn.moments(count) },
            other => other,
        }
    }

    /// Its zone, if it has one.
    pub fn zone(&self) -> Option<&GoalZone> {
        match self {
            Goal::Hold { zone, .. } | Goal::Escape { zone, .. } => Some(zone),
            Goal::DefeatAll | Goal::Defeat(_) | Goal::Last { .. } => None,
        }
    }
}

/// A named part of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalZone {
    /// Its name, which players read after "the".
    pub name: Arc<str>,
    /// Its cells, row by row.
    pub cells: Vec<Cell>,
}

/// An event that makes a side lose at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// This combatant, by its index in the roster, cannot continue to fight.
    Fallen(u16),
}
