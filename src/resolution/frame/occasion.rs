//! On what occasion an action is carried out.

use serde::{Deserialize, Serialize};

use crate::content::policy::Trigger;

/// On what occasion an action is carried out. Cost, reaction windows and legality depend on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The action of the actor's own turn.
    OwnTurn,
    /// At no cost, in the own turn or offered by another action.
    Free,
    /// A reaction to this trigger.
    Reaction(Trigger),
    /// The end of work that took time.
    Completion,
    /// Part of another action and after it. Its own time starts then.
    FollowUp,
}
