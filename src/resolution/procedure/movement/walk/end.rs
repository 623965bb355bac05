//! The end of a movement: as planned, or stopped short.

use crate::battle::{CombatantId, Momentum};
use crate::content::action::Gait;
use crate::content::policy::Sharing;
use crate::content::refusal::Refusal;
use crate::grid::Footprint;
use crate::mechanics::{movement, space, status};
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Frame, Verdict, Walk, WalkStage as Stage};
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::{budget, exertion, momentum};
use crate::resolution::procedure::movement::{course, flight};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// The last place on the path where the mover may stay (TA-G49).
pub(crate) fn last_place(walk: &Walk, inputs: &Inputs<'_>) -> Option<Footprint> {
    let body = inputs.view.footprint(walk.who);
    let been = std::iter::once(walk.start).chain(walk.path[..walk.at].iter().copied());
    let places: Vec<Footprint> = been.map(|cell| body.at(cell)).collect();
    let may_stay = |there: &Footprint| space::may_end(inputs.game(), walk.who, *there).is_ok();
    places.into_iter().rev().find(may_stay)
}

/// Stops a movement short; what was walked is remembered.
pub(crate) fn stopped(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    let at = inputs.view.footprint(walk.who).anchor;
    let (why, rule) = (refusal.why.into_owned(), refusal.rule);
    walk.momentum = spent(&walk);
    let events = vec![BattleEvent::MoveStopped { who: walk.who, at, why, rule }];
    ended(walk, events, inputs)
}

/// The momentum of a stopped movement, with nothing left to spend.
pub(crate) fn spent(walk: &Walk) -> Momentum {
    let heading = walk.momentum.heading.filter(|_| walk.at > 0);
    Momentum { unspent: 0, heading, weave: None, straight: 0, straight_counts: 0, ..walk.momentum }
}

/// The mover is now too slow for the rest of its path: it stays and keeps what is left.
pub(crate) fn slowed_down(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    let at = inputs.view.footprint(walk.who).anchor;
    let (who, why, rule) = (walk.who, refusal.why.into_owned(), refusal.rule);
    budget::settle_up(&mut walk);
    ended(walk, vec![BattleEvent::MoveStopped { who, at, why, rule }], inputs)
}

pub(crate) fn finished(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let events = inputs.facts();
    budget::settle_up(&mut walk);
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
        exertion::check_if_due(walk.who, &walk.momentum, inputs, &mut events);
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
            let options = vec![Pick::Yes, Pick::No];
            let prompt = Prompt { who: walk.who, asks: Asks::Pick { purpose: PickPurpose::SprintAgain, options } };
            return StepResult::silent(NextStep::Ask(Frame::Walk(walk), prompt));
        }
        (Some(due), Some(Choice::Pick(Pick::Yes))) => exertion::sprint_again(walk.who, due, inputs, &mut events),
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
    let back = Some(walk).filter(|walk| walk.momentum.gait == Gait::Barge).and_then(|walk| last_place(walk, inputs));
    let there = back.or_else(|| space::nearest_free(game, walk.who, body))?;
    let bodies = shift::along(game, walk.who, there.anchor);
    Some(BattleEvent::Displaced { bodies, cause: Cause::Placed, rule: policy.end_rule })
}

fn leave_stance_by_moving(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let held = inputs.view.row(who).stance.held;
    let stance = held.and_then(|name| inputs.rules.conditions.get(name)).and_then(|found| found.stance.as_ref());
    if let Some(stance) = stance.filter(|stance| stance.ends_on_move) {
        let basic = crate::battle::Stance::default();
        events.push(BattleEvent::StanceTaken { who, stance: basic, rule: stance.leave_rule });
    }
}
