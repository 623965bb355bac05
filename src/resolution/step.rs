//! One step of a frame: its inputs, its facts, and the frames that follow.

use smallvec::SmallVec;

use super::act::{Choice, Prompt};
use super::event::BattleEvent;
use super::frame::{Frame, Pools, Verdict};
use super::legal::{Computed, Legality};
use super::plan::ActionPlan;
use super::setup::Setup;
pub use super::state::{Reacted, Recheck, Remember, UpkeepMemory, Watches};
use crate::battle::{CombatantId, Count, View};
use crate::content::Rulebook;
use crate::dice::Dice;
use crate::mechanics::Game;
use crate::rules::Ruleset;
use crate::turn::{Due, DueKind, Phase, Timeline};

/// Everything that a frame reads during a step, and the parts of the state that it may change: the dice, an empty list and
/// what is to be remembered.
pub struct Inputs<'a> {
    /// The battle as it is.
    pub view: View<'a>,
    /// Rules of the battle.
    pub rules: &'a Ruleset,
    /// The setup that the battle began with.
    pub setup: &'a Setup,
    /// All scheduled events.
    pub timeline: &'a Timeline,
    /// Observations of earlier upkeep.
    pub memory: &'a UpkeepMemory,
    /// Which combatants could react at which points.
    pub watches: &'a Watches,
    /// The stream that all rolls are taken from.
    pub dice: &'a mut Dice,
    /// Result of the child frame that has just finished.
    pub verdict: &'a mut Option<Verdict>,
    /// The answer to the question the frame asked.
    pub answer: &'a mut Option<Choice>,
    /// Empty lists for facts.
    pub spare: &'a mut SpareLists,
    /// Memories of the step, written after it; the step does not read them again.
    pub remembered: &'a mut Vec<Remember>,
    /// Pools before a moment whose consequences have just happened, so that the moments that contain it do not repeat them.
    pub handled: &'a mut Option<Pools>,
}

impl<'a> Inputs<'a> {
    /// The policies that mechanics read.
    pub fn book(&self) -> Rulebook<'a> {
        self.rules.book()
    }

    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'a> {
        Game::new(self.view, self.book())
    }

    /// An empty list for the facts of a step.
    pub fn facts(&mut self) -> Vec<BattleEvent> {
        self.spare.take()
    }

    /// Adds the fact that something is due. Lower ties of one count and phase come first. It is numbered with the other
    /// facts of the step.
    pub(super) fn schedule(&self, at: Count, phase: Phase, tie: i32, what: DueKind, events: &mut Vec<BattleEvent>) {
        let id = self.timeline.next_id();
        events.push(BattleEvent::DueSet { due: Due { id, at, phase, tie, what } });
    }

    /// Values computed when the act of a combatant was found legal, if nothing has changed since.
    pub(super) fn legal(&self, who: CombatantId) -> Option<Computed> {
        self.memory.legal(who, self.view.changed().any)
    }

    /// Keeps the act of a combatant legal although the facts of this step, the last of which changes its own row, pay for it.
    pub(super) fn legal_after(&mut self, facts: u64, who: CombatantId) {
        if let Some(computed) = self.legal(who) {
            let revision = Some(self.view.revision() + facts);
            self.remember(Remember::Legal(Legality { who, revision, computed }));
        }
    }

    /// Hands something to the run loop to be remembered after the step.
    pub(super) fn remember(&mut self, what: Remember) {
        self.remembered.push(what);
    }

    /// Whether something that changed at this revision has not been checked since; the check is then noted.
    pub(super) fn check_again(&mut self, check: Recheck, changed: u64) -> bool {
        let is_news = self.memory.is_news(check, changed);
        if is_news {
            self.remember(Remember::Checked(check, self.view.revision()));
        }
        is_news
    }

    /// Takes back an unused list.
    #[inline]
    pub(super) fn unused(&mut self, facts: Vec<BattleEvent>) {
        self.spare.give(facts);
    }
}

/// Empty lists for facts that keep their memory: a step uses one, the facts with their consequences another.
#[derive(Clone, Debug, Default)]
pub struct SpareLists(SmallVec<[Vec<BattleEvent>; 2]>);

impl SpareLists {
    fn take(&mut self) -> Vec<BattleEvent> {
        self.0.pop().unwrap_or_default()
    }

    /// Takes an empty list.
    #[inline]
    pub(super) fn give(&mut self, facts: Vec<BattleEvent>) {
        if facts.capacity() > 0 && self.0.len() < 2 {
            debug_assert!(facts.is_empty());
            self.0.push(facts);
        }
    }
}

/// Makes steps of a frame until one has facts or leads to another frame. `same` returns the frame if it is of the same
/// kind.
pub(super) fn run_silent_stages<F>(
    mut frame: F,
    inputs: &mut Inputs<'_>,
    stage_of: impl Fn(F, &mut Inputs<'_>) -> StepResult,
    same: impl Fn(Frame) -> Result<F, Frame>,
) -> StepResult {
    loop {
        let made = stage_of(frame, inputs);
        match made.next {
            NextStep::Resume(next) if made.events.is_empty() => match same(next) {
                Ok(again) => frame = again,
                Err(other) => return StepResult::new(made.events, NextStep::Resume(other)),
            },
            next => return StepResult::new(made.events, next),
        }
        inputs.unused(made.events);
        (*inputs.verdict, *inputs.answer) = (None, None);
    }
}

/// Continuation after a step.
pub enum NextStep {
    /// This frame makes the next step.
    Resume(Frame),
    /// The first frame waits for the second.
    Call(Frame, Frame),
    /// The frame waits for an answer.
    Ask(Frame, Prompt),
    /// The frame is finished.
    Finish(Verdict),
    /// The battle is over; the fact of it is among the events.
    End,
}

/// Result of a step: its facts and the continuation. All facts are applied before anything else happens.
pub struct StepResult {
    /// Facts of the step.
    pub events: Vec<BattleEvent>,
    /// Continuation after the facts are applied.
    pub next: NextStep,
}

impl StepResult {
    /// A step with these facts.
    pub fn new(events: Vec<BattleEvent>, next: NextStep) -> StepResult {
        StepResult { events, next }
    }

    /// A step without facts.
    pub fn silent(next: NextStep) -> StepResult {
        StepResult { events: Vec::new(), next }
    }

    /// The frame finishes with these facts and nothing for its parent.
    pub(super) fn done(events: Vec<BattleEvent>) -> StepResult {
        StepResult::new(events, NextStep::Finish(Verdict::Done))
    }

    /// The frame finishes and nothing happens.
    pub(super) fn nothing() -> StepResult {
        StepResult::done(Vec::new())
    }

    /// The frame finishes and hands its parent a plan.
    pub(super) fn planned(plan: ActionPlan) -> StepResult {
        StepResult::silent(NextStep::Finish(Verdict::Planned(Box::new(plan))))
    }
}
