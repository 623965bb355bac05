//! The battle behind the window: the simulation's own world, who answers for each side, and who is asked.

mod orders;
mod steps;

pub use orders::{FARTHEST, Order, Orders};

use std::sync::Arc;

use bevy::prelude::*;

use super::Draws;
use super::board::Layout;
use super::playback::Playback;
use super::screens::Screen;
use crate::battle::{CombatantId, Side, Snapshot, View};
use crate::content::refusal::Refusal;
use crate::dice::Dice;
use crate::resolution::begin::stage;
use crate::resolution::event::{BattleEvent, Outcome};
use crate::resolution::{Battle, Choice, Illegal, Prompt, Setup, Status, begin, resolve, submit};
use crate::rules::Ruleset;

/// Who answers for a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at this window. Several human seats share it.
    #[default]
    Human,
    /// The program.
    Ai,
}

/// Answers a question for a seat of the program, from what the simulation's world holds.
pub type Thinker = fn(&World, &Prompt) -> Choice;

/// A battle that can be opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What it begins with.
    pub setup: Arc<Setup>,
    /// Who answers for each side, by the side's number; sides beyond its end are the program's.
    pub seats: Vec<Seat>,
    /// The seed of its dice.
    pub seed: u64,
    /// How the program answers.
    pub thinker: Thinker,
}

/// The battle to open next.
#[derive(Resource, Clone)]
pub struct Next(pub Arc<Opening>);

/// The battle that is being played.
#[derive(Resource)]
pub struct Session {
    /// What it was opened with.
    pub opening: Arc<Opening>,
    sim: World,
    /// How many facts have been handed to playback.
    told: usize,
    /// Answers that were accepted, in order.
    choices: Vec<Choice>,
}

impl Session {
    /// Begins a battle.
    pub fn open(opening: Arc<Opening>) -> Session {
        let mut sim = World::new();
        begin(&mut sim, opening.setup.clone(), Dice::seeded(opening.seed, 0));
        Session { opening, sim, told: 0, choices: Vec::new() }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        &self.opening.setup.rules
    }

    /// The battle as the simulation knows it: ahead of what is shown.
    pub fn ahead(&self) -> View<'_> {
        self.sim.resource::<Snapshot>().view()
    }

    /// The battle as the simulation knows it, with its log.
    pub fn battle(&self) -> &Battle {
        self.sim.resource::<Battle>()
    }

    /// The answers given so far.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Goes on until somebody must be asked.
    pub fn advance(&mut self) -> Status {
        resolve(&mut self.sim)
    }

    /// Answers the open question.
    ///
    /// # Errors
    /// The resolution's refusal; the question stays open.
    pub fn answer(&mut self, choice: Choice) -> Result<(), Illegal> {
        submit(&mut self.sim, choice.clone())?;
        self.choices.push(choice);
        Ok(())
    }

    /// The program's answer to a question.
    pub fn think(&self, prompt: &Prompt) -> Choice {
        (self.opening.thinker)(&self.sim, prompt)
    }

    /// Who answers for a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.opening.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Ai)
    }

    /// Who answers for a combatant.
    pub fn seat_of(&self, who: CombatantId) -> Seat {
        self.ahead().find(who).map_or(Seat::Ai, |row| self.seat(row.side))
    }

    /// Facts that playback has not got yet.
    pub fn news(&mut self) -> Vec<BattleEvent> {
        let events = self.battle().log.events();
        let news = events[self.told.min(events.len())..].to_vec();
        self.told = events.len();
        news
    }
}

/// What the person at the window is asked now. Empty while facts are shown and while the program thinks.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Asked(pub Option<Prompt>);

impl Asked {
    /// Who is asked.
    pub fn who(&self) -> Option<CombatantId> {
        self.0.as_ref().map(|prompt| prompt.who)
    }
}

/// How the battle ended, once that has been shown.
#[derive(Resource, Debug)]
pub struct Ended(pub Outcome);

/// An answer to what is asked, from a click or a panel.
#[derive(Message, Clone, Debug)]
pub struct Answer(pub Choice);

/// Something to tell the player that is no fact of the battle.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// The words, with the rule they come from.
    pub refusal: Refusal,
    /// Whom it is about.
    pub who: Option<CombatantId>,
}

/// Opens, plays and closes battles.
pub fn plugin(app: &mut App) {
    app.init_resource::<Asked>()
        .init_resource::<Orders>()
        .add_message::<Answer>()
        .add_message::<Notice>()
        .add_systems(OnEnter(Screen::Battle), open)
        .add_systems(OnExit(Screen::Battle), close)
        .add_systems(
            Update,
            (steps::take_answers, steps::interrupt, steps::go_on)
                .chain()
                .in_set(Draws::Simulate)
                .run_if(resource_exists::<Session>),
        );
}

/// Puts the next battle's combatants into the window's world as they stand before anything has happened.
fn open(world: &mut World) {
    let Some(Next(opening)) = world.get_resource::<Next>().cloned() else { return };
    stage(world, &opening.setup);
    let layout = Layout::of(world.resource::<Snapshot>().view().board());
    world.insert_resource(layout);
    world.resource_mut::<Playback>().clear();
    world.resource_mut::<Orders>().clear();
    world.insert_resource(Session::open(opening));
    world.remove_resource::<Ended>();
}

fn close(world: &mut World) {
    world.remove_resource::<Session>();
    world.resource_mut::<Asked>().0 = None;
}
