//! The whole simulation as one plain value.
//!
//! The fields of [`BattleState`] are private to this folder, and `run.rs` alone moves them: it makes one step after another
//! and hands the facts of each to [`Battlefield::apply`], the only writer of what rules read. A step rolls from
//! borrowed dice and reads the memory of upkeep; what it wants [remembered](Remember) the loop writes. The compiler refuses
//! every other writer.

mod memory;
mod run;
mod saved;
mod watches;

pub use memory::{Company, LastLook, ObservedThreats, Reacted, Recheck, Remember, Threats, UpkeepMemory};
pub use run::{BattleStatus, Illegal};
pub use saved::{BadSave, SavedBattle};
pub use watches::Watches;

use std::sync::Arc;

use super::act::{Choice, Prompt};
use super::battlefield::Battlefield;
use super::begin;
use super::event::BattleOutcome;
use super::frame::{Clock, Frame, Verdict};
use super::log::EventLog;
use super::setup::Setup;
use super::step::SpareLists;
use crate::battle::{Count, Side, Snapshot, View};
use crate::dice::Dice;
use crate::rules::Ruleset;
use crate::turn::Timeline;

/// A battle in progress: everything that decides how it continues, and the log of its facts.
#[derive(Clone, Debug)]
pub struct BattleState {
    setup: Arc<Setup>,
    field: Battlefield,
    dice: Dice,
    /// Unfinished work, bottom first.
    stack: Vec<Frame>,
    memory: UpkeepMemory,
    watches: Watches,
    /// Result of the frame that has just finished, for the frame below it.
    verdict: Option<Verdict>,
    prompt: Option<Prompt>,
    answer: Option<Choice>,
    outcome: Option<BattleOutcome>,
    activations: u64,
    log: EventLog,
    /// Empty lists for the facts of the next step, and for what it wants remembered.
    spare: SpareLists,
    remembered: Vec<Remember>,
}

impl BattleState {
    /// Begins a battle: rolls initiative and applies the conditions with which combatants begin.
    pub fn begin(setup: Arc<Setup>, mut dice: Dice) -> BattleState {
        let field = Battlefield::before_first_fact(&setup);
        let facts = begin::first_facts(&setup, field.view(), &mut dice);
        let mut battle = BattleState {
            watches: Watches::new(&setup.rules, &field.snapshot().rows),
            field,
            setup,
            dice,
            log: EventLog::default(),
            stack: vec![Frame::Clock(Clock::default())],
            memory: UpkeepMemory::default(),
            verdict: None,
            prompt: None,
            answer: None,
            outcome: None,
            activations: 0,
            spare: SpareLists::default(),
            remembered: Vec::new(),
        };
        battle.record(facts);
        battle
    }

    /// The setup with which it began.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        &self.setup.rules
    }

    /// Combatants, ground, holds, spells and timeline.
    pub fn field(&self) -> &Battlefield {
        &self.field
    }

    /// State of combatants, ground, holds and spells, as a value.
    pub fn snapshot(&self) -> &Snapshot {
        self.field.snapshot()
    }

    /// The state as rules read it.
    pub fn view(&self) -> View<'_> {
        self.field.view()
    }

    /// All scheduled events, in order.
    pub fn timeline(&self) -> &Timeline {
        self.field.timeline()
    }

    /// The stream that all rolls come from.
    pub fn dice(&self) -> &Dice {
        &self.dice
    }

    /// The facts so far.
    pub fn log(&self) -> &EventLog {
        &self.log
    }

    /// The facts so far, to be taken out or dropped. Nothing in the simulation reads them.
    pub fn log_mut(&mut self) -> &mut EventLog {
        &mut self.log
    }

    /// The open question.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// Unfinished work, bottom first.
    pub fn stack(&self) -> &[Frame] {
        &self.stack
    }

    /// Number of turns taken.
    pub fn activations(&self) -> u64 {
        self.activations
    }

    /// The count (or round) since which a side has held the zone of one of its goals, by the goal's index.
    pub fn held_since(&self, side: Side, goal: usize) -> Option<Count> {
        self.memory.held_since.get(usize::from(side.0))?.get(goal).copied().flatten()
    }

    /// Outcome of the battle; `None` while it continues.
    pub fn outcome(&self) -> Option<&BattleOutcome> {
        self.outcome.as_ref()
    }
}
