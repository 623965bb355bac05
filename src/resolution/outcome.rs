use serde::{Deserialize, Serialize};

use crate::battle::{Light, Side};

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// One side reached its goal.
    Won { side: Side, because: String },
    /// Nobody is left, or all goals were reached at once.
    Draw { because: String },
    /// It reached its limit of counts.
    Unfinished,
}

/// What somebody bears from now on besides weapons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outfit {
    /// A light.
    Light(Light),
    /// A shield on the arm.
    Shield,
    /// A shield, but not on the arm.
    NoShield,
}
