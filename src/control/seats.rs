//! Assigns a controller to each side, and plays a battle with them.

use std::fmt;

use bevy::prelude::World;
use xxhash_rust::xxh3::xxh3_64;

use super::controller::{Answer, Controller};
use crate::battle::{Side, Snapshot, View};
use crate::content::authored::Diagnostic;
use crate::content::refusal::Refusal;
use crate::mechanics::sight;
use crate::resolution::{Battle, Bout, Choice, Outcome, Prompt, Setup, Status, go_on, resolve};

/// The seed for AI misjudgements in battle number `battle` of a seed. Depends on nothing else, and is independent of the dice
/// of this battle and of other battles.
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
    Illegal { prompt: Box<Prompt>, choice: Box<Choice>, refusal: Refusal },
    /// This side has no controller.
    Vacant(Side),
}

impl Stopped {
    /// The stop caused by a refused answer.
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

/// Plays the battle of a world to its end.
///
/// # Errors
/// If a script entry is impossible, a controller gives an illegal answer, or a side has no controller.
///
/// # Panics
/// If the world has no battle.
pub fn play(world: &mut World, seats: &mut Seats) -> Result<Outcome, Stopped> {
    loop {
        if let Status::Over(outcome) = answer_one(world, seats)? {
            return Ok(outcome);
        }
    }
}

/// Advances the battle to its next prompt, has it answered, and returns the status after that.
///
/// # Errors
/// See [`play`].
///
/// # Panics
/// If the world has no battle.
pub fn answer_one(world: &mut World, seats: &mut Seats) -> Result<Status, Stopped> {
    let prompt = match resolve(world) {
        Status::Awaiting(prompt) => prompt,
        over => return Ok(over),
    };
    let given = ask(world, seats, &prompt)?;
    answer(world, &prompt, given)
}

/// Answers a prompt, advances the battle to the next one, and returns the status.
///
/// # Errors
/// If the answer is illegal.
///
/// # Panics
/// If the world has no battle.
pub fn answer(world: &mut World, prompt: &Prompt, given: Answer) -> Result<Status, Stopped> {
    let Answer { choice, judged, .. } = given;
    go_on(world, choice, judged).map_err(|refused| Stopped::refused(prompt, refused))
}

/// Asks the controller of a side for its answer to a prompt, without submitting it.
///
/// # Errors
/// See [`play`].
pub fn ask(world: &World, seats: &mut Seats, prompt: &Prompt) -> Result<Answer, Stopped> {
    asked(world.resource::<Snapshot>().view(), &world.resource::<Battle>().setup, seats, prompt)
}

/// Asks the controller of a side for its answer to a prompt of a battle outside a world, without submitting it.
///
/// # Errors
/// See [`play`].
pub fn ask_in(bout: &Bout, seats: &mut Seats, prompt: &Prompt) -> Result<Answer, Stopped> {
    asked(bout.view(), &bout.battle().setup, seats, prompt)
}

fn asked(view: View<'_>, setup: &Setup, seats: &mut Seats, prompt: &Prompt) -> Result<Answer, Stopped> {
    let side = view.row(prompt.who).side;
    let view = sight::known_to(view, setup.rules.book(), side);
    let seat = seats.of(side).ok_or(Stopped::Vacant(side))?;
    let answer = seat.answer(view, &setup.rules, setup, prompt);
    match seat.fault() {
        Some(diagnostic) => Err(Stopped::Script(Box::new(diagnostic))),
        None => Ok(answer),
    }
}
