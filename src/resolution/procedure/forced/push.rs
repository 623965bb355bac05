//! Pushes, and the facts of forced movements. Who follows a push, and what happens at a wall, is a policy.

use smallvec::{SmallVec, smallvec};

use crate::battle::CombatantId;
use crate::content::{Breakdown, Follow, Gait, Label, PushPolicy};
use crate::grid::{Cell, Direction, Flood, Footprint, adjacent};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::{Game, height, movement, reach, space, status, water};
use crate::resolution::act::{Asks, CellPurpose, Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Cause, Facts, Shift};
use crate::resolution::frame::{Displace, Frame, Pushed};
use crate::resolution::procedure::effect::{deal_damage, posture};
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::{Inputs, NextStep, StepResult};

fn stands(shift: &Shift) -> Footprint {
    Footprint { anchor: shift.to, extent: shift.extent }
}

/// The facts of a forced movement: it ends any movement of the bodies, and water carries away those forced into it
/// (G-92).
pub(crate) fn facts(displace: &Displace, bodies: SmallVec<[Shift; 2]>, inputs: &Inputs<'_>) -> Facts {
    let cause = Cause::Forced { by: displace.actor, action: displace.action };
    let moved: SmallVec<[(CombatantId, Footprint); 2]> =
        bodies.iter().map(|shift| (shift.who, stands(shift))).collect();
    let mut events = vec![BattleEvent::Displaced { bodies, cause, rule: displace.rule }];
    moved.iter().for_each(|(who, _)| momentum::halt(*who, inputs, &mut events));
    for (who, at) in moved {
        if let Some(carrying) = water::sweeping_policy(inputs.game(), at) {
            events.push(BattleEvent::CarriedOff { who, rule: carrying.rule });
        }
    }
    events
}

fn ask_further(displace: Box<Displace>) -> StepResult {
    let who = displace.actor;
    Frame::Displace(displace).ask_yes_or_no(who, PickPurpose::PushFurther)
}

type Bodies = Option<SmallVec<[Shift; 2]>>;

/// Moves the bodies one cell. The push continues while feet are left.
fn go(mut displace: Box<Displace>, pushed: Pushed, bodies: Bodies, inputs: &Inputs<'_>) -> StepResult {
    let Some(bodies) = bodies else { return StepResult::nothing() };
    // A target that loses its footing, or is carried away, is pushed no further.
    let carried = |shift: &Shift| water::sweeping_policy(inputs.game(), stands(shift)).is_some();
    let falls = bodies.iter().any(|it| it.who == displace.target && (it.altitudes.1 > 0 || carried(it)));
    let events = facts(&displace, bodies, inputs);
    let cell = inputs.rules.policies.board.cell;
    displace.feet = displace.feet.saturating_sub(cell);
    displace.pushed = Some(pushed);
    if displace.feet < cell || falls {
        return StepResult::done(events);
    }
    StepResult::new(events, NextStep::Resume(Frame::Displace(displace)))
}

/// Pushes one cell. The pusher is asked before every further cell.
pub(crate) fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    match &inputs.rules.policies.push {
        PushPolicy::Shove { .. } => shove(displace, inputs),
        PushPolicy::Follow(policy) => follow(displace, policy, inputs),
    }
}

/// The first cell needs no movement of the pusher; for every further cell it must follow.
fn shove(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let shape = inputs.view.shape();
    let (own, target) = (inputs.view.footprint(displace.actor), inputs.view.footprint(displace.target));
    let Some(pushed) = displace.pushed else {
        let Some(direction) = shape.direction_towards(own, target) else { return StepResult::nothing() };
        let bodies = first(&displace, direction, inputs);
        return go(displace, Pushed { behind: 1, ..begun(direction) }, bodies, inputs);
    };
    let bodies = further(&displace, pushed, inputs);
    match inputs.answer.take() {
        _ if bodies.is_none() => StepResult::nothing(),
        Some(Choice::Pick(Pick::Yes)) => go(displace, Pushed { behind: 0, ..pushed }, bodies, inputs),
        Some(_) => StepResult::nothing(),
        None => ask_further(displace),
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

/// Pushes one cell. The pusher is asked before every further cell, and first of all for a direction if both share a
/// space.
fn follow(displace: Box<Displace>, policy: &Follow, inputs: &mut Inputs<'_>) -> StepResult {
    let view = inputs.view;
    let (own, target) = (view.footprint(displace.actor), view.footprint(displace.target));
    match displace.pushed {
        Some(pushed) => match inputs.answer.take() {
            Some(Choice::Pick(Pick::Yes)) => one_cell(displace, pushed, policy, inputs),
            Some(_) => StepResult::nothing(),
            None if next(&displace, pushed, inputs).is_none() => StepResult::nothing(),
            None => ask_further(displace),
        },
        None if own.overlaps(view.shape(), target) => out_of_one_space(displace, policy, inputs),
        None => match view.shape().direction_towards(own, target) {
            Some(direction) => one_cell(displace, begun(direction), policy, inputs),
            None => StepResult::nothing(),
        },
    }
}

/// The space one cell ahead of a body.
enum Ahead {
    Free(Footprint),
    /// A wall, the edge of the board or a larger body (TA-097, TA-G26).
    Hard,
    /// A body that is not larger: it stops the target without harm.
    Soft,
}

fn begun(direction: Direction) -> Pushed {
    Pushed { direction: direction.0, behind: 0, spent: 0 }
}

fn ahead(displace: &Displace, direction: Direction, inputs: &Inputs<'_>) -> Ahead {
    let game = inputs.game();
    let body = space::own_body(game.view, displace.target, direction);
    let to = body.at(game.shape().step(body.anchor, direction));
    let uphill = height::is_ledge(game, body, to) && height::ground(game.view, to) > height::ground(game.view, body);
    if uphill || !height::is_open(game, body, direction) {
        return Ahead::Hard;
    }
    let size = game.row(displace.target).sheet.size;
    let there = space::occupants_at_height(game, displace.target, to);
    let others: Vec<_> = there.filter(|row| row.id != displace.actor).collect();
    match others.iter().any(|row| row.sheet.size.above(size) > 0) {
        true => Ahead::Hard,
        false if others.is_empty() => Ahead::Free(to),
        false => Ahead::Soft,
    }
}

enum Push {
    /// The target goes there, and the pusher follows for this many cells of movement.
    On {
        target: Footprint,
        pusher: Footprint,
        cost: u16,
    },
    Against,
}

fn next(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> Option<Push> {
    let left = walks(displace.actor, inputs).saturating_sub(pushed.spent);
    match ahead(displace, Direction(pushed.direction), inputs) {
        Ahead::Free(target) => {
            let (pusher, cost) = comes_along(displace, target, Direction(pushed.direction), left, inputs)?;
            Some(Push::On { target, pusher, cost })
        }
        Ahead::Hard => (left > 0).then_some(Push::Against),
        Ahead::Soft => None,
    }
}

/// Movement of the pusher in cells: its rate, one cell if prone, none if immobile.
fn walks(pusher: CombatantId, inputs: &Inputs<'_>) -> u16 {
    let game = inputs.game();
    if status::is_immobile(game, pusher) {
        return 0;
    }
    let lies = game.row(pusher).stance.held == Some(inputs.rules.policies.consciousness.falls);
    let rate = movement::rate(game, pusher, if lies { Gait::Crawl } else { Gait::Walk });
    reach::cells(game.book(), rate)
}

/// Where the pusher ends next to the target, and the cost: the cheapest place, straight on if equal.
fn comes_along(
    displace: &Displace,
    target: Footprint,
    direction: Direction,
    left: u16,
    inputs: &Inputs<'_>,
) -> Option<(Footprint, u16)> {
    let (game, shape) = (inputs.game().with(displace.target, target), inputs.view.shape());
    let (own, before) = (game.footprint(displace.actor), inputs.view.footprint(displace.target));
    if adjacent(shape, own, target) {
        return Some((own, 0));
    }
    let mut flood = Flood::default();
    movement::flood(game, displace.actor, Gait::Walk, &mut flood, left);
    let straight = shape.step(own.anchor, direction);
    let may_stay =
        |there: Footprint| adjacent(shape, there, target) && space::may_end(game, displace.actor, there).is_ok();
    let places = flood.reached().iter().filter(|cell| may_stay(own.at(**cell)));
    match places.min_by_key(|cell| (flood.cost(**cell), **cell != straight)) {
        Some(nearest) => Some((own.at(*nearest), flood.cost(*nearest)?)),
        // A pusher with reach closes in only if it can.
        None => (left > 0 && displace.pushed.is_none() && !adjacent(shape, own, before)).then_some((own, 0)),
    }
}

fn one_cell(displace: Box<Displace>, pushed: Pushed, policy: &Follow, inputs: &mut Inputs<'_>) -> StepResult {
    match next(&displace, pushed, inputs) {
        Some(Push::On { target, pusher, cost }) => {
            let game = inputs.game();
            let mut bodies: SmallVec<[Shift; 2]> = smallvec![shift::shift_onto(game, displace.target, target)];
            if pusher != game.footprint(displace.actor) {
                bodies.extend(shift::along(game, displace.actor, pusher.anchor));
            }
            let pushed = Pushed { spent: pushed.spent.saturating_add(cost), ..pushed };
            go(displace, pushed, Some(bodies), inputs)
        }
        Some(Push::Against) => against(&displace, pushed, policy, inputs),
        None => StepResult::nothing(),
    }
}

/// An obstacle stops the target: it takes damage for every remaining cell and falls prone (TA-097, TA-098).
fn against(displace: &Displace, pushed: Pushed, policy: &Follow, inputs: &mut Inputs<'_>) -> StepResult {
    let left = walks(displace.actor, inputs).saturating_sub(pushed.spent);
    let cells = reach::cells(inputs.book(), displace.feet).min(left);
    let mut amount = Breakdown::new();
    for _ in 0..cells {
        let rolled = inputs.dice.roll(&policy.damage).total;
        amount.add(Label::DamageDice, i16::try_from(rolled).unwrap_or(i16::MAX), policy.damage_rule);
    }
    let (by, target, action) = (displace.actor, displace.target, displace.action);
    let (harm, rule) = (policy.harm, policy.damage_rule);
    let blow = PendingDamage::plain((target, by), action, harm, amount, rule);
    let mut events = Vec::new();
    deal_damage::deal(blow, inputs, &mut events);
    posture::fall_down(target, policy.falls_rule, inputs, &mut events);
    StepResult::done(events)
}

/// The pusher chooses the direction for a target in its own space, even against an obstacle (TA-G26), and stays. The
/// edge of the board is chosen by the cell before it.
fn out_of_one_space(displace: Box<Displace>, policy: &Follow, inputs: &mut Inputs<'_>) -> StepResult {
    let (view, pushes) = (inputs.view, walks(displace.actor, inputs) > 0);
    let way = |direction: Direction| {
        let body = space::own_body(view, displace.target, direction);
        let towards = view.shape().step(body.anchor, direction);
        match ahead(&displace, direction, inputs) {
            Ahead::Free(to) => Some((direction, to.anchor, Some(to))),
            Ahead::Hard if view.board().contains(towards) => pushes.then_some((direction, towards, None)),
            Ahead::Hard => pushes.then_some((direction, body.anchor, None)),
            Ahead::Soft => None,
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
        Some((direction, _, None)) => against(&displace, begun(direction), policy, inputs),
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
    go(displace, begun(direction), Some(bodies), inputs)
}
