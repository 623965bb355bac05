//! A push that the pusher follows: it stays adjacent within its movement, and obstacles hurt the target.

use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::Follow;
use crate::grid::{Cell, Direction, Flood, Footprint, adjacent};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::{height, movement, reach, space, status};
use crate::resolution::act::{Asks, CellPurpose, Choice, Pick, Prompt};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame, Pushed};
use crate::resolution::procedure::effect::{deal_damage, posture};
use crate::resolution::procedure::forced::{push_cell, shift};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Pushes one cell. The pusher is asked before every further cell, and first of all for a direction if both share a
/// space.
pub(crate) fn step(displace: Box<Displace>, policy: &Follow, inputs: &mut Inputs<'_>) -> StepResult {
    let view = inputs.view;
    let (own, target) = (view.footprint(displace.actor), view.footprint(displace.target));
    match displace.pushed {
        Some(pushed) => match inputs.answer.take() {
            Some(Choice::Pick(Pick::Yes)) => one_cell(displace, pushed, policy, inputs),
            Some(_) => StepResult::nothing(),
            None if next(&displace, pushed, inputs).is_none() => StepResult::nothing(),
            None => push_cell::ask_further(displace),
        },
        None if own.overlaps(view.shape(), target) => out_of_one_space(displace, policy, inputs),
        None => match view.shape().direction_towards(own, target) {
            Some(direction) => {
                one_cell(displace, Pushed { direction: direction.0, behind: 0, spent: 0 }, policy, inputs)
            }
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

/// The next cell of a push.
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
            let mut bodies: smallvec::SmallVec<[Shift; 2]> =
                smallvec::smallvec![shift::shift_onto(game, displace.target, target)];
            if pusher != game.footprint(displace.actor) {
                bodies.extend(shift::along(game, displace.actor, pusher.anchor));
            }
            let pushed = Pushed { spent: pushed.spent.saturating_add(cost), ..pushed };
            push_cell::go(displace, pushed, Some(bodies), inputs)
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
    let blow = PendingDamage { by, target, action, weapon: None, harm, amount, nonlethal: false, straight: None, rule };
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
        let prompt = Prompt { who: displace.actor, asks: Asks::Cell { purpose: CellPurpose::PushAway, cells } };
        return StepResult::silent(NextStep::Ask(Frame::Displace(displace), prompt));
    };
    match ways.into_iter().find(|(_, towards, _)| *towards == cell) {
        Some((direction, _, Some(to))) => apart(displace, direction, to, inputs),
        Some((direction, _, None)) => {
            against(&displace, Pushed { direction: direction.0, behind: 0, spent: 0 }, policy, inputs)
        }
        None => StepResult::nothing(),
    }
}

/// The target leaves; the pusher keeps what is left of the space.
fn apart(displace: Box<Displace>, direction: Direction, to: Footprint, inputs: &Inputs<'_>) -> StepResult {
    let (game, shape) = (inputs.game(), inputs.view.shape());
    let shift = |who: CombatantId, to: Footprint| shift::shift_onto(game, who, to);
    let mut bodies: smallvec::SmallVec<[Shift; 2]> = smallvec::smallvec![shift(displace.target, to)];
    let space = game.footprint(displace.actor);
    let own = Footprint { extent: game.row(displace.actor).sheet.extent, ..space };
    let left_free = space.cells(shape).into_iter().map(|cell| own.at(cell)).find(|there| !there.overlaps(shape, to));
    if own != space {
        bodies.extend(left_free.map(|there| shift(displace.actor, there)));
    }
    push_cell::go(displace, Pushed { direction: direction.0, behind: 0, spent: 0 }, Some(bodies), inputs)
}
