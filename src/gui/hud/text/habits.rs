//! Automatic answers in words.

use bevy::prelude::*;

use super::choices::action_name;
use crate::control::Habit;
use crate::control::orders::Question;
use crate::resolution::PickPurpose;
use crate::rules::Ruleset;

/// An automatic answer in words.
pub fn habit_words(question: Question, habit: Habit) -> &'static str {
    match (question, habit) {
        (_, Habit::Ask) => "ask me",
        (Question::Face, Habit::Always) => "always face the first enemy",
        (Question::Face, Habit::Never) => "never: face all around",
        (Question::React(_), Habit::Always) => "always",
        (Question::React(_), Habit::Never) => "never",
        (Question::Pick(_), Habit::Always) => "always yes",
        (Question::Pick(_), Habit::Never) => "always no",
    }
}

/// A kind of question in words.
pub fn question_name(rules: &Ruleset, question: Question) -> String {
    let purpose = match question {
        Question::React(reaction) => {
            let known = rules.policies.reactions.iter().find(|known| known.id == reaction);
            return known.map_or_else(|| reaction.as_str().replace('_', " "), |known| known.name.clone());
        }
        Question::Face => return "facing when flanked".to_owned(),
        Question::Pick(purpose) => purpose,
    };
    match purpose {
        PickPurpose::KeepHold => "keep a hold".to_owned(),
        PickPurpose::BreakHold => "break a hold as well".to_owned(),
        PickPurpose::EnterAnyway => "squeeze into an occupied cell".to_owned(),
        PickPurpose::PushFurther => "push further".to_owned(),
        PickPurpose::CatchHold => "catch hold in a fall".to_owned(),
        PickPurpose::FollowUp(action) => format!("follow up with {}", action_name(rules, action)),
        PickPurpose::Defence => "choice of defence".to_owned(),
        PickPurpose::DistractFor => "which ally a distraction helps".to_owned(),
        PickPurpose::DistractWhat => "what a distraction hinders".to_owned(),
        PickPurpose::ComeIn => "act after a delayed turn".to_owned(),
        PickPurpose::WhichItem => "which item to disarm".to_owned(),
        PickPurpose::HarmWhat => "target of extra harm".to_owned(),
        PickPurpose::SprintAgain => "roll the sprint again".to_owned(),
        PickPurpose::SplitHealing => "how to split healing".to_owned(),
        PickPurpose::TakeIt => "take a disarmed item".to_owned(),
        PickPurpose::TakeOrFling => "take or fling away an item".to_owned(),
    }
}
