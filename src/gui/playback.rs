//! Shows facts one after another. No other part of the window applies facts.

use std::collections::VecDeque;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::frame::Animating;
use super::keys::{KeyCommand, Keys};
use super::known;
use super::screens::Screen;
use crate::battle::Side;
use crate::ecs::{BattleStep, BattleSystems, ShownBattle};
use crate::mechanics::attack::Degree;
use crate::resolution::event::{BattleEvent, Cause};

/// How fast facts are shown.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speed {
    /// The speed that animations were made for.
    #[default]
    Normal,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Quadruple,
    /// Everything at once.
    Instant,
}

impl Speed {
    /// All speeds, slowest first.
    pub const ALL: [Speed; 4] = [Speed::Normal, Speed::Double, Speed::Quadruple, Speed::Instant];

    /// The word on its button.
    pub fn word(self) -> &'static str {
        self.described().0
    }

    /// The word on its button, and how much faster than the clock it is; `None` takes no time at all.
    fn described(self) -> (&'static str, Option<f32>) {
        match self {
            Speed::Normal => ("1x", Some(1.0)),
            Speed::Double => ("2x", Some(2.0)),
            Speed::Quadruple => ("4x", Some(4.0)),
            Speed::Instant => ("instant", None),
        }
    }
}

/// The facts still to be shown, and how fast.
#[derive(Resource, Default)]
pub struct Playback {
    /// The pace the player chose.
    pub speed: Speed,
    /// Whether playback stops after the present fact.
    pub paused: bool,
    /// Whether tokens jump to where they are going instead of gliding.
    pub still: bool,
    hurried: bool,
    skipping: bool,
    queue: VecDeque<BattleEvent>,
    /// Seconds until the next fact.
    wait: f32,
}

impl Playback {
    /// Adds facts to be shown after all others.
    pub fn extend(&mut self, events: impl IntoIterator<Item = BattleEvent>) {
        self.queue.extend(events);
    }

    /// Whether everything has been shown.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.wait <= 0.0
    }

    /// Facts still to be shown.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Shows all that is left at once.
    pub fn skip(&mut self) {
        self.skipping = !self.queue.is_empty();
        self.paused = false;
    }

    /// Whether it is stopped between two facts.
    pub fn is_held(&self) -> bool {
        self.paused && self.wait <= 0.0 && !self.queue.is_empty()
    }

    /// Shows the next fact later by these seconds, at normal speed.
    pub fn linger(&mut self, seconds: f32) {
        if self.pace().is_some() && !self.queue.is_empty() {
            self.wait = self.wait.max(0.0) + seconds;
        }
    }

    /// Forgets everything, for another battle.
    pub fn clear(&mut self) {
        *self = Playback { speed: self.speed, still: self.still, ..Playback::default() };
    }

    /// The factor by which things move faster than at normal speed now; `None` if they arrive at once.
    pub fn pace(&self) -> Option<f32> {
        let hurry = if self.hurried { 4.0 } else { 1.0 };
        self.speed.described().1.filter(|_| !self.skipping).map(|factor| factor * hurry)
    }

    /// Seconds a movement of this length takes at the present pace.
    pub fn paced(&self, seconds: f32) -> f32 {
        self.pace().map_or(0.0, |pace| seconds / pace)
    }

    fn next(&mut self, elapsed: f32) -> Option<BattleEvent> {
        if self.paused && self.wait <= 0.0 {
            return None;
        }
        self.wait = self.pace().map_or(0.0, |pace| self.wait - elapsed * pace);
        if self.wait > 0.0 {
            return None;
        }
        let event = self.queue.pop_front();
        // Whatever follows the facts of this frame still sees that they were skipped.
        self.wait = event.as_ref().map_or(0.0, |event| self.wait + seconds(event));
        event
    }
}

/// A fact that has just been shown.
#[derive(Message, Clone, Debug)]
pub struct ShownFact {
    /// The fact.
    pub event: BattleEvent,
    /// Sides that must not learn of the fact, because its actor is hidden from them.
    pub secret: Vec<Side>,
}

/// Seconds one step of a movement takes to watch.
pub const STEP_SECONDS: f32 = 0.17;

/// How long a fact is looked at before the next one.
fn seconds(event: &BattleEvent) -> f32 {
    match event {
        BattleEvent::ActionDeclared { who, act } if act.aimed_at().is_some_and(|other| other != *who) => 0.3,
        BattleEvent::Displaced { cause: Cause::Step, .. } => STEP_SECONDS,
        BattleEvent::Displaced { .. } => 0.28,
        BattleEvent::CheckRolled(rolled) if rolled.degree == Degree::Critical => 0.6,
        BattleEvent::CheckRolled(_) | BattleEvent::ConfirmationRolled(_) => 0.45,
        BattleEvent::MissChanceRolled { .. } | BattleEvent::InstantKillRolled { .. } => 0.4,
        BattleEvent::DamageTaken(_) => 0.55,
        BattleEvent::SpellBegan { .. } | BattleEvent::Healed { .. } | BattleEvent::Warded { .. } => 0.4,
        BattleEvent::Died { .. } | BattleEvent::CarriedOff { .. } | BattleEvent::FellUnconscious { .. } => 0.7,
        BattleEvent::LinkMade { .. } | BattleEvent::LinkEnded { .. } | BattleEvent::RideEnded { .. } => 0.4,
        BattleEvent::ConditionGained { .. } | BattleEvent::StanceTaken { .. } => 0.22,
        BattleEvent::ActionAbandoned { .. } | BattleEvent::ActionTakenBack { .. } => 0.4,
        BattleEvent::DoorMoved { .. } | BattleEvent::FatigueGained { .. } => 0.3,
        BattleEvent::CountBegan { .. } => 0.05,
        _ => 0.0,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_message::<ShownFact>()
        .add_systems(BattleStep, (hurry, play).chain().in_set(BattleSystems::Show).run_if(in_state(Screen::Battle)));
}

fn hurry(keys: Keys, mut playback: ResMut<Playback>) {
    if playback.skipping && playback.queue.is_empty() {
        playback.skipping = false;
    }
    let hurried = keys.held(KeyCommand::Hurry);
    if playback.hurried != hurried {
        playback.hurried = hurried;
    }
    if keys.pressed(KeyCommand::Cancel) && !playback.is_idle() {
        playback.skip();
    }
}

/// Shows the facts whose time has come.
pub(super) fn play(world: &mut World) {
    if !world.contains_resource::<ShownBattle>() || world.resource::<Playback>().is_idle() {
        return;
    }
    let mut elapsed = world.resource::<Animating>().passed(world.resource::<Time>());
    while let Some(event) = world.resource_mut::<Playback>().next(elapsed) {
        elapsed = 0.0;
        world.resource_mut::<ShownBattle>().apply(&event);
        let secret = known::update(world, &event);
        world.write_message(ShownFact { event, secret });
    }
}
