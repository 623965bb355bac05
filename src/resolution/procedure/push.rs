//! A push straight back. Which bodies go along, and what happens at a wall, is a policy.

use smallvec::{SmallVec, smallvec};

use super::displace::{facts, nothing, shift, stands};
use super::follow;
use crate::battle::{CombatantId, View};
use crate::content::policy::{PushPolicy, Rulebook};
use crate::grid::{Direction, Footprint};
use crate::mechanics::{height, space, status, water};
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame, Pushed, Verdict};
use crate::resolution::step::{Inputs, Next, Step};

/// Pushes one cell; the pusher is asked before every further one.
pub(super) fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> Step {
    match &inputs.rules.policies.push {
        PushPolicy::Shove { .. } => shove(displace, inputs),
        PushPolicy::Follow(policy) => follow::step(displace, policy, inputs),
    }
}

/// The first cell by the shove alone, every further one only if the pusher comes along.
fn shove(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> Step {
    let shape = inputs.view.shape();
    let (own, target) = (inputs.view.footprint(displace.actor), inputs.view.footprint(displace.target));
    let Some(pushed) = displace.pushed else {
        let Some(direction) = shape.direction_towards(own, target) else { return nothing() };
        let bodies = first(&displace, direction, inputs);
        return go(displace, Pushed { direction: direction.0, behind: 1, spent: 0 }, bodies, inputs);
    };
    let bodies = further(&displace, pushed, inputs);
    match inputs.answer.take() {
        _ if bodies.is_none() => nothing(),
        Some(Choice::Pick(Pick::Yes)) => go(displace, Pushed { behind: 0, ..pushed }, bodies, inputs),
        Some(_) => nothing(),
        None => ask_further(displace),
    }
}

/// Asks the pusher whether to go on.
pub(super) fn ask_further(displace: Box<Displace>) -> Step {
    let asks = Asks::Pick { purpose: PickPurpose::PushFurther, options: vec![Pick::Yes, Pick::No] };
    let prompt = Prompt { who: displace.actor, asks };
    Step::silent(Next::Ask(Frame::Displace(displace), prompt))
}

pub(super) type Bodies = Option<SmallVec<[Shift; 2]>>;

/// Moves the bodies one cell on; the push goes on if it may go further.
pub(super) fn go(mut displace: Box<Displace>, pushed: Pushed, bodies: Bodies, inputs: &Inputs<'_>) -> Step {
    let Some(bodies) = bodies else { return nothing() };
    // One who has lost the ground falls at once, or is carried away, and is pushed no further.
    let carried = |shift: &Shift| water::sweeping_policy(inputs.view, inputs.book(), stands(shift)).is_some();
    let falls = bodies.iter().any(|it| it.who == displace.target && (it.altitudes.1 > 0 || carried(it)));
    let events = facts(&displace, bodies, inputs);
    let cell = inputs.rules.policies.board.feet;
    displace.feet = displace.feet.saturating_sub(cell);
    displace.pushed = Some(pushed);
    if displace.feet < cell || falls {
        return Step::new(events, Next::Finish(Verdict::Done));
    }
    Step::new(events, Next::Resume(Frame::Displace(displace)))
}

/// Where a combatant comes to stand after so many steps of its own in a direction: each must be open, and everybody whose
/// space it enters must allow it (TC-155).
fn after(view: View<'_>, book: Rulebook<'_>, who: CombatantId, direction: Direction, steps: u16) -> Option<Footprint> {
    let step = |at: Footprint, _| {
        let next = at.at(view.shape().step(at.anchor, direction));
        let open = height::is_open(view, book, at, direction) && space::entry(view, book, who, next).is_ok();
        open.then_some(next)
    };
    let end = (0..steps).try_fold(view.footprint(who), step)?;
    space::may_end(view, book, who, end).ok().map(|()| end)
}

/// Where the one who is pushed comes to be a step further, if it can be driven there.
fn driven(displace: &Displace, direction: Direction, inputs: &Inputs<'_>) -> Option<Footprint> {
    let (view, body) = (inputs.view, inputs.view.footprint(displace.target));
    let to = body.at(view.shape().step(body.anchor, direction));
    water::is_open_by_force(view, inputs.book(), body, direction).then_some(to)
}

fn first(displace: &Displace, direction: Direction, inputs: &Inputs<'_>) -> Bodies {
    let to = driven(displace, direction, inputs)?;
    water::may_be_forced(inputs.view, inputs.book(), displace.target, to).ok()?;
    Some(smallvec![shift(inputs.view, inputs.book(), displace.target, to.anchor)])
}

/// The pusher catches up and both go on, if both can.
fn further(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> Bodies {
    let (view, book) = (inputs.view, inputs.book());
    if status::is_immobile(view, book, displace.actor) {
        return None;
    }
    let direction = Direction(pushed.direction);
    let target = driven(displace, direction, inputs)?;
    let actor = after(view.with(displace.target, target), book, displace.actor, direction, pushed.behind + 1)?;
    water::may_be_forced(view.with(displace.actor, actor), book, displace.target, target).ok()?;
    Some(smallvec![
        shift(view, inputs.book(), displace.target, target.anchor),
        shift(view, inputs.book(), displace.actor, actor.anchor)
    ])
}
