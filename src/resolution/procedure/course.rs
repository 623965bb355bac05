//! Movements that one roll, or what they go through, decides as a whole: leaps, climbs, swims, pushes off, ways through gaps
//! and through earth. Where each leads is worked out as it begins; it is then taken step by step like a walk.

use super::walk::stopped;
use super::{afflictions, athletics, ground, holds, water, weightless};
use crate::battle::View;
use crate::content::action::Gait;
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{height, movement, sight, space, status};
use crate::resolution::course::{Course, Station, Then};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Fall, Frame, Walk, WalkStage};
use crate::resolution::step::{Inputs, Next, Step};

/// Whether a gait leads where a course is worked out.
pub(super) fn is_needed(gait: Gait) -> bool {
    matches!(gait, Gait::Leap | Gait::Climb | Gait::Swim | Gait::PushOff(_) | Gait::Squeeze | Gait::Burrow)
}

/// The way a movement was declared to lead: no cell at all if it goes straight up or down.
fn declared<'a>(walk: &'a Walk, inputs: &Inputs<'_>) -> &'a [Cell] {
    if walk.path == [inputs.view.footprint(walk.who).anchor] { &[] } else { &walk.path }
}

/// The movement begins: it is judged anew, as whatever interrupted it may have changed things, and its course worked out.
pub(super) fn begin(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    let (who, gait, book) = (walk.who, walk.gait, inputs.book());
    let known = sight::known_to(inputs.view, book, inputs.view.row(who).side);
    let path = declared(&walk, inputs).to_vec();
    let mut events = inputs.facts();
    let course = movement::walk(known, book, who, gait, &path).and_then(|momentum| {
        if gait == Gait::Leap {
            events.push(BattleEvent::MomentumChanged { who, momentum });
        }
        match gait {
            Gait::Leap => athletics::leap(who, known, &path, inputs, &mut events),
            Gait::Climb => athletics::climb(who, &path, inputs, &mut events),
            Gait::Swim => water::swim(who, &path, inputs, &mut events),
            Gait::PushOff(pitch) => weightless::push_off(who, known, (pitch, &path), inputs, &mut events),
            Gait::Squeeze => ground::squeeze(who, known, &path, inputs),
            _ => ground::burrow(who, &path, inputs),
        }
    });
    match course {
        Ok(course) => {
            walk.path = course.stations.iter().map(|station| station.at.anchor).collect();
            walk.stage = if walk.path.is_empty() { WalkStage::Before } else { WalkStage::Contested };
            walk.course = Some(course);
            Step::new(events, Next::Resume(Frame::Walk(walk)))
        }
        Err(refusal) => stopped(walk, refusal, inputs),
    }
}

/// Where the next step of a movement leads, if it has a course.
pub(super) fn next(walk: &Walk) -> Option<Station> {
    walk.course.as_ref()?.stations.get(walk.at).copied()
}

/// Whether a mover in the middle of its course can go on: it can move, and is where its last step has brought it.
pub(super) fn goes_on(walk: &Walk, course: &Course, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (view, who, rule) = (inputs.view, walk.who, inputs.rules.policies.space.enter_rule);
    let here = Station { at: view.footprint(who), altitude: view.altitude(who) };
    let last = walk.at.checked_sub(1).and_then(|at| course.stations.get(at));
    if last.is_some_and(|last| *last != here) {
        return Err(Refusal::new("is no longer on its way", rule));
    }
    if status::is_immobile(view, inputs.book(), who) {
        return Err(Refusal::new("can move no further", rule));
    }
    Ok(())
}

/// Whether the next step passes over whoever is there: a leap does until it lands.
pub(super) fn passes_over(walk: &Walk) -> bool {
    walk.gait == Gait::Leap && walk.at + 1 < walk.path.len()
}

/// Whether a mover at its height there may take the next step of its course.
pub(super) fn may_enter(walk: &Walk, at: Footprint, view: View<'_>, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (who, book) = (walk.who, inputs.book());
    match walk.gait {
        _ if passes_over(walk) => Ok(()),
        Gait::Leap | Gait::Climb => space::entry_by_force(view, book, who, at),
        Gait::PushOff(_) => space::may_end(view, book, who, at),
        // The earth is not dug out yet.
        Gait::Burrow if space::is_blocked(view, book, who, at) => {
            Err(Refusal::new("an enemy blocks the way", book.policies.space.enter_rule))
        }
        Gait::Burrow => Ok(()),
        _ => space::entry(view, book, who, at),
    }
}

/// Takes the next step of a course, with all who are held in one space with the mover.
pub(super) fn step_on(walk: &Walk, course: &Course, to: Station, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, view) = (walk.who, inputs.view);
    if walk.gait == Gait::Burrow {
        ground::dig(who, to.at, inputs, events);
    }
    let bodies = holds::along_at(view, who, to.at, to.altitude);
    let rule = holds::drag_rule(who, inputs).unwrap_or(course.rule);
    events.push(BattleEvent::Displaced { bodies, cause: course.cause, rule });
    if walk.gait == Gait::Swim && course.cause == Cause::Step {
        water::surfaces(who, to, inputs, events);
    }
    let policy = inputs.rules.policies.height.as_ref().filter(|_| walk.at + 1 == walk.path.len());
    if let (Then::Clings, Some(policy)) = (course.then, policy) {
        afflictions::gain(who, policy.climb.clinging, who, policy.climb.skill.rule, inputs, events);
    }
}

/// What comes of a movement with a course that has ended: whoever pushed off drifts no further if something is in its way,
/// and a leap that fell short ends in a fall.
pub(super) fn ended(walk: &Walk, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) -> Option<Fall> {
    let course = walk.course.as_ref()?;
    if let Gait::PushOff(_) = walk.gait {
        weightless::runs_into(walk.who, inputs, events);
    }
    let Then::Falls { eased } = course.then else { return None };
    let gone_through = walk.at == walk.path.len() && height::is_leaping(inputs.view, walk.who);
    let (who, cells) = (walk.who, walk.at as u16);
    gone_through.then_some(Fall { eased, cells, ..Fall::of(who) })
}
