use serde::{Deserialize, Serialize};

use crate::battle::Side;

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
