//! Movement along a path. Before and after every step enemies may react, and each space is checked again.

mod company;
pub mod end;
pub mod momentum;
pub mod overrun;

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::content::{Gait, Refusal, StepCheck, Trigger};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, health, height, ice, movement, space, status};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Frame, Station, Verdict, Walk, WalkStage as Stage, WindowCause};
use crate::resolution::plan::PlannedWalk;
use crate::resolution::procedure::action::window;
use crate::resolution::procedure::consequence::facing::{self, Faced};
use crate::resolution::procedure::consequence::{control, ground};
use crate::resolution::procedure::effect::zones;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::{course, flight, jump};
use crate::resolution::procedure::stealth;
use crate::resolution::step::{Inputs, NextStep, StepResult, run_silent_stages};

impl Walk {
    fn resume(mut self: Box<Self>, stage: Stage) -> StepResult {
        self.stage = stage;
        Frame::Walk(self).resume()
    }
}

/// The frame of a planned movement that begins now; others have just entered the `contested` cells.
pub(crate) fn begin(who: CombatantId, walk: PlannedWalk, contested: Vec<Cell>, inputs: &Inputs<'_>) -> Frame {
    let PlannedWalk { gait, path, momentum, airway } = walk;
    let (start, stance) = (inputs.view.footprint(who).anchor, inputs.view.row(who).stance);
    let (stage, budget) = (Stage::Before, momentum::budget(who, gait, inputs));
    let (at, course, cut, follower) = (0, None, None, None);
    let defies = inputs.rules.policies.hazards.is_some() && is_down(who, inputs);
    Frame::Walk(Box::new(Walk {
        who,
        gait,
        path,
        start,
        at,
        stage,
        momentum,
        airway,
        course,
        contested,
        stance,
        budget,
        cut,
        follower,
        defies,
    }))
}

/// Makes the next step of a movement. Stages without facts are passed at once.
pub fn step(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let same = |frame: Frame| if let Frame::Walk(same) = frame { Ok(same) } else { Err(frame) };
    run_silent_stages(walk, inputs, stage_of, same)
}

fn stage_of(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    match walk.stage {
        Stage::Contested if walk.course.is_none() && course::is_needed(walk.gait) => begin_course(walk, inputs),
        Stage::Before => before(walk, inputs),
        Stage::BeforeClosed | Stage::RiderClosed => before_closed(walk, inputs),
        Stage::Contested => contested(walk, inputs),
        Stage::Pushed => overrun::pushed(walk, inputs),
        Stage::Step => take_step(walk, inputs),
        Stage::After => after(walk, inputs),
        Stage::Again => end::sprint_again(walk, inputs),
        Stage::Facing(from) => faced(walk, from, inputs),
    }
}

/// After the reactions before a step: they may have stopped the mover, or made it lose movement. Those to its rider come last.
fn before_closed(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let stopped = closed(&mut walk, inputs).or_else(|| can_step(&walk, inputs).err());
    match (stopped, momentum::keep_to(&mut walk, inputs)) {
        (Some(refusal), _) => held_back(walk, refusal, inputs),
        (None, Err(refusal)) => end::slowed_down(walk, refusal, inputs),
        (None, Ok(())) if walk.stage == Stage::BeforeClosed => carries(walk, inputs),
        (None, Ok(())) => walk.resume(Stage::Contested),
    }
}

/// Enemies may react to the rider as well, which the next step takes as far as its mount (HD-227, HD-393).
fn carries(mut walk: Box<Walk>, inputs: &Inputs<'_>) -> StepResult {
    let carried = inputs.view.rider_of(walk.who).zip(walk.path.get(walk.at).copied());
    let Some((rider, to)) = carried else { return walk.resume(Stage::Contested) };
    let gait = Some(walk.gait);
    walk.stage = Stage::RiderClosed;
    let cause = || WindowCause { gait, to: Some(to), ..WindowCause::by(rider, Trigger::BeforeStep) };
    StepResult::silent(window::open_if(true, Frame::Walk(walk), cause))
}

/// A mover stops. What a reaction has taken from its movement is lost, as far as it has that much left (HD-285).
fn held_back(walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    let lost = walk.cut.filter(|(cells, _)| *cells > 0 && walk.at >= walk.path.len());
    let pool = lost.and_then(|(cells, _)| movement::pool_after_loss(inputs.game(), walk.who, cells));
    let spent = pool.zip(lost).map(|(pool, (_, rule))| BattleEvent::MovementSpent { who: walk.who, pool, rule });
    let mut step = end::stopped(walk, refusal, inputs);
    step.events.splice(0..0, spent);
    step
}

fn begin_course(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    match course::compute(&walk, inputs, &mut events) {
        Ok(course) => {
            walk.path = course.stations.iter().map(|station| station.at.anchor).collect();
            walk.stage = if walk.path.is_empty() { Stage::Before } else { Stage::Contested };
            walk.course = Some(course);
            StepResult::new(events, NextStep::Resume(Frame::Walk(walk)))
        }
        Err(refusal) => end::stopped(walk, refusal, inputs),
    }
}

/// After a step: the ground may break, or a reaction may end the movement.
fn after(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let closed = closed(&mut walk, inputs);
    if let Some(refusal) = broken(&walk, inputs) {
        let mut events = Vec::new();
        ground::gives_way(inputs, &mut events);
        let mut step = end::stopped(walk, refusal, inputs);
        step.events.splice(0..0, events);
        return step;
    }
    if let Some(refusal) = closed {
        return held_back(walk, refusal, inputs);
    }
    let mut events = inputs.facts();
    zones::enter_illusions(inputs, &mut events);
    let checks = &inputs.rules.policies.movement.after_steps;
    if checks.contains(&StepCheck::Hiding) {
        stealth::comes_into_sight(walk.who, inputs, &mut events);
    }
    let bolts = checks.contains(&StepCheck::Control).then(|| control::comes_in_reach(&walk, inputs, &mut events));
    if let Some(refusal) = bolts.flatten() {
        let mut step = end::stopped(walk, refusal, inputs);
        step.events.splice(0..0, events);
        return step;
    }
    let next = if checks.contains(&StepCheck::Facing) { Stage::Facing(0) } else { Stage::Before };
    StepResult { events, ..walk.resume(next) }
}

/// Asks the combatants that the step has flanked for a facing, one after the other.
fn faced(mut walk: Box<Walk>, from: u16, inputs: &mut Inputs<'_>) -> StepResult {
    match facing::step(from, inputs) {
        Some(Faced::Asked(who, prompt)) => {
            walk.stage = Stage::Facing(who.0);
            StepResult::silent(NextStep::Ask(Frame::Walk(walk), prompt))
        }
        Some(Faced::Chosen(kept)) => {
            let events = kept.into_iter().collect();
            StepResult { events, ..walk.resume(Stage::Facing(from + 1)) }
        }
        None => walk.resume(Stage::Before),
    }
}

/// Why the ground breaks under the mover, if it does.
fn broken(walk: &Walk, inputs: &Inputs<'_>) -> Option<Refusal> {
    let (policy, ice) = inputs.rules.policies.ice.as_ref().zip(ice::overloaded(inputs.game()))?;
    let under = inputs.view.footprint(walk.who).contains(inputs.view.shape(), ice.cell);
    under.then(|| Refusal::new("the ice breaks", policy.bulk_rule))
}

/// Why a reaction stopped the mover, if one did. One that shortens the path stops it once no step is left.
fn closed(walk: &mut Walk, inputs: &mut Inputs<'_>) -> Option<Refusal> {
    let Some(Verdict::Closed(amended)) = inputs.verdict.take() else { return None };
    if jump::completes(walk, inputs) {
        return None;
    }
    let rule = amended.rule.unwrap_or_default();
    if amended.stopped || amended.cancelled {
        return Some(Refusal::new("a reaction stopped the movement", rule));
    }
    walk.follower = amended.follows.or(walk.follower);
    if amended.shortened > 0 && walk.course.is_none() && !course::is_needed(walk.gait) {
        walk.path.truncate(walk.path.len().saturating_sub(amended.shortened.into()).max(walk.at));
        walk.cut = Some((amended.lost, amended.lost_rule.unwrap_or(rule)));
    }
    shortened(walk)
}

fn shortened(walk: &Walk) -> Option<Refusal> {
    let (_, rule) = walk.cut.filter(|_| walk.at >= walk.path.len())?;
    Some(Refusal::new("a reaction shortened the movement", rule))
}

fn before(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let slowed = momentum::keep_to(&mut walk, inputs);
    let Some(&to) = walk.path.get(walk.at) else {
        return match shortened(&walk) {
            Some(refusal) => held_back(walk, refusal, inputs),
            None => end::finished(walk, inputs),
        };
    };
    if let Err(refusal) = can_step(&walk, inputs) {
        return end::stopped(walk, refusal, inputs);
    }
    if let Err(refusal) = slowed {
        return end::slowed_down(walk, refusal, inputs);
    }
    let mut events = inputs.facts();
    if walk.at == 0 && walk.gait != Gait::Onward {
        momentum::forget_movement(walk.who, inputs, &mut events);
    }
    if walk.at == 0 {
        window::walk_begins(walk.who, inputs);
    }
    let listens = window::listens(Trigger::BeforeStep, inputs);
    if listens {
        let from = inputs.view.footprint(walk.who).anchor;
        events.push(BattleEvent::StepAttempted { who: walk.who, from, to });
    }
    // Without a possible reaction nothing has changed since the check above.
    walk.stage = if listens { Stage::BeforeClosed } else { Stage::Contested };
    let (who, gait) = (walk.who, walk.gait);
    let cause = || WindowCause { gait: Some(gait), to: Some(to), ..WindowCause::by(who, Trigger::BeforeStep) };
    StepResult::new(events, window::open_if(listens, Frame::Walk(walk), cause))
}

fn is_down(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    health::is_down(&inputs.rules.policies.consciousness, &inputs.view.row(who).vitals)
}

/// Whether a mover can continue: it is able to, has not fallen, and the next cell is still adjacent.
fn can_step(walk: &Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (game, who, policies) = (inputs.game(), walk.who, &inputs.rules.policies);
    if jump::completes(walk, inputs) && !game.row(who).gone {
        return Ok(());
    }
    // Fire on the way may have felled the mover already, although it falls only when the moment is over.
    let burnt = policies.hazards.is_some() && !walk.defies && is_down(who, inputs);
    if game.row(who).gone || !status::can_act(game, who) || burnt {
        return Err(Refusal::new("cannot move any further", policies.space.enter_rule));
    }
    let stance = game.row(who).stance;
    if stance != walk.stance && stance.held == Some(policies.consciousness.falls) {
        return Err(Refusal::new("fell on the way", policies.consciousness.unconscious_rule));
    }
    if let Some(course) = &walk.course {
        return course::can_continue(walk, course, inputs);
    }
    flight::can_continue(walk, inputs)?;
    let here = game.footprint(who).anchor;
    // A flier may rise in place.
    let stays = |to: &Cell| walk.airway.is_some() && *to == here;
    let leads = |to: &Cell| stays(to) || game.shape().direction_of_step(here, *to).is_some();
    let astray = !course::is_needed(walk.gait) && walk.path.get(walk.at).is_some_and(|to| !leads(to));
    if astray {
        return Err(Refusal::new("is off its path", policies.space.enter_rule));
    }
    movement::may_use_gait(game, who, walk.gait)
}

/// A space taken in this moment counts as occupied (TC-151). A mover may give up entering a space that a friend has
/// just taken (TC-153).
fn contested(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let to = walk.path[walk.at];
    let footprint = inputs.view.footprint(walk.who).at(to);
    let taken = footprint.cells(inputs.view.shape()).iter().any(|cell| walk.contested.contains(cell));
    let just_taken = taken && space::entry(inputs.game(), walk.who, footprint).is_ok();
    let answer = if just_taken { inputs.answer.take() } else { Some(Choice::Pick(Pick::Yes)) };
    match answer {
        Some(Choice::Pick(Pick::No)) => {
            let rule = space::give_up_rule(inputs.book());
            end::stopped(walk, Refusal::new("gave up entering the space", rule), inputs)
        }
        Some(_) => walk.resume(Stage::Step),
        None => {
            let who = walk.who;
            Frame::Walk(walk).ask_yes_or_no(who, PickPurpose::EnterAnyway)
        }
    }
}

fn take_step(walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let (game, who) = (inputs.game(), walk.who);
    let station = walk.next_station();
    let from = Station { at: game.footprint(who), altitude: game.altitude(who) };
    let to = station.map_or_else(|| from.at.at(walk.path[walk.at]), |station| station.at);
    let feet = heights(&walk, station, to, inputs);
    let met = stealth::bumped_into(who, to, feet, inputs);
    if !met.is_empty() && !course::passes_over(&walk) {
        return discovers(walk, &met, inputs);
    }
    let mut walk = match overrun::meets(walk, to, inputs) {
        Ok(walk) => walk,
        Err(step) => return step,
    };
    if let Err(refusal) = may_enter(&walk, station, (to, feet.1), inputs) {
        return end::stopped(walk, refusal, inputs);
    }
    let mut events = inputs.facts();
    let mut carried = Vec::new();
    match (&walk.airway, walk.course.as_ref().zip(station)) {
        (Some(airway), _) => flight::take_step(&walk, airway, inputs, &mut events),
        (None, Some((course, station))) => course::take_step(&walk, course, station, inputs, &mut events),
        (None, None) => {
            company::left_behind(&walk, inputs, &mut events);
            let alone = !events.is_empty();
            let mut bodies =
                if alone { smallvec![shift::shift(game, who, to.anchor)] } else { shift::along(game, who, to.anchor) };
            let follows = company::follows(&mut walk, to, inputs);
            let rule = follows.as_ref().map(|(_, rule)| *rule).or_else(|| shift::drag_rule(who, inputs));
            bodies.extend(follows.map(|(shift, _)| shift));
            let rule = rule.unwrap_or(inputs.rules.policies.space.enter_rule);
            if bodies.len() > 1 {
                carried = shift::carried(&bodies, who, game);
            }
            events.push(BattleEvent::Displaced { bodies, cause: Cause::Step, rule });
        }
    }
    momentum::pays_for_step(&walk, inputs, &mut events);
    walk.budget.spent = momentum::spent_with(&walk, inputs);
    let listens = window::listens(Trigger::AfterStep, inputs);
    let straight = if listens { straight(&walk, inputs) } else { 0 };
    walk.at += 1;
    walk.stage = Stage::After;
    let gait = Some(walk.gait);
    let cause =
        || WindowCause { from: Some(from), carried, straight, gait, ..WindowCause::by(who, Trigger::AfterStep) };
    StepResult::new(events, window::open_if(listens, Frame::Walk(walk), cause))
}

/// Lowest and highest height of a mover's feet during its next step, in the board's unit.
fn heights(walk: &Walk, station: Option<Station>, to: Footprint, inputs: &Inputs<'_>) -> (i16, i16) {
    let (game, ground) = (inputs.game(), height::ground(inputs.view, to));
    let now = height::of(game.view, walk.who);
    match (&walk.airway, station) {
        (Some(airway), _) => {
            let at = |step: usize| airway.heights.get(step).copied().unwrap_or(now);
            (at(walk.at + 1), at(walk.at).max(at(walk.at + 1)))
        }
        (None, Some(station)) => (ground + station.altitude, now.max(ground + station.altitude)),
        (None, None) => {
            let there = ground.saturating_add(height::altitude_at(game, walk.who, to));
            (there, there)
        }
    }
}

/// Whether a mover may enter a footprint, at most at this height if it does not walk.
fn may_enter(
    walk: &Walk,
    station: Option<Station>,
    (to, high): (Footprint, i16),
    inputs: &Inputs<'_>,
) -> Result<(), Refusal> {
    let game = inputs.game();
    let lifted =
        || game.view.lifted(walk.who, high.saturating_sub(height::ground(game.view, game.footprint(walk.who))));
    match (&walk.airway, station) {
        (None, None) => {
            movement::passing(game, walk.who, walk.gait, (game.footprint(walk.who), to))?;
            movement::may_enter(game, walk.who, walk.gait, to)
        }
        (Some(_), _) => movement::may_enter(Game::new(lifted(), inputs.book()), walk.who, walk.gait, to),
        (None, Some(_)) => course::may_enter(walk, to, lifted(), inputs),
    }
}

/// Cells in a straight line after the next step, including the movement just before.
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

/// A mover that walks into a hidden combatant discovers it and stops (TA-196).
fn discovers(walk: Box<Walk>, met: &[CombatantId], inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = Vec::new();
    met.iter().for_each(|hider| stealth::discover(*hider, walk.who, inputs, &mut events));
    let rule = inputs.rules.policies.sight.as_ref().map_or("".into(), |policy| policy.found_rule);
    let mut step = end::stopped(walk, Refusal::new("a hidden combatant is in the way", rule), inputs);
    step.events.splice(0..0, events);
    step
}
