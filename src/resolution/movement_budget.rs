//! What a movement that takes an action may spend.

use serde::{Deserialize, Serialize};

/// What a movement that takes an action may spend, and has spent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementBudget {
    /// The rate in feet by which `most` was found.
    pub rate: u16,
    /// Cells of movement in all.
    pub most: u16,
    /// Cells of movement spent on the steps taken.
    pub spent: u16,
    /// Whether the rate has changed on the way.
    pub changed: bool,
}
