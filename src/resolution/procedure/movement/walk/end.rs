//! The end of a movement, as planned or stopped short, and the exertion of runners and sprinters.

use crate::battle::{CombatantId, Momentum, Stance};
use crate::content::{Gait, Refusal, RollType, Sharing};
use crate::mechanics::movement::{self, ExertionDue};
use crate::mechanics::{Game, sight, space, status};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Cause, Facts};
use crate::resolution::frame::{Frame, Verdict, Walk, WalkStage as Stage};
use crate::resolution::plan::PlannedWalk;
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::movement::{course, flight};
use crate::resolution::procedure::plain_check::PlainCheck;
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

pub(crate) fn stays(walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    let at = inputs.view.footprint(walk.who).anchor;
    let (who, why, rule) = (walk.who, refusal.why.into_owned(), refusal.rule);
    ended(walk, vec![BattleEvent::MoveStopped { who, at, why, rule }], inputs)
}

/// The momentum of a stopped movement, with nothing left to spend.
pub(crate) fn spent(walk: &Walk) -> Momentum {
    let heading = walk.momentum.heading.filter(|_| walk.at > 0);
    let ahead = u16::try_from(walk.path.len().saturating_sub(walk.at)).unwrap_or(u16::MAX);
    let run_up = walk.momentum.run_up.saturating_sub(ahead);
    Momentum { unspent: 0, heading, weave: None, straight: 0, straight_counts: 0, run_up, ..walk.momentum }
}

pub(crate) fn finished(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let events = inputs.facts();
    momentum::settle_up(&mut walk);
    ended(walk, events, inputs)
}

pub(crate) fn ended(mut walk: Box<Walk>, mut events: Facts, inputs: &mut Inputs<'_>) -> StepResult {
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
        check_exertion(walk.who, &walk.momentum, inputs, &mut events);
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
        (Some(due), Some(Choice::Pick(Pick::Yes))) => roll_sprint_again(walk.who, due, inputs, &mut events),
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
    let mut been = been.filter(|_| walk.momentum.gait.overruns());
    let back = been.find(|there| space::may_end(game, walk.who, *there).is_ok());
    let there = back.or_else(|| space::nearest_free(game, walk.who, body, None))?;
    let bodies = shift::along(game, walk.who, there.anchor);
    Some(BattleEvent::Displaced { bodies, cause: Cause::Placed, rule: policy.end_rule })
}

fn leave_stance_by_moving(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let held = inputs.view.row(who).stance.held;
    let stance = held.and_then(|name| inputs.rules.conditions.get(name)).and_then(|found| found.stance.as_ref());
    if let Some(stance) = stance.filter(|stance| stance.ends_on_move) {
        events.push(BattleEvent::StanceTaken { who, stance: Stance::default(), rule: stance.leave_rule });
    }
}

/// A runner's check against exhaustion after a movement, if it is due, and the cost of failing it.
fn check_exertion(who: CombatantId, momentum: &Momentum, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(due) = movement::exertion(inputs.game(), who, momentum) else { return };
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let sprint = due.sprint;
    let margin = roll(who, "keep_running", due, inputs, events);
    let after = movement::after_check(policy, momentum, margin >= 0);
    events.push(BattleEvent::MomentumChanged { who, momentum: after });
    if margin >= 0 {
        return;
    }
    let mut vitals = inputs.view.row(who).vitals;
    let tired = movement::exertion_cost(policy, momentum, &vitals, -margin);
    vitals.fatigue += tired.fatigue;
    if tired.fatigue > 0 {
        let rule = movement::check_of(policy, sprint).fatigue_rule;
        events.push(BattleEvent::FatigueGained { who, amount: tired.fatigue, vitals, rule });
    }
    if let Some(rule) = tired.stops.or_else(|| movement::must_stop(policy, &after)) {
        let exhausted = policy.run.check.exhausted;
        events.push(BattleEvent::MomentumChanged { who, momentum: momentum::at_rest(&after) });
        conditions::gain(who, exhausted, who, rule, inputs, events);
        if let Some(condition) = movement::gait_condition(policy, momentum.gait) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// The check that begins a sprint. It also decides how much of the declared path the first count covers (TC-186 to
/// TC-189).
pub fn start_sprint(who: CombatantId, walk: PlannedWalk, inputs: &mut Inputs<'_>, events: &mut Facts) -> PlannedWalk {
    let Some(due) = movement::sprint_start(inputs.game(), who) else { return walk };
    let faster = roll_sprint(who, "start_sprinting", due, inputs, events);
    let unknown = sight::unknown_to(inputs.game(), inputs.view.row(who).side);
    let known = inputs.view.without(&unknown);
    let (steps, momentum) = movement::begin_sprint(Game::new(known, inputs.book()), who, &walk.path, faster);
    let path = walk.path[..steps].to_vec();
    PlannedWalk { gait: momentum.gait, path, momentum, ..walk }
}

/// Rolls the sprint check again: the result replaces the sprinting speed. On a failure the combatant runs, and must run
/// before sprinting again.
fn roll_sprint_again(who: CombatantId, due: ExertionDue, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let now = inputs.view.row(who).momentum;
    let sprint_bonus = roll_sprint(who, "sprint_again", due, inputs, events);
    let (gait, gait_counts) = if sprint_bonus > 0 { (Gait::Sprint, now.gait_counts) } else { (Gait::Run, 1) };
    let momentum = Momentum { sprint_bonus, gait, gait_counts, ..now };
    events.push(BattleEvent::MomentumChanged { who, momentum });
    momentum::bear_gait(who, gait, inputs, events);
}

fn roll(who: CombatantId, name: &str, due: ExertionDue, inputs: &mut Inputs<'_>, events: &mut Facts) -> i16 {
    let ExertionDue { bonus, difficulty, rule, .. } = due;
    PlainCheck { who, name, roll: RollType::Check, bonus, difficulty, rule }.roll(inputs, events)
}

/// Feet that a sprint check adds to the base rate; 0 on a failure.
fn roll_sprint(who: CombatantId, name: &str, due: ExertionDue, inputs: &mut Inputs<'_>, events: &mut Facts) -> u16 {
    let margin = roll(who, name, due, inputs, events);
    let running = inputs.rules.policies.movement.running.as_ref();
    running.map_or(0, |running| movement::sprint_bonus(&running.sprint, margin))
}
