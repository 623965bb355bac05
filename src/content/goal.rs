//! What a side fights for.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::policy::TurnOrder;
use crate::grid::Cell;

/// A goal of a side, checked whenever a moment of the battle is over. A side that reaches any of its goals wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// Nobody of any other side can fight on.
    DefeatAll,
    /// This combatant cannot fight on. By its place in the roster.
    Defeat(u16),
    /// At least one of the side and no enemy who can fight stands in a zone, for this long without a break.
    Hold { zone: Zone, counts: i32 },
    /// So many of the side have left over the cells of a zone.
    Escape { zone: Zone, many: u16 },
    /// The side still stands at this count.
    Last { count: i32 },
}

impl Goal {
    /// The goal of a scenario, whose times are half seconds, in the counts or rounds of a rule system: never shorter than
    /// it was written.
    pub fn timed(self, turn: &TurnOrder) -> Goal {
        match self {
            Goal::Hold { zone, counts } => Goal::Hold { zone, counts: turn.moments(counts) },
            Goal::Last { count } => Goal::Last { count: turn.moments(count) },
            other => other,
        }
    }

    /// The zone that it is about.
    pub fn zone(&self) -> Option<&Zone> {
        match self {
            Goal::Hold { zone, .. } | Goal::Escape { zone, .. } => Some(zone),
            Goal::DefeatAll | Goal::Defeat(_) | Goal::Last { .. } => None,
        }
    }
}

/// A named part of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// What a player reads after "the".
    pub name: Arc<str>,
    /// Its cells, row by row.
    pub cells: Vec<Cell>,
}

/// What makes a side lose at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loss {
    /// This combatant cannot fight on. By its place in the roster.
    Fallen(u16),
}
