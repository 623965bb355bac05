//! Bodies that moved, and why.

use serde::{Deserialize, Serialize};

use crate::battle::CombatantId;
use crate::content::Name;
use crate::grid::Cell;

/// Why bodies moved.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Their own movement.
    Step,
    /// An action of a combatant.
    Forced {
        /// The combatant that acts.
        by: CombatantId,
        /// Id of its action.
        action: Name,
    },
    /// Making room: no body stays in another's space.
    Placed,
    /// Their own weight.
    Fall,
    /// The current of water, or drifting.
    Drift,
}

/// One body's part in a displacement.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    /// The combatant.
    pub who: CombatantId,
    /// Its cell before.
    pub from: Cell,
    /// Its cell afterwards.
    pub to: Cell,
    /// Cells on each side of its new space.
    pub extent: u8,
    /// Feet above the ground of its cell, before and after.
    pub altitudes: (i16, i16),
}
