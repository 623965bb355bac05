//! A movement along a path: before and after every step somebody may react, and each space is asked for anew.

use crate::battle::{CombatantId, Momentum};
use crate::content::action::Gait;
use crate::content::policy::{Sharing, Trigger};
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{height, ice, movement, space, status};
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::course::Station;
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Frame, Verdict, Walk, WalkStage as Stage, Window};
use crate::resolution::step::{Inputs, Next, Step, through};

use super::{barge, bodies, course, exertion, flight, ground, hiding, holds, laying, speed, window};

/// Makes the next step of a movement: stages in which nothing happens are gone through at once.
pub fn step(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let same = |frame: Frame| if let Frame::Walk(same) = frame { Ok(same) } else { Err(frame) };
    through(walk, inputs, stage_of, same)
}

fn stage_of(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    match walk.stage {
        Stage::Contested if walk.course.is_none() && course::is_needed(walk.gait) => course::begin(walk, inputs),
        Stage::Before => before(walk, inputs),
        Stage::BeforeClosed => match closed(inputs).or_else(|| can_step(&walk, inputs).err()) {
            Some(refusal) => stopped(walk, refusal, inputs),
            None => {
                if let Err(refusal) = speed::keep_to(&mut walk, inputs) {
                    return slowed_down(walk, refusal, inputs);
                }
                walk.stage = Stage::Contested;
                Step::silent(Next::Resume(Frame::Walk(walk)))
            }
        },
        Stage::Contested => contested(walk, inputs),
        Stage::Pushed => barge::pushed(walk, inputs),
        Stage::Step => take_step(walk, inputs),
        Stage::After => after(walk, inputs),
        Stage::Again => again(walk, inputs),
    }
}

/// A step is taken: the ground may give way under it, or a reaction may end the movement.
fn after(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let closed = closed(inputs);
    if let Some(refusal) = broken(&walk, inputs) {
        let mut events = Vec::new();
        ground::gives_way(inputs, &mut events);
        let mut step = stopped(walk, refusal, inputs);
        step.events.splice(0..0, events);
        return step;
    }
    match closed {
        Some(refusal) => stopped(walk, refusal, inputs),
        None => {
            walk.stage = Stage::Before;
            let mut events = inputs.facts();
            laying::walk_through(inputs, &mut events);
            Step::new(events, Next::Resume(Frame::Walk(walk)))
        }
    }
}

/// Why the ground under the mover gives way, if it does.
fn broken(walk: &Walk, inputs: &Inputs<'_>) -> Option<Refusal> {
    let (policy, ice) = inputs.rules.policies.ice.as_ref().zip(ice::overloaded(inputs.view, inputs.book()))?;
    let under = inputs.view.footprint(walk.who).contains(inputs.view.shape(), ice.cell);
    under.then(|| Refusal::new("the ice breaks", policy.bulk_rule))
}

/// Why a reaction stopped the mover, if one did.
fn closed(inputs: &mut Inputs<'_>) -> Option<Refusal> {
    match inputs.verdict.take() {
        Some(Verdict::Closed { stopped: true, .. }) => {
            Some(Refusal::new("a reaction stopped the movement", window::rule_of(Trigger::BeforeStep, inputs)))
        }
        _ => None,
    }
}

fn before(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let slowed = speed::keep_to(&mut walk, inputs);
    let Some(&to) = walk.path.get(walk.at) else { return finished(walk, inputs) };
    if let Err(refusal) = can_step(&walk, inputs) {
        return stopped(walk, refusal, inputs);
    }
    if let Err(refusal) = slowed {
        return slowed_down(walk, refusal, inputs);
    }
    let mut events = inputs.facts();
    if walk.at == 0 && walk.gait != Gait::Onward {
        bodies::forget_movement(walk.who, inputs, &mut events);
    }
    let listens = window::listens(Trigger::BeforeStep, inputs);
    if listens {
        let from = inputs.view.footprint(walk.who).anchor;
        events.push(BattleEvent::StepAttempted { who: walk.who, from, to });
    }
    // If nobody may answer, it can go on as it could just now.
    walk.stage = if listens { Stage::BeforeClosed } else { Stage::Contested };
    let who = walk.who;
    Step::new(events, window::open(Frame::Walk(walk), Window::on(Trigger::BeforeStep, who), inputs))
}

/// Whether a mover can go on: it is able to, it has not fallen on the way, and the next cell is still next to it.
fn can_step(walk: &Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (view, who, policies) = (inputs.view, walk.who, &inputs.rules.policies);
    if view.row(who).gone || !status::can_act(view, inputs.book(), who) {
        return Err(Refusal::new("can move no further", policies.space.enter_rule));
    }
    let stance = view.row(who).stance;
    if stance != walk.stance && stance.held == Some(policies.consciousness.falls) {
        return Err(Refusal::new("has fallen on the way", policies.consciousness.unconscious_rule));
    }
    if let Some(course) = &walk.course {
        return course::goes_on(walk, course, inputs);
    }
    flight::goes_on(walk, inputs)?;
    let here = view.footprint(who).anchor;
    // A flier may rise where it is.
    let stays = |to: &Cell| walk.airway.is_some() && *to == here;
    let leads = |to: &Cell| stays(to) || view.shape().direction_of_step(here, *to).is_some();
    let astray = !course::is_needed(walk.gait) && walk.path.get(walk.at).is_some_and(|to| !leads(to));
    if astray {
        return Err(Refusal::new("is no longer on its way", policies.space.enter_rule));
    }
    movement::may_use_gait(view, inputs.book(), who, walk.gait)
}

/// To those who come later a space is occupied (TC-151). One who finds it just taken by a friend may give up entering
/// (TC-153).
fn contested(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let to = walk.path[walk.at];
    let footprint = inputs.view.footprint(walk.who).at(to);
    let taken = footprint.cells(inputs.view.shape()).iter().any(|cell| walk.contested.contains(cell));
    let just_taken = taken && space::entry(inputs.view, inputs.book(), walk.who, footprint).is_ok();
    if !just_taken {
        walk.stage = Stage::Step;
        return Step::silent(Next::Resume(Frame::Walk(walk)));
    }
    match inputs.answer.take() {
        Some(Choice::Pick(Pick::No)) => {
            let rule = space::give_up_rule(inputs.book());
            let refusal = Refusal::new("gave up entering the space", rule);
            stopped(walk, refusal, inputs)
        }
        Some(_) => {
            walk.stage = Stage::Step;
            Step::silent(Next::Resume(Frame::Walk(walk)))
        }
        None => {
            let options = vec![Pick::Yes, Pick::No];
            let prompt = Prompt { who: walk.who, asks: Asks::Pick { purpose: PickPurpose::EnterAnyway, options } };
            Step::silent(Next::Ask(Frame::Walk(walk), prompt))
        }
    }
}

fn take_step(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let (view, who) = (inputs.view, walk.who);
    let station = course::next(&walk);
    let from = Station { at: view.footprint(who), altitude: view.altitude(who) };
    let to = station.map_or_else(|| from.at.at(walk.path[walk.at]), |station| station.at);
    let feet = heights(&walk, station, to, inputs);
    let met = hiding::bumped_into(who, to, feet, inputs);
    if !met.is_empty() && !course::passes_over(&walk) {
        return discovers(walk, &met, inputs);
    }
    if let Some(doing) = barge::push_first(&walk, to, inputs) {
        walk.stage = Stage::Pushed;
        return Step::silent(Next::Call(Frame::Walk(walk), Frame::Doing(Box::new(doing))));
    }
    if let Err(refusal) = may_enter(&walk, station, (to, feet.1), inputs) {
        return stopped(walk, refusal, inputs);
    }
    let mut events = inputs.facts();
    match (&walk.airway, walk.course.as_ref().zip(station)) {
        (Some(airway), _) => flight::fly_on(&walk, airway, inputs, &mut events),
        (None, Some((course, station))) => course::step_on(&walk, course, station, inputs, &mut events),
        (None, None) => {
            let bodies = holds::along(view, inputs.book(), who, to.anchor);
            let rule = holds::drag_rule(who, inputs).unwrap_or(inputs.rules.policies.space.enter_rule);
            events.push(BattleEvent::Displaced { bodies, cause: Cause::Step, rule });
        }
    }
    walk.purse.spent = speed::spent_with(&walk, inputs);
    let straight = if window::listens(Trigger::AfterStep, inputs) { straight(&walk, inputs) } else { 0 };
    walk.at += 1;
    walk.stage = Stage::After;
    Step::new(events, window::open(Frame::Walk(walk), Window::on(Trigger::AfterStep, who).from(from, straight), inputs))
}

/// Between which heights in feet the feet of a mover are while it comes onto a footprint.
fn heights(walk: &Walk, station: Option<Station>, to: Footprint, inputs: &Inputs<'_>) -> (i16, i16) {
    let (view, ground) = (inputs.view, height::ground(inputs.view, to));
    let now = height::of(view, walk.who);
    match (&walk.airway, station) {
        (Some(airway), _) => {
            let at = |step: usize| airway.heights.get(step).copied().unwrap_or(now);
            (at(walk.at + 1), at(walk.at).max(at(walk.at + 1)))
        }
        (None, Some(station)) => (ground + station.altitude, now.max(ground + station.altitude)),
        (None, None) => {
            let there = ground.saturating_add(height::altitude_at(view, inputs.book(), walk.who, to));
            (there, there)
        }
    }
}

/// Whether a mover may come onto a footprint, so high at most if it does not walk.
fn may_enter(
    walk: &Walk,
    station: Option<Station>,
    (to, high): (Footprint, i16),
    inputs: &Inputs<'_>,
) -> Result<(), Refusal> {
    let view = inputs.view;
    let lifted = || view.lifted(walk.who, high.saturating_sub(height::ground(view, view.footprint(walk.who))));
    match (&walk.airway, station) {
        (None, None) => movement::may_enter(view, inputs.book(), walk.who, walk.gait, to),
        (Some(_), _) => movement::may_enter(lifted(), inputs.book(), walk.who, walk.gait, to),
        (None, Some(_)) => course::may_enter(walk, to, lifted(), inputs),
    }
}

/// Cells that a mover has come straight on once it takes its next step, those of the movement just before counted.
fn straight(walk: &Walk, inputs: &Inputs<'_>) -> u16 {
    let shape = inputs.view.shape();
    let cells: Vec<_> = std::iter::once(&walk.start).chain(&walk.path[..=walk.at]).collect();
    let steps = cells.windows(2).rev().map(|pair| shape.direction_of_step(*pair[0], *pair[1]));
    let mut steps = steps.peekable();
    let Some(way) = steps.peek().copied().flatten() else { return 0 };
    let now = steps.take_while(|step| *step == Some(way)).count();
    let before = &inputs.view.row(walk.who).momentum;
    let goes_on = now > walk.at && before.heading == Some(way.0);
    u16::try_from(now).unwrap_or(u16::MAX).saturating_add(if goes_on { before.straight } else { 0 })
}

/// One who walks into somebody hidden discovers it and gets no further (TA-196).
fn discovers(walk: Box<Walk>, met: &[CombatantId], inputs: &mut Inputs<'_>) -> Step {
    let mut events = Vec::new();
    met.iter().for_each(|hider| hiding::found(*hider, walk.who, inputs, &mut events));
    let rule = inputs.rules.policies.sight.as_ref().map_or("".into(), |policy| policy.found_rule);
    let mut step = stopped(walk, Refusal::new("somebody hidden is in the way", rule), inputs);
    step.events.splice(0..0, events);
    step
}

/// The movement ends short of its goal; what was walked is remembered.
pub(super) fn stopped(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> Step {
    let at = inputs.view.footprint(walk.who).anchor;
    let (why, rule) = (refusal.why.into_owned(), refusal.rule);
    walk.momentum = spent(&walk);
    let events = vec![BattleEvent::MoveStopped { who: walk.who, at, why, rule }];
    ended(walk, events, inputs)
}

/// The memory of a movement that has ended short, with nothing left of it.
pub(super) fn spent(walk: &Walk) -> Momentum {
    let heading = walk.momentum.heading.filter(|_| walk.at > 0);
    Momentum { unspent: 0, heading, weave: None, straight: 0, straight_counts: 0, ..walk.momentum }
}

/// The mover has become too slow for the rest of its way: it stays where it is and may use what is left.
fn slowed_down(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> Step {
    let at = inputs.view.footprint(walk.who).anchor;
    let (who, why, rule) = (walk.who, refusal.why.into_owned(), refusal.rule);
    speed::settle_up(&mut walk);
    ended(walk, vec![BattleEvent::MoveStopped { who, at, why, rule }], inputs)
}

fn finished(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let events = inputs.facts();
    speed::settle_up(&mut walk);
    ended(walk, events, inputs)
}

pub(super) fn ended(mut walk: Box<Walk>, mut events: Vec<BattleEvent>, inputs: &mut Inputs<'_>) -> Step {
    let cells = walk.at as u16;
    if course::is_needed(walk.gait) {
        walk.momentum = bodies::at_rest(&walk.momentum);
    }
    events.push(BattleEvent::MomentumChanged { who: walk.who, momentum: walk.momentum });
    events.extend(makes_room(&walk, inputs));
    flight::flown(&walk, inputs, &mut events);
    if let Some(fall) = course::ended(&walk, inputs, &mut events) {
        return Step::new(events, Next::Resume(Frame::Fall(fall)));
    }
    if status::can_act(inputs.view, inputs.book(), walk.who) {
        if cells > 0 {
            leave_stance_by_moving(walk.who, inputs, &mut events);
        }
        bodies::bear_gait(walk.who, walk.momentum.gait, inputs, &mut events);
        super::effects::exert(walk.who, &walk.momentum, inputs, &mut events);
        if walk.momentum.gait == Gait::Sprint {
            walk.stage = Stage::Again;
            return Step::new(events, Next::Resume(Frame::Walk(walk)));
        }
    }
    Step::new(events, Next::Finish(Verdict::Moved { cells }))
}

/// A sprinter who has just been checked for going on may roll once more how fast it sprints.
fn again(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let mut events = Vec::new();
    let due = movement::sprint_again(inputs.view, inputs.book(), walk.who, &walk.momentum);
    match (due, inputs.answer.take()) {
        (Some(_), None) => {
            let options = vec![Pick::Yes, Pick::No];
            let prompt = Prompt { who: walk.who, asks: Asks::Pick { purpose: PickPurpose::SprintAgain, options } };
            return Step::silent(Next::Ask(Frame::Walk(walk), prompt));
        }
        (Some(due), Some(Choice::Pick(Pick::Yes))) => exertion::sprint_again(walk.who, due, inputs, &mut events),
        _ => {}
    }
    Step::new(events, Next::Finish(Verdict::Moved { cells: walk.at as u16 }))
}

/// Nobody stays in the space of another: one who was stopped there goes to the last place on its way, if it was barging,
/// or else to the nearest free one (TA-G25, TA-G49).
fn makes_room(walk: &Walk, inputs: &Inputs<'_>) -> Option<BattleEvent> {
    let Sharing::OneEach(policy) = &inputs.rules.policies.space.sharing else { return None };
    let (view, book, body) = (inputs.view, inputs.book(), inputs.view.footprint(walk.who));
    space::may_end(view, book, walk.who, body).err()?;
    let back =
        Some(walk).filter(|walk| walk.momentum.gait == Gait::Barge).and_then(|walk| barge::last_place(walk, inputs));
    let there = back.or_else(|| space::nearest_free(view, book, walk.who, body))?;
    let bodies = holds::along(view, inputs.book(), walk.who, there.anchor);
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
