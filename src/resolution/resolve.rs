//! The loop that runs frames until somebody must be asked or the battle is over.

use std::sync::Arc;

use bevy::prelude::*;

use super::act::{Asks, Choice, Prompt};
use super::apply::State;
use super::event::{BattleEvent, Outcome};
use super::frame::{Clock, Frame, Verdict};
use super::legal::{self, Legality, ValidAct};
use super::log::EventLog;
use super::mirror::{Stale, with_battle};
use super::procedure::dispatch::step;
use super::setup::Setup;
use super::step::{Inputs, Memory, Next, Step};
use crate::battle::{Count, Side, Snapshot, View};
use crate::content::refusal::Refusal;
use crate::dice::Dice;
use crate::turn::Timeline;

/// A choice that may not be made.
pub type Illegal = Refusal;

/// Deeper than any rule system nests; a stack this deep is a fault of the rules' data.
const DEEPEST: usize = 200;

/// A battle in progress: everything about it that is not a component.
#[derive(Resource)]
pub struct Battle {
    /// What it began with.
    pub setup: Arc<Setup>,
    /// The stream all its rolls come from.
    pub dice: Dice,
    /// What has happened.
    pub log: EventLog,
    stack: Vec<Frame>,
    memory: Memory,
    verdict: Option<Verdict>,
    prompt: Option<Prompt>,
    answer: Option<Choice>,
    outcome: Option<Outcome>,
    activations: u64,
    /// An empty list for the facts of the next step.
    spare: Vec<BattleEvent>,
}

impl Battle {
    /// A battle in which nothing has happened.
    pub fn new(setup: Arc<Setup>, dice: Dice) -> Battle {
        Battle {
            setup,
            dice,
            log: EventLog::default(),
            stack: vec![Frame::Clock(Clock::default())],
            memory: Memory::default(),
            verdict: None,
            prompt: None,
            answer: None,
            outcome: None,
            activations: 0,
            spare: Vec::new(),
        }
    }

    /// The question that is open.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// The unfinished work, bottom first.
    pub fn stack(&self) -> &[Frame] {
        &self.stack
    }

    /// How many turns were taken.
    pub fn activations(&self) -> u64 {
        self.activations
    }

    /// Since which count a side has held the place of one of its goals, by the goal's place in the list.
    pub fn held_since(&self, side: Side, goal: usize) -> Option<Count> {
        self.memory.held_since.get(usize::from(side.0))?.get(goal).copied().flatten()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Applies facts and notes them.
    pub(super) fn record(&mut self, mut events: Vec<BattleEvent>, state: &mut State<'_>) {
        for event in &events {
            state.apply(event);
            match event {
                BattleEvent::TurnEnded { .. } => self.activations += 1,
                BattleEvent::BattleEnded { outcome } => self.outcome = Some(outcome.clone()),
                _ => {}
            }
        }
        self.log.append(&mut events);
        self.spare = events;
    }
}

/// Where a battle stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Somebody must answer before it goes on.
    Awaiting(Prompt),
    Over(Outcome),
}

/// Runs the battle of a world until somebody must be asked or it is over.
///
/// # Panics
/// If the world has no battle: [`begin`](super::begin()) puts one there.
pub fn resolve(world: &mut World) -> Status {
    let mut stale = Stale::default();
    let (mut battle, mut snapshot, mut timeline) = with_battle(world);
    let status = resolved(&mut battle, (&mut snapshot, &mut timeline), &mut stale);
    stale.mirror(world);
    status
}

/// Answers the open question and runs the battle on. An act that was validated is not checked again if nothing has changed
/// since; a refused choice is given back.
///
/// # Errors
/// As [`submit`].
///
/// # Panics
/// As [`resolve`].
pub fn go_on(world: &mut World, choice: Choice, valid: Option<ValidAct>) -> Result<Status, (Choice, Illegal)> {
    let mut stale = Stale::default();
    let (mut battle, mut snapshot, mut timeline) = with_battle(world);
    accept(&mut battle, snapshot.view(), choice, valid)?;
    let status = resolved(&mut battle, (&mut snapshot, &mut timeline), &mut stale);
    stale.mirror(world);
    Ok(status)
}

pub(super) fn resolved(
    battle: &mut Battle,
    (snapshot, timeline): (&mut Snapshot, &mut Timeline),
    stale: &mut Stale,
) -> Status {
    let setup = Arc::clone(&battle.setup);
    run(battle, &mut State { snapshot, timeline, rules: &setup.rules, stale })
}

fn run(battle: &mut Battle, state: &mut State<'_>) -> Status {
    loop {
        if let Some(outcome) = &battle.outcome {
            return Status::Over(outcome.clone());
        }
        if let (Some(prompt), None) = (&battle.prompt, &battle.answer) {
            return Status::Awaiting(prompt.clone());
        }
        advance(battle, state);
    }
}

/// Makes steps of the top frame until there are facts, and applies them.
fn advance(battle: &mut Battle, state: &mut State<'_>) {
    battle.prompt = None;
    let Battle { setup, stack, memory, dice, verdict, answer, spare, .. } = battle;
    let (verdict, answer) = (verdict.take(), answer.take());
    let (view, timeline) = (state.snapshot.view(), &*state.timeline);
    let mut inputs = Inputs { view, rules: &setup.rules, setup, timeline, memory, dice, verdict, answer, spare };
    let mut frame = top(stack);
    let made = loop {
        let made = step(frame, &mut inputs);
        (inputs.verdict, inputs.answer) = (None, None);
        if !made.events.is_empty() {
            break made;
        }
        inputs.unused(made.events);
        frame = match made.next {
            Next::Resume(frame) => frame,
            Next::Call(parent, child) if stack.len() + 2 <= DEEPEST => {
                stack.push(parent);
                child
            }
            Next::Finish(verdict) => {
                inputs.verdict = Some(verdict);
                top(stack)
            }
            next => break Step::silent(next),
        };
    };
    if !made.events.is_empty() {
        battle.record(made.events, state);
    }
    follow(battle, made.next, state);
}

/// The frame that goes on next.
fn top(stack: &mut Vec<Frame>) -> Frame {
    stack.pop().unwrap_or(Frame::Clock(Clock::default()))
}

fn follow(battle: &mut Battle, next: Next, state: &mut State<'_>) {
    match next {
        Next::Resume(frame) => battle.stack.push(frame),
        Next::Call(parent, child) => battle.stack.extend([parent, child]),
        Next::Ask(frame, prompt) => {
            battle.stack.push(frame);
            battle.prompt = Some(prompt);
        }
        Next::Finish(verdict) => battle.verdict = Some(verdict),
        Next::End => battle.stack.clear(),
    }
    if battle.stack.len() > DEEPEST {
        let because = format!("reactions nested more than {DEEPEST} deep; the rules' data feed on themselves");
        battle.record(vec![BattleEvent::BattleEnded { outcome: Outcome::Draw { because } }], state);
    }
}

/// Answers the open question.
///
/// # Errors
/// If nobody is asked, or the answer is not among what may be answered; the question then stays open.
pub fn submit(world: &mut World, choice: Choice) -> Result<(), Illegal> {
    let (mut battle, snapshot, _) = with_battle(world);
    accept(&mut battle, snapshot.view(), choice, None).map_err(|(_, refusal)| refusal)
}

pub(super) fn accept(
    battle: &mut Battle,
    view: View<'_>,
    choice: Choice,
    valid: Option<ValidAct>,
) -> Result<(), (Choice, Illegal)> {
    let Some(prompt) = &battle.prompt else {
        return Err((choice, Refusal::new("nobody is asked anything", "".into())));
    };
    let who = prompt.who;
    let known = valid.filter(|_| prompt.asks == Asks::Act).and_then(|valid| valid.current(view, who, &choice));
    debug_assert!(known.is_none() || answerable(view, &battle.setup.rules, prompt, &choice).is_ok());
    if known.is_none()
        && let Err(refusal) = answerable(view, &battle.setup.rules, prompt, &choice)
    {
        return Err((choice, refusal));
    }
    if let Choice::Act(_) = choice {
        battle.memory.remember_legal(known.unwrap_or(Legality::at(who, view.changed().any)));
    }
    battle.answer = Some(choice);
    Ok(())
}

fn answerable(view: View<'_>, rules: &crate::rules::Ruleset, prompt: &Prompt, choice: &Choice) -> Result<(), Illegal> {
    let fits = match (&prompt.asks, choice) {
        (Asks::Act, Choice::Act(act)) => return legal::check(view, rules, prompt.who, act),
        (Asks::Cell { cells, .. }, Choice::Cell(cell)) => cells.contains(cell),
        (Asks::Pick { options, .. }, Choice::Pick(pick)) => options.contains(pick),
        (Asks::React { options, .. }, Choice::React(reaction)) => options.contains(reaction),
        (Asks::React { .. }, Choice::Pass) => true,
        (Asks::Face { options }, Choice::Face(facing)) => options.contains(facing),
        _ => false,
    };
    if fits { Ok(()) } else { Err(Refusal::new("that does not answer what is asked", "".into())) }
}
