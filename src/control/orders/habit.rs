use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Facing, Side};
use crate::content::Name;
use crate::resolution::{Asks, Choice, Pick, PickPurpose};

/// The standing answer to a kind of question.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    #[default]
    /// Ask the player every time.
    Ask,
    /// Answer yes, or take the reaction, without asking.
    Always,
    /// Answer no, or decline the reaction, without asking.
    Never,
}

impl Habit {
    /// All habits.
    pub const ALL: [Habit; 3] = [Habit::Ask, Habit::Always, Habit::Never];
}

/// A kind of question that can have a standing answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Whether to take this reaction.
    React(Name),
    /// Whether to choose a facing: always the first one offered, or never.
    Face,
    /// A yes-or-no question.
    Pick(PickPurpose),
}

impl Question {
    /// The kinds of question that a prompt asks.
    pub fn in_asks(asks: &Asks) -> Vec<Question> {
        match asks {
            Asks::React { options, .. } => options.iter().copied().map(Question::React).collect(),
            Asks::Face { .. } => vec![Question::Face],
            Asks::Pick { purpose, options } if options.contains(&Pick::Yes) => vec![Question::Pick(*purpose)],
            Asks::Pick { .. } | Asks::Act | Asks::Cell { .. } => Vec::new(),
        }
    }
}

/// The combatants that a standing order applies to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderScope {
    /// One combatant. Takes precedence over an order for its side.
    One(CombatantId),
    /// All combatants of a side.
    Side(Side),
}

/// A standing order: whose, which question, and how it is answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// The combatants it applies to.
    pub whose: OrderScope,
    /// The kind of question.
    pub question: Question,
    /// The standing answer.
    pub habit: Habit,
}

/// The standing answer to a prompt, if there is one: the first reaction that is always taken, or none if all are never taken.
pub(super) fn answer(asks: &Asks, habit: impl Fn(Question) -> Habit) -> Option<Choice> {
    match asks {
        Asks::React { options, .. } => {
            let of = |name: &&Name| habit(Question::React(**name));
            match options.iter().find(|name| of(name) == Habit::Always) {
                Some(taken) => Some(Choice::React(*taken)),
                None => options.iter().all(|name| of(&name) == Habit::Never).then_some(Choice::Pass),
            }
        }
        Asks::Face { options } => facing(options, habit(Question::Face)).map(Choice::Face),
        Asks::Pick { purpose, options } => {
            let pick = match habit(Question::Pick(*purpose)) {
                Habit::Ask => return None,
                Habit::Always => Pick::Yes,
                Habit::Never => Pick::No,
            };
            options.contains(&pick).then_some(Choice::Pick(pick))
        }
        Asks::Act | Asks::Cell { .. } => None,
    }
}

fn facing(options: &[Facing], habit: Habit) -> Option<Facing> {
    let kept = |facing: &&Facing| match habit {
        Habit::Ask => false,
        Habit::Always => **facing != Facing::AllAround,
        Habit::Never => **facing == Facing::AllAround,
    };
    options.iter().find(kept).copied()
}
