//! The interface between a battle and whatever answers its prompts.

use crate::battle::View;
use crate::content::authored::Diagnostic;
use crate::resolution::legal::ValidAct;
use crate::resolution::{Choice, Prompt, Setup};
use crate::rules::Ruleset;

/// An option that a controller considered, with its score and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The answer that was considered.
    pub choice: Choice,
    /// Its score; higher is better. Only comparable within one answer.
    pub score: i32,
    /// The reason in plain words, for players.
    pub why: String,
}

/// A controller's answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The chosen answer.
    pub choice: Choice,
    /// The options considered, best first; empty unless the controller was asked to explain itself.
    pub thoughts: Vec<Thought>,
    /// The proof that the chosen act is legal, if the controller has checked it already.
    pub valid: Option<ValidAct>,
}

impl Answer {
    /// An answer without explanation or legality check.
    pub fn plain(choice: Choice) -> Answer {
        Answer { choice, thoughts: Vec::new(), valid: None }
    }

    /// An act that has been checked for legality already, without explanation.
    pub fn valid(valid: ValidAct) -> Answer {
        Answer { choice: Choice::Act(valid.act().clone()), thoughts: Vec::new(), valid: Some(valid) }
    }
}

/// Answers the prompts of one side.
pub trait Controller {
    /// Answers a prompt for one of this side's combatants.
    ///
    /// `seen` is the battle as this side knows it.
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer;

    /// The error that made an answer impossible, such as a script entry that breaks the rules. Called after each answer.
    fn fault(&mut self) -> Option<Diagnostic> {
        None
    }

    /// Turns [`Answer::thoughts`] on or off. Controllers that weigh no options ignore it.
    fn explain(&mut self, _explain: bool) {}
}
