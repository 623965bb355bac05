//! On what occasion something is done.

use serde::{Deserialize, Serialize};

use crate::content::policy::Trigger;

/// On what occasion something is done. Price, windows and legality depend on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// As the action of the own turn.
    OwnTurn,
    /// At no cost, in the own turn or offered by another action.
    Free,
    /// As a reaction to this trigger.
    Reaction(Trigger),
    /// As the end of work that took time.
    Completion,
    /// After another action, which it is a part of; its own time begins then.
    FollowUp,
}
