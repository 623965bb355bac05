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

/// Making an action ready, to be done when its trigger comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadyPolicy {
    /// The action by which another is made ready; letting it go is answered by the same name.
    pub action: Name,
    /// What may be watched for.
    pub watches: Vec<Watch>,
    /// The rule by which letting it go interrupts its trigger and costs no reaction.
    pub release_rule: Rule,
    /// The rule by which it is lost as the next turn begins.
    pub lost_rule: Rule,
}

impl ReadyPolicy {
    /// The trigger of an id.
    pub fn watch(&self, id: Name) -> Option<&Watch> {
        self.watches.iter().find(|watch| watch.id == id)
    }
}

/// A trigger that may be watched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The id scripts use.
    pub id: Name,
    /// The words a player reads after "when".
    pub name: String,
    /// What it is.
    pub on: WatchFor,
    pub rule: Rule,
}

/// What one who has made an action ready watches for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WatchFor {
    /// An enemy has stepped into reach.
    StepsIntoReach,
    /// An enemy has stepped to where what was made ready can be done to it, from where it could not.
    StepsIntoRange,
    /// An enemy has stepped into sight.
    StepsIntoSight,
    /// An enemy in sight is about to take a step.
    Moves,
    /// An enemy is about to attack the one who watches, or a friend of it.
    Attacks,
    /// An enemy begins to cast a spell.
    Casts,
    /// An enemy has stepped into reach after so many feet straight on. Only a weapon set against it waits for that, for as
    /// long as nothing else is done.
    Charges { feet: u16 },
}

impl WatchFor {
    /// When it is seen.
    pub fn trigger(self) -> Trigger {
        match self {
            WatchFor::StepsIntoReach
            | WatchFor::StepsIntoRange
            | WatchFor::StepsIntoSight
            | WatchFor::Charges { .. } => Trigger::AfterStep,
            WatchFor::Moves => Trigger::BeforeStep,
            WatchFor::Attacks => Trigger::BeforeRoll,
            WatchFor::Casts => Trigger::ActionDeclared,
        }
    }
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
