//! The end of a movement: as planned, or stopped short.

use crate::battle::{CombatantId, Momentum, Stance};
use crate::content::action::Gait;
use crate::content::policy::Sharing;
use crate::content::refusal::Refusal;
use crate::mechanics::{movement, space, status};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Frame, Verdict, Walk, WalkStage as Stage};
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::movement::{course, flight};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Stops a movement short; what was walked is remembered.
pub(crate) fn stopped(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    walk.momentum = spent(&walk);
    stays(walk, refusal, inputs)
}

/// The mover is now too slow for the rest of its path: it stays and keeps what is left.
pub(crate) fn slowed_down(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    momentum::settle_up(&mut walk);
    stays(walk, refusal, inputs)
}

/// The mover stays where it is.
pub(crate) fn stays(walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    let at = inputs.view.footprint(walk.who).anchor;
    let (who, why, rule) = (walk.who, refusal.why.into_owned(), refusal.rule);
    ended(walk, vec![BattleEvent::MoveStopped { who, at, why, rule }], inputs)
}

/// The momentum of a stopped movement, with nothing left to spend.
pub(crate) fn spent(walk: &Walk) -> Momentum {
    let heading = walk.momentum.heading.filter(|_| walk.at > 0);
    Momentum { unspent: 0, heading, weave: None, straight: 0, straight_counts: 0, ..walk.momentum }
}

pub(crate) fn finished(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let events = inputs.facts();
    momentum::settle_up(&mut walk);
    ended(walk, events, inputs)
}

pub(crate) fn ended(mut walk: Box<Walk>, mut events: Vec<BattleEvent>, inputs: &mut Inputs<'_>) -> StepResult {
    let cells = walk.at as u16;
    if course::is_needed(walk.gait) {
        walk.momentum = momentum::at_rest(&walk.momentum);
    }
    events.push(BattleEvent::MomentumChanged { who: walk.who, momentum: walk.momentum });
    events.extend(makes_room(&walk, inputs));
    flight::flown(&walk, inputs, &mut events);
    if let Some(fall) = course::ended(&walk, inputs, &mut events) {
        return StepResult::new(events, NextStep::Resume(Frame::Fall(fall)));
    }
    if status::can_act(inputs.game(), walk.who) {
        if cells > 0 {
            leave_stance_by_moving(walk.who, inputs, &mut events);
        }
        momentum::bear_gait(walk.who, walk.momentum.gait, inputs, &mut events);
        momentum::check_exertion(walk.who, &walk.momentum, inputs, &mut events);
        if walk.momentum.gait == Gait::Sprint {
            walk.stage = Stage::Again;
            return StepResult::new(events, NextStep::Resume(Frame::Walk(walk)));
        }
    }
    StepResult::new(events, NextStep::Finish(Verdict::Moved { cells }))
}

/// A sprinter that has made its exertion check may roll its sprint again.
pub(crate) fn sprint_again(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = Vec::new();
    let due = movement::sprint_again(inputs.game(), walk.who, &walk.momentum);
    match (due, inputs.answer.take()) {
        (Some(_), None) => {
            let who = walk.who;
            return Frame::Walk(walk).ask_yes_or_no(who, PickPurpose::SprintAgain);
        }
        (Some(due), Some(Choice::Pick(Pick::Yes))) => momentum::sprint_again(walk.who, due, inputs, &mut events),
        _ => {}
    }
    StepResult::new(events, NextStep::Finish(Verdict::Moved { cells: walk.at as u16 }))
}

/// A mover stopped in another's space returns to the last free place of its path if overrunning, else goes to the
/// nearest free one (TA-G25, TA-G49).
fn makes_room(walk: &Walk, inputs: &Inputs<'_>) -> Option<BattleEvent> {
    let Sharing::OneEach(policy) = &inputs.rules.policies.space.sharing else { return None };
    let (game, body) = (inputs.game(), inputs.view.footprint(walk.who));
    space::may_end(game, walk.who, body).err()?;
    let been = walk.path[..walk.at].iter().rev().chain([&walk.start]).map(|cell| body.at(*cell));
    let mut been = been.filter(|_| walk.momentum.gait == Gait::Barge);
    let back = been.find(|there| space::may_end(game, walk.who, *there).is_ok());
    let there = back.or_else(|| space::nearest_free(game, walk.who, body))?;
    let bodies = shift::along(game, walk.who, there.anchor);
    Some(BattleEvent::Displaced { bodies, cause: Cause::Placed, rule: policy.end_rule })
}

fn leave_stance_by_moving(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let held = inputs.view.row(who).stance.held;
    let stance = held.and_then(|name| inputs.rules.conditions.get(name)).and_then(|found| found.stance.as_ref());
    if let Some(stance) = stance.filter(|stance| stance.ends_on_move) {
        events.push(BattleEvent::StanceTaken { who, stance: Stance::default(), rule: stance.leave_rule });
    }
}
