use serde::{Deserialize, Serialize};

use crate::battle::{Light, Side};

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// One side reached its goal.
    Won { side: Side, because: String },
    /// No combatant is left, or several sides reached their goals at once.
    Draw { because: String },
    /// It reached its limit of counts or rounds.
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
