//! Who answers a prompt: a person with standing orders, a script, or an opponent that thinks for itself.
//!
//! A [`Controller`] sees what its side may know and answers one question at a time. [`play`] lets the controllers of all
//! [`Seats`] answer until the battle is over.

pub mod ai;
pub mod orders;
mod script;
mod seats;

pub use ai::{Charger, Strength, Tactician};
pub use orders::{Habit, Order, Orders, WalkEnd};
pub use script::Script;
pub use seats::{Seats, Stopped, ai_seed, answer, answer_one, ask, play};

use crate::battle::View;
use crate::content::authored::Diagnostic;
use crate::resolution::legal::ValidAct;
use crate::resolution::{Choice, Prompt, Setup};
use crate::rules::Ruleset;

/// One thing that was considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What would be answered.
    pub choice: Choice,
    /// How good it seems, relative to the others.
    pub score: i32,
    /// Why, in plain words.
    pub why: String,
}

/// An answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was chosen.
    pub choice: Choice,
    /// What was considered, best first; empty unless the controller was asked to explain itself.
    pub thoughts: Vec<Thought>,
    /// That the act was found legal, if the controller has found out.
    pub valid: Option<ValidAct>,
}

impl Answer {
    /// An answer without a word about it.
    pub fn plain(choice: Choice) -> Answer {
        Answer { choice, thoughts: Vec::new(), valid: None }
    }

    /// An act that was found legal, without a word about it.
    pub fn valid(valid: ValidAct) -> Answer {
        Answer { choice: Choice::Act(valid.act().clone()), thoughts: Vec::new(), valid: Some(valid) }
    }
}

/// Answers the prompts of one side.
pub trait Controller {
    /// Answers a question about one of the combatants of this side.
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer;

    /// What made an answer impossible, such as a script that asks for what the rules forbid. Asked after each answer.
    fn fault(&mut self) -> Option<Diagnostic> {
        None
    }

    /// Whether to say what was considered. A controller that never thinks ignores it.
    fn explain(&mut self, _explain: bool) {}
}
