//! Bodies that came to be elsewhere, and why.

use serde::{Deserialize, Serialize};

use crate::battle::CombatantId;
use crate::content::Name;
use crate::grid::Cell;

/// Why bodies moved.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// By their own movement.
    Step,
    /// By this action of somebody.
    Forced { by: CombatantId, action: Name },
    /// As nobody stays in the space of another.
    Placed,
    /// By their own weight.
    Fall,
    /// By the water they are in.
    Drift,
}

/// One body's part in a displacement.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    pub who: CombatantId,
    pub from: Cell,
    pub to: Cell,
    /// Cells on each side of where it comes to stand.
    pub extent: u8,
    /// Feet above the ground of its cell, before and after.
    pub altitudes: (i16, i16),
}
