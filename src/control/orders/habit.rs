use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Facing, Side};
use crate::content::Name;
use crate::resolution::{Asks, Choice, Pick, PickPurpose};

/// What to do whenever the same question comes up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    #[default]
    Ask,
    Always,
    Never,
}

impl Habit {
    /// All habits.
    pub const ALL: [Habit; 3] = [Habit::Ask, Habit::Always, Habit::Never];
}

/// A kind of question that can have the same answer every time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Whether to take this reaction.
    React(Name),
    /// Whether to keep a facing: always towards the first of those offered, or never.
    Face,
    /// A question with yes and no.
    Pick(PickPurpose),
}

impl Question {
    /// The kinds of question in one question.
    pub fn in_asks(asks: &Asks) -> Vec<Question> {
        match asks {
            Asks::React { options, .. } => options.iter().copied().map(Question::React).collect(),
            Asks::Face { .. } => vec![Question::Face],
            Asks::Pick { purpose, options } if options.contains(&Pick::Yes) => vec![Question::Pick(*purpose)],
            Asks::Pick { .. } | Asks::Act | Asks::Cell { .. } => Vec::new(),
        }
    }
}

/// For whom something is decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// A combatant; this goes before what is decided for its side.
    One(CombatantId),
    /// Everybody of a side.
    Side(Side),
}

/// A habit with the question and for whom it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    pub whose: Whose,
    pub question: Question,
    pub habit: Habit,
}

/// The answer that needs no asking: the first reaction that is always taken, or none if none of them ever is.
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
