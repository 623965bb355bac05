//! Work that takes time: what its actor bears meanwhile, and what breaks it off.

use serde::{Deserialize, Serialize};

use super::{Name, Rule};

/// What breaks off an action that takes time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Break {
    /// Damage taken by the actor.
    Hurt,
    /// The target is moved, by itself or by others.
    TargetMoves,
}

/// A break with the rule that says so.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedBreak {
    /// What breaks it off.
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
