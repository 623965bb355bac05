//! A push straight back. Who follows, and what happens at a wall, is a policy.

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::content::policy::PushPolicy;
use crate::grid::{Direction, Footprint};
use crate::mechanics::{Game, height, space, status, water};
use crate::resolution::act::{Choice, Pick};
use crate::resolution::frame::{Displace, Pushed};
use crate::resolution::procedure::forced::push_cell::Bodies;
use crate::resolution::procedure::forced::{follow, push_cell, shift};
use crate::resolution::step::{Inputs, StepResult};

/// Pushes one cell. The pusher is asked before every further cell.
pub(crate) fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    match &inputs.rules.policies.push {
        PushPolicy::Shove { .. } => shove(displace, inputs),
        PushPolicy::Follow(policy) => follow::step(displace, policy, inputs),
    }
}

/// The first cell needs no movement of the pusher; for every further cell it must follow.
fn shove(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let shape = inputs.view.shape();
    let (own, target) = (inputs.view.footprint(displace.actor), inputs.view.footprint(displace.target));
    let Some(pushed) = displace.pushed else {
        let Some(direction) = shape.direction_towards(own, target) else { return StepResult::nothing() };
        let bodies = first(&displace, direction, inputs);
        return push_cell::go(displace, Pushed { direction: direction.0, behind: 1, spent: 0 }, bodies, inputs);
    };
    let bodies = further(&displace, pushed, inputs);
    match inputs.answer.take() {
        _ if bodies.is_none() => StepResult::nothing(),
        Some(Choice::Pick(Pick::Yes)) => push_cell::go(displace, Pushed { behind: 0, ..pushed }, bodies, inputs),
        Some(_) => StepResult::nothing(),
        None => push_cell::ask_further(displace),
    }
}

/// Where a combatant ends after this many steps in a direction. Each step must be open and every occupant must let it
/// in (TC-155).
fn after(game: Game<'_>, who: CombatantId, direction: Direction, steps: u16) -> Option<Footprint> {
    let step = |at: Footprint, _| {
        let next = at.at(game.shape().step(at.anchor, direction));
        let open = height::is_open(game, at, direction) && space::entry(game, who, next).is_ok();
        open.then_some(next)
    };
    let end = (0..steps).try_fold(game.footprint(who), step)?;
    space::may_end(game, who, end).ok().map(|()| end)
}

/// The next cell of the target, if it can be forced there.
fn driven(displace: &Displace, direction: Direction, inputs: &Inputs<'_>) -> Option<Footprint> {
    let (game, body) = (inputs.game(), inputs.view.footprint(displace.target));
    let to = body.at(game.shape().step(body.anchor, direction));
    water::is_open_by_force(game, body, direction).then_some(to)
}

fn first(displace: &Displace, direction: Direction, inputs: &Inputs<'_>) -> Bodies {
    let to = driven(displace, direction, inputs)?;
    water::may_be_forced(inputs.game(), displace.target, to).ok()?;
    Some(smallvec![shift::shift(inputs.game(), displace.target, to.anchor)])
}

/// The pusher catches up and both move on, if both can.
fn further(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> Bodies {
    let game = inputs.game();
    if status::is_immobile(game, displace.actor) {
        return None;
    }
    let direction = Direction(pushed.direction);
    let target = driven(displace, direction, inputs)?;
    let actor = after(game.with(displace.target, target), displace.actor, direction, pushed.behind + 1)?;
    water::may_be_forced(game.with(displace.actor, actor), displace.target, target).ok()?;
    Some(smallvec![
        shift::shift(game, displace.target, target.anchor),
        shift::shift(game, displace.actor, actor.anchor)
    ])
}
