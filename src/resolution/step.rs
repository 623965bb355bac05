//! One step of a frame: facts, and what comes next.

use super::act::{Choice, Prompt};
use super::event::BattleEvent;
use super::frame::{Frame, Verdict};
use super::legal::Computed;
use super::plan::Plan;
pub use super::state::{Look, Memory};
use crate::battle::{CombatantId, Count, View};
use crate::content::policy::Rulebook;
use crate::dice::Dice;
use crate::rules::Ruleset;
use crate::turn::{Due, DueId, DueKind, Phase, Timeline};

use super::setup::Setup;

/// What a frame may look at while it makes a step.
pub struct Inputs<'a> {
    pub view: View<'a>,
    pub rules: &'a Ruleset,
    pub setup: &'a Setup,
    pub timeline: &'a Timeline,
    pub memory: &'a mut Memory,
    pub dice: &'a mut Dice,
    /// What the child frame left.
    pub verdict: Option<Verdict>,
    /// The answer to the question the frame asked.
    pub answer: Option<Choice>,
    /// An empty list for facts.
    pub spare: &'a mut Vec<BattleEvent>,
}

impl<'a> Inputs<'a> {
    /// What mechanics need to know of the ruleset.
    pub fn book(&self) -> Rulebook<'a> {
        self.rules.book()
    }

    /// An empty list for the facts of a step.
    pub fn facts(&mut self) -> Vec<BattleEvent> {
        std::mem::take(self.spare)
    }

    /// Number of the next due. Dues set by earlier facts of the same step count.
    pub(super) fn next_due(&self, events: &[BattleEvent]) -> DueId {
        let set = events.iter().filter(|event| matches!(event, BattleEvent::DueSet { .. })).count();
        DueId(self.timeline.next_id().0 + set as u32)
    }

    /// Adds the fact that something is due. Lower ties of one count and phase come first.
    pub(super) fn schedule(&self, at: Count, phase: Phase, tie: i32, what: DueKind, events: &mut Vec<BattleEvent>) {
        let id = self.next_due(events);
        events.push(BattleEvent::DueSet { due: Due { id, at, phase, tie, what } });
    }

    /// Values computed when the act of a combatant was found legal, if nothing has changed since.
    pub(super) fn legal(&self, who: CombatantId) -> Option<Computed> {
        self.memory.legal(who, self.view.changed().any)
    }

    /// Takes back a list of which no use was made.
    pub(super) fn unused(&mut self, facts: Vec<BattleEvent>) {
        if facts.capacity() > self.spare.capacity() {
            *self.spare = facts;
        }
    }
}

/// Goes through the stages of a frame in which nothing happens at once: makes its steps until one has facts or leads to
/// another frame. `same` tells whether a frame is of its kind.
pub(super) fn through<F>(
    mut frame: F,
    inputs: &mut Inputs<'_>,
    stage_of: impl Fn(F, &mut Inputs<'_>) -> Step,
    same: impl Fn(Frame) -> Result<F, Frame>,
) -> Step {
    loop {
        let made = stage_of(frame, inputs);
        match made.next {
            Next::Resume(next) if made.events.is_empty() => match same(next) {
                Ok(again) => frame = again,
                Err(other) => return Step::new(made.events, Next::Resume(other)),
            },
            next => return Step::new(made.events, next),
        }
        inputs.unused(made.events);
        (inputs.verdict, inputs.answer) = (None, None);
    }
}

/// What comes after a step.
pub enum Next {
    /// The same frame goes on.
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

/// The facts of a step and what comes next. All facts of one step are applied before anything else happens.
pub struct Step {
    pub events: Vec<BattleEvent>,
    pub next: Next,
}

impl Step {
    /// A step with these facts.
    pub fn new(events: Vec<BattleEvent>, next: Next) -> Step {
        Step { events, next }
    }

    /// A step without facts.
    pub fn silent(next: Next) -> Step {
        Step { events: Vec::new(), next }
    }

    /// The frame finishes with these facts and nothing for its parent.
    pub(super) fn done(events: Vec<BattleEvent>) -> Step {
        Step::new(events, Next::Finish(Verdict::Done))
    }

    /// The frame finishes and nothing happens.
    pub(super) fn nothing() -> Step {
        Step::done(Vec::new())
    }

    /// The frame finishes and hands its parent a plan.
    pub(super) fn planned(plan: Plan) -> Step {
        Step::silent(Next::Finish(Verdict::Planned(Box::new(plan))))
    }
}
