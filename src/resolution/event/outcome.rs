//! Ends of battles, and changes of equipment.

use serde::{Deserialize, Serialize};

use crate::battle::{Light, Side};

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BattleOutcome {
    /// One side reached its goal.
    Won {
        /// The side that won.
        side: Side,
        /// The reason in words.
        because: String,
    },
    /// No combatant is left, or several sides reached their goals at once.
    Draw {
        /// The reason in words.
        because: String,
    },
    /// The battle reached its limit of counts or rounds.
    Unfinished,
}

/// A change of equipment other than weapons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outfit {
    /// A light is carried.
    Light(Light),
    /// A shield is on the arm.
    Shield,
    /// The shield is off the arm.
    NoShield,
}
