//! Questions that a player does not want to be asked again in this battle.

use bevy::prelude::*;

use crate::battle::Facing;
use crate::content::Name;
use crate::control::Habit;
use crate::resolution::{Asks, Choice, Pick, PickPurpose, Prompt};

/// A kind of question with the same answer every time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether to take this reaction.
    React(Name),
    /// Whether to keep a facing: always towards the first of the enemies, or never.
    Face,
    /// A question with yes and no.
    Pick(PickPurpose),
}

/// What is always answered.
#[derive(Resource, Default, Debug)]
pub struct Habits(Vec<(Question, Habit)>);

impl Habits {
    /// What is answered to a kind of question.
    pub fn of(&self, question: Question) -> Habit {
        self.0.iter().find(|(known, _)| *known == question).map_or(Habit::Ask, |(_, habit)| *habit)
    }

    /// Decides what is answered to a kind of question from now on.
    pub fn set(&mut self, question: Question, habit: Habit) {
        self.0.retain(|(known, _)| *known != question);
        if habit != Habit::Ask {
            self.0.push((question, habit));
        }
    }

    /// All questions that are not asked any more.
    pub fn iter(&self) -> impl Iterator<Item = (Question, Habit)> + '_ {
        self.0.iter().copied()
    }

    /// Asks everything again.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The answer that needs no asking.
    pub fn answer(&self, prompt: &Prompt) -> Option<Choice> {
        match &prompt.asks {
            Asks::React { options, .. } => self.reaction(options),
            Asks::Face { options } => match self.of(Question::Face) {
                Habit::Ask => None,
                Habit::Never => options.contains(&Facing::AllAround).then_some(Choice::Face(Facing::AllAround)),
                Habit::Always => {
                    options.iter().find(|facing| **facing != Facing::AllAround).map(|to| Choice::Face(*to))
                }
            },
            Asks::Pick { purpose, options } => {
                let pick = match self.of(Question::Pick(*purpose)) {
                    Habit::Ask => return None,
                    Habit::Always => Pick::Yes,
                    Habit::Never => Pick::No,
                };
                options.contains(&pick).then_some(Choice::Pick(pick))
            }
            Asks::Act | Asks::Cell { .. } => None,
        }
    }

    fn reaction(&self, options: &[Name]) -> Option<Choice> {
        let habit = |name: &Name| self.of(Question::React(*name));
        if let Some(taken) = options.iter().find(|name| habit(name) == Habit::Always) {
            return Some(Choice::React(*taken));
        }
        options.iter().all(|name| habit(name) == Habit::Never).then_some(Choice::Pass)
    }
}
