//! The movement budget of an action.

use serde::{Deserialize, Serialize};

/// Movement that an action allows, and how much of it is spent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementBudget {
    /// Rate in feet for which `most` was computed.
    pub rate: u16,
    /// Total budget in cells of movement.
    pub most: u16,
    /// Cells of movement spent on the steps taken.
    pub spent: u16,
    /// Whether the rate has changed on the way.
    pub changed: bool,
}
