//! Actions that take time: the condition of the actor meanwhile, and the events that interrupt them.

use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// An event that interrupts an action that takes time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Break {
    /// Damage taken by the actor.
    Hurt,
    /// The target is moved, by itself or by others.
    TargetMoves,
}

/// An interrupting event with the rule that says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedBreak {
    /// The event.
    pub by: Break,
    /// The rule that says so.
    pub rule: Rule,
}

/// A condition with the rule that says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedName {
    /// The condition.
    pub condition: Name,
    /// The rule that says so.
    pub rule: Rule,
}
