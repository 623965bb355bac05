//! The interface between a battle and whatever answers its prompts, and how a battle is played with it.

use std::fmt;

use xxhash_rust::xxh3::xxh3_64;

use crate::battle::{Side, View};
use crate::content::{Diagnostic, Refusal};
use crate::mechanics::{Game, sight};
use crate::resolution::legal::ValidAct;
use crate::resolution::{BattleOutcome, BattleState, BattleStatus, Choice, Prompt, Setup};
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
    /// Whether a standing order gave it.
    pub ordered: bool,
}

impl Answer {
    /// An answer without explanation or legality check.
    pub fn plain(choice: Choice) -> Answer {
        Answer { choice, thoughts: Vec::new(), valid: None, ordered: false }
    }

    /// An act that has been checked for legality already, without explanation.
    pub fn valid(valid: ValidAct) -> Answer {
        Answer { choice: Choice::Act(valid.act().clone()), thoughts: Vec::new(), valid: Some(valid), ordered: false }
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

    /// Begins another battle of the same scenario: answers as a new controller with this seed would. Caches may be kept, as they
    /// change no answer.
    fn begin(&mut self, seed: u64);

    /// Turns [`Answer::thoughts`] on or off. Controllers that weigh no options ignore it.
    fn explain(&mut self, _explain: bool) {}
}

/// The seed for AI misjudgements in battle number `battle` of the seed `seed`. It depends on these two numbers alone, and is
/// independent of the dice of all battles.
pub fn ai_seed(seed: u64, battle: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..].copy_from_slice(&battle.to_le_bytes());
    xxh3_64(&bytes)
}

/// One controller per side.
#[derive(Default)]
pub struct Seats {
    sides: Vec<Box<dyn Controller + Send>>,
}

impl Seats {
    /// Seats controllers in the order of the sides.
    pub fn new(sides: Vec<Box<dyn Controller + Send>>) -> Seats {
        Seats { sides }
    }

    /// Begins another battle of the same scenario, see [`Controller::begin`].
    pub fn begin(&mut self, seed: u64) {
        self.sides.iter_mut().for_each(|seat| seat.begin(seed));
    }

    /// The controller of a side.
    pub fn of(&mut self, side: Side) -> Option<&mut (dyn Controller + Send + 'static)> {
        self.sides.get_mut(usize::from(side.0)).map(|seat| &mut **seat)
    }
}

/// The reason why a battle could not continue.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// A script asks for something that is impossible or against the rules.
    Script(Box<Diagnostic>),
    /// A controller gave an illegal answer.
    Illegal {
        /// The open question.
        prompt: Box<Prompt>,
        /// The refused answer.
        choice: Box<Choice>,
        /// The reason for the refusal.
        refusal: Refusal,
    },
    /// This side has no controller.
    Vacant(Side),
}

impl Stopped {
    pub(crate) fn refused(prompt: &Prompt, (choice, refusal): (Choice, Refusal)) -> Stopped {
        Stopped::Illegal { prompt: Box::new(prompt.clone()), choice: Box::new(choice), refusal }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Script(diagnostic) => write!(out, "{}", diagnostic.brief()),
            Stopped::Illegal { prompt, choice, refusal } => {
                write!(out, "{choice:?} does not answer {prompt:?}: {refusal}")
            }
            Stopped::Vacant(side) => write!(out, "side {} has no controller", side.0),
        }
    }
}

/// Plays a battle to its end.
///
/// # Errors
/// If a script asks for the impossible, a controller answers against the rules, or a side has no controller.
pub fn play(battle: &mut BattleState, seats: &mut Seats) -> Result<BattleOutcome, Stopped> {
    loop {
        if let BattleStatus::Over(outcome) = answer_one(battle, seats)? {
            return Ok(outcome);
        }
    }
}

/// Runs a battle to its next question, has its controller answer, and returns the status after the answer.
///
/// # Errors
/// If a script asks for the impossible, the controller answers against the rules, or its side has none.
pub fn answer_one(battle: &mut BattleState, seats: &mut Seats) -> Result<BattleStatus, Stopped> {
    let prompt = match battle.resolve() {
        BattleStatus::Awaiting(prompt) => prompt,
        over => return Ok(over),
    };
    let given = ask(battle, seats, &prompt)?;
    answer(battle, &prompt, given)
}

/// Answers a question, runs the battle to its next one, and returns the status there.
///
/// # Errors
/// If the answer is against the rules.
pub fn answer(battle: &mut BattleState, prompt: &Prompt, given: Answer) -> Result<BattleStatus, Stopped> {
    let Answer { choice, valid, .. } = given;
    battle.answer(choice, valid).map_err(|refused| Stopped::refused(prompt, refused))
}

/// Asks the controller of a side for its answer to a prompt, without submitting it.
///
/// # Errors
/// If a script asks for the impossible, or the side has no controller.
pub fn ask(battle: &BattleState, seats: &mut Seats, prompt: &Prompt) -> Result<Answer, Stopped> {
    let (setup, view) = (battle.setup(), battle.view());
    let side = view.row(prompt.who).side;
    let unknown = sight::unknown_to(Game::new(view, setup.rules.book()), side);
    let seat = seats.of(side).ok_or(Stopped::Vacant(side))?;
    let answer = seat.answer(view.without(&unknown), &setup.rules, setup, prompt);
    match seat.fault() {
        Some(diagnostic) => Err(Stopped::Script(Box::new(diagnostic))),
        None => Ok(answer),
    }
}
