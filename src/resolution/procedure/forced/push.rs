//! Pushes straight away from the pusher, cell by cell. Who follows, what other bodies in the way do, and the harm done by
//! obstacles are policies.

use smallvec::{SmallVec, smallvec};

use super::ahead::{self, Ahead};
use super::{announce, impact, pusher, shift, train};
use crate::battle::CombatantId;
use crate::content::{BodiesAhead, Pusher};
use crate::grid::{Cell, Direction, Footprint};
use crate::mechanics::{space, status, water};
use crate::resolution::act::{Asks, CellPurpose, Choice, Pick, PickPurpose};
use crate::resolution::event::{Facts, Shift};
use crate::resolution::frame::{Displace, Frame, Pushed};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// The fate of the next cell of a push.
pub(super) enum Push {
    /// The bodies move, and the pusher follows for this many cells of movement.
    On { bodies: SmallVec<[Shift; 2]>, pushed: Pushed, cost: u16 },
    /// An obstacle stops this body.
    Against(CombatantId),
    /// This body is in the way and may be pushed along.
    Meets(CombatantId),
}

/// Pushes one cell. The pusher is asked before every further cell, and first of all for a direction if both share a
/// space.
pub(crate) fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    if displace.met.is_some() {
        return train::joins(displace, inputs);
    }
    let Some(pushed) = displace.pushed else { return begin(displace, inputs) };
    if displace.distance < inputs.rules.policies.board.cell {
        return follow(displace, pushed, inputs);
    }
    let next = next(&displace, pushed, inputs);
    if displace.announced > 0 {
        return match next {
            Some(next) => carry_out(displace, pushed, next, inputs),
            None => over(displace, Vec::new(), inputs),
        };
    }
    match (inputs.answer.take(), next) {
        (Some(Choice::Pick(Pick::Yes)), Some(next)) => carry_out(displace, pushed, next, inputs),
        (None, Some(_)) => {
            let who = displace.actor;
            Frame::Displace(displace).ask_yes_or_no(who, PickPurpose::PushFurther)
        }
        _ => over(displace, Vec::new(), inputs),
    }
}

fn begin(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let (view, policy) = (inputs.view, &inputs.rules.policies.push);
    let (own, target) = (view.footprint(displace.actor), view.footprint(displace.target));
    let chooses = !matches!(policy.pusher, Pusher::FollowsFurther { .. });
    if chooses && own.overlaps(view.shape(), target) {
        return out_of_one_space(displace, inputs);
    }
    match view.shape().direction_towards(own, target) {
        Some(direction) => one_cell(displace, begun(direction), inputs),
        None => StepResult::nothing(),
    }
}

fn begun(direction: Direction) -> Pushed {
    Pushed { direction: direction.0, behind: 0, spent: 0 }
}

/// Pushes one cell without a question.
pub(super) fn one_cell(displace: Box<Displace>, pushed: Pushed, inputs: &mut Inputs<'_>) -> StepResult {
    match next(&displace, pushed, inputs) {
        Some(next) => carry_out(displace, pushed, next, inputs),
        None => over(displace, Vec::new(), inputs),
    }
}

fn carry_out(displace: Box<Displace>, pushed: Pushed, next: Push, inputs: &mut Inputs<'_>) -> StepResult {
    match next {
        Push::On { bodies, pushed: after, cost } => match announce::pushed(displace, pushed, &bodies, inputs) {
            Ok(displace) => go(displace, (after, cost), bodies, inputs),
            Err(window) => window,
        },
        Push::Meets(other) => train::checks(displace, pushed, other, inputs),
        Push::Against(stopped) => {
            let events = impact::harm(&displace, pushed, stopped, inputs);
            over(displace, events, inputs)
        }
    }
}

/// The next cell of a push; `None` if it ends here without harm.
fn next(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> Option<Push> {
    let (direction, policy) = (Direction(pushed.direction), &inputs.rules.policies.push);
    let mut places: SmallVec<[(CombatantId, Footprint); 2]> = SmallVec::new();
    for &who in std::iter::once(&displace.target).chain(&displace.train) {
        match ahead::of(displace, who, direction, inputs) {
            Ahead::Free(to) => places.push((who, to)),
            Ahead::Meets(other) => return Some(Push::Meets(other)),
            Ahead::Soft => return None,
            Ahead::Hard => return impact::happens(displace, pushed, inputs).then_some(Push::Against(who)),
        }
    }
    let (_, target) = places[0];
    let left = pusher::left(displace, pushed, inputs);
    let (own, pushed, cost) = match policy.pusher {
        Pusher::FollowsFurther { .. } => {
            let (own, pushed) = follows_further(displace, target, pushed, inputs)?;
            (own, pushed, 0)
        }
        Pusher::StaysAdjacent { .. } => {
            let (own, cost) = pusher::comes_along(displace, target, direction, left, inputs)?;
            (Some(own), Pushed { spent: pushed.spent.saturating_add(cost), ..pushed }, cost)
        }
        Pusher::MayFollow { .. } | Pusher::Stays => (None, Pushed { behind: pushed.behind + 1, ..pushed }, 0),
    };
    let game = inputs.game();
    let own = own.filter(|own| *own != game.footprint(displace.actor));
    if policy.bodies == BodiesAhead::RoomCounts {
        let moved = own.map_or(game, |own| game.with(displace.actor, own));
        water::may_be_forced(moved, displace.target, target).ok()?;
    }
    let mut bodies: SmallVec<[Shift; 2]> =
        places.into_iter().map(|(who, to)| shift::shift_onto(game, who, to)).collect();
    bodies.extend(own.into_iter().flat_map(|own| shift::along(game, displace.actor, own.anchor)));
    Some(Push::On { bodies, pushed, cost })
}

/// The first cell needs no movement of the pusher; for every further cell it catches up and moves on, if it can.
fn follows_further(
    displace: &Displace,
    target: Footprint,
    pushed: Pushed,
    inputs: &Inputs<'_>,
) -> Option<(Option<Footprint>, Pushed)> {
    if displace.pushed.is_none() {
        return Some((None, Pushed { behind: 1, ..pushed }));
    }
    let game = inputs.game();
    if status::is_immobile(game, displace.actor) {
        return None;
    }
    let moved = game.with(displace.target, target);
    let own = pusher::after(moved, displace.actor, Direction(pushed.direction), pushed.behind + 1)?;
    Some((Some(own), Pushed { behind: 0, ..pushed }))
}

/// Moves the bodies one cell. The push continues while distance is left.
fn go(
    mut displace: Box<Displace>,
    (pushed, cost): (Pushed, u16),
    bodies: SmallVec<[Shift; 2]>,
    inputs: &Inputs<'_>,
) -> StepResult {
    // A target that loses its footing, or is carried away, is pushed no further.
    let carried = |it: &Shift| water::sweeping_policy(inputs.game(), shift::stands(it)).is_some();
    let falls = bodies.iter().any(|it| it.who == displace.target && (it.altitudes.1 > 0 || carried(it)));
    let moved = announce::Moved::of(&displace, &bodies, inputs);
    let mut events = shift::facts(&displace, bodies, inputs);
    pusher::pays(&mut displace, cost, false, inputs, &mut events);
    displace.announced = 0;
    let cell = inputs.rules.policies.board.cell;
    displace.distance = if falls { 0 } else { displace.distance.saturating_sub(cell) };
    displace.pushed = Some(pushed);
    if displace.distance < cell && !moved.is_heard(inputs) {
        return over(displace, events, inputs);
    }
    StepResult::new(events, moved.heard(displace, inputs))
}

/// The push is over. A pusher that stayed may still follow.
pub(super) fn over(mut displace: Box<Displace>, events: Facts, inputs: &Inputs<'_>) -> StepResult {
    let may_follow = matches!(inputs.rules.policies.push.pusher, Pusher::MayFollow { .. });
    if !may_follow || displace.pushed.is_none() {
        return StepResult::done(events);
    }
    displace.distance = 0;
    StepResult::new(events, NextStep::Resume(Frame::Displace(displace)))
}

/// Asks a pusher that stayed whether it follows, and moves it.
fn follow(displace: Box<Displace>, pushed: Pushed, inputs: &mut Inputs<'_>) -> StepResult {
    let may_follow = matches!(inputs.rules.policies.push.pusher, Pusher::MayFollow { .. });
    let Some(walk) = pusher::follows(&displace, pushed, inputs).filter(|_| may_follow) else {
        return StepResult::nothing();
    };
    let who = displace.actor;
    match inputs.answer.take() {
        None => Frame::Displace(displace).ask_yes_or_no(who, PickPurpose::FollowPush),
        Some(Choice::Pick(Pick::Yes)) => pusher::walk(displace, walk, inputs),
        Some(_) => StepResult::nothing(),
    }
}

/// The pusher chooses the direction for a target in its own space, even against an obstacle (TA-G26), and stays. The
/// edge of the board is chosen by the cell before it.
fn out_of_one_space(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let view = inputs.view;
    let way = |direction: Direction| {
        let body = space::own_body(view, displace.target, direction);
        let towards = view.shape().step(body.anchor, direction);
        let pushes = impact::happens(&displace, begun(direction), inputs);
        match ahead::of(&displace, displace.target, direction, inputs) {
            Ahead::Free(to) => Some((direction, to.anchor, Some(to))),
            Ahead::Hard if view.board().contains(towards) => pushes.then_some((direction, towards, None)),
            Ahead::Hard => pushes.then_some((direction, body.anchor, None)),
            Ahead::Soft | Ahead::Meets(_) => None,
        }
    };
    let mut ways: Vec<(Direction, Cell, Option<Footprint>)> = Vec::new();
    for found in view.shape().directions().filter_map(way) {
        if ways.iter().all(|(_, towards, _)| *towards != found.1) {
            ways.push(found);
        }
    }
    let Some(Choice::Cell(cell)) = inputs.answer.take() else {
        let cells: Vec<Cell> = ways.iter().map(|(_, towards, _)| *towards).collect();
        if cells.is_empty() {
            return StepResult::nothing();
        }
        let who = displace.actor;
        return Frame::Displace(displace).ask(who, Asks::Cell { purpose: CellPurpose::PushAway, cells });
    };
    match ways.into_iter().find(|(_, towards, _)| *towards == cell) {
        Some((direction, _, Some(to))) => apart(displace, direction, to, inputs),
        Some((direction, _, None)) => {
            let (pushed, target) = (begun(direction), displace.target);
            StepResult::done(impact::harm(&displace, pushed, target, inputs))
        }
        None => StepResult::nothing(),
    }
}

/// The target leaves; the pusher keeps what is left of the space.
fn apart(displace: Box<Displace>, direction: Direction, to: Footprint, inputs: &Inputs<'_>) -> StepResult {
    let (game, shape) = (inputs.game(), inputs.view.shape());
    let shift = |who: CombatantId, to: Footprint| shift::shift_onto(game, who, to);
    let mut bodies: SmallVec<[Shift; 2]> = smallvec![shift(displace.target, to)];
    let space = game.footprint(displace.actor);
    let own = Footprint { extent: game.row(displace.actor).sheet.extent, ..space };
    let left_free = space.cells(shape).into_iter().map(|cell| own.at(cell)).find(|there| !there.overlaps(shape, to));
    if own != space {
        bodies.extend(left_free.map(|there| shift(displace.actor, there)));
    }
    go(displace, (begun(direction), 0), bodies, inputs)
}
