//! Reactions and readied actions.

use crate::content::{Name, Rule};

content! {
    /// When a reaction may be taken.
    pub enum Trigger: Copy + PartialOrd + Ord + Hash {
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

    /// Readying an action, to be released by its trigger.
    pub struct ReadyPolicy {
        /// The action that readies another. Releasing the readied action is answered with the same id.
        pub action: Name,
        /// The triggers that may be chosen.
        pub watches: Vec<WatchedTrigger>,
        /// The rule by which the release interrupts the trigger and costs no reaction.
        pub release_rule: Rule,
        /// The rule by which the readied action is lost at the start of the next turn.
        pub lost_rule: Rule,
    }

    /// A trigger of a readied action.
    pub struct WatchedTrigger {
        /// The id by which scripts refer to it.
        pub id: Name,
        /// The words a player reads after "when".
        pub name: String,
        /// The event.
        pub on: WatchFor,
        /// The rule of the trigger.
        pub rule: Rule,
    }

    /// An event that releases a readied action.
    pub enum WatchFor: Copy {
        /// An enemy has stepped into reach.
        StepsIntoReach,
        /// An enemy has stepped to where the readied action can target it, from where it could not.
        StepsIntoRange,
        /// An enemy has stepped into sight.
        StepsIntoSight,
        /// An enemy in sight is about to take a step.
        Moves,
        /// An enemy is about to attack the combatant that readied the action, or an ally of it.
        Attacks,
        /// An enemy begins to cast a spell.
        Casts,
        /// An enemy has stepped into reach after at least this many feet straight ahead. Only a weapon set against a charge
        /// waits for it, until its bearer acts otherwise.
        Charges {
            /// The least distance straight ahead in feet.
            feet: u16,
        },
    }

    /// Effect of a reaction on its trigger.
    pub enum Interruption: Copy {
        /// The trigger continues after the reaction, if it still can.
        GoesOn,
        /// The trigger is undone and costs nothing.
        TakenBack,
        /// A mover that the reaction hits stops where it is.
        StopsMoverOnHit,
    }

    /// An action that may be taken out of turn.
    pub struct Reaction {
        /// The id by which scripts and standing orders refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// When it may be taken.
        pub on: Trigger,
        /// The action.
        pub action: Name,
        /// Its effect on the trigger.
        pub then: Interruption,
        /// The number of reactions it costs.
        pub cost: u8,
        /// The rule that gives it.
        pub rule: Rule,
    }
}

impl ReadyPolicy {
    /// The trigger with this id.
    pub fn watch(&self, id: Name) -> Option<&WatchedTrigger> {
        self.watches.iter().find(|watch| watch.id == id)
    }
}

impl WatchFor {
    /// The moment at which it is noticed.
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
