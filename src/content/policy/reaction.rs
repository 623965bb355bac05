use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// When a reaction may be taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// An enemy has declared an action that has not begun.
    ActionDeclared,
    /// An enemy is about to take a step out of reach.
    BeforeStep,
    /// An enemy has taken a step into or within reach.
    AfterStep,
    /// The reactor is about to be attacked; the defence is chosen.
    BeforeRoll,
    /// The reactor was hit and harm has not been done.
    BeforeDamage,
    /// A contest was won by the reactor.
    ContestWon,
}

/// What taking a reaction does to what triggered it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Interruption {
    /// It goes on once the reaction is done, if it still can.
    GoesOn,
    /// It is taken back and costs nothing.
    TakenBack,
    /// A mover that the reaction hits stops where it is.
    StopsMoverOnHit,
}

/// Something that may be done out of turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    /// The id scripts and standing orders use.
    pub id: Name,
    /// The word on the button.
    pub name: String,
    /// When it may be taken.
    pub on: Trigger,
    /// The action that it is.
    pub action: Name,
    /// What becomes of the trigger.
    pub then: Interruption,
    /// Reactions it costs.
    pub cost: u8,
    /// The rule that gives it.
    pub rule: Rule,
}
