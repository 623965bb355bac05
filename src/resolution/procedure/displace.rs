//! Forced movement: pushes, slides, throws, and two bodies that move as one.

use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, View};
use crate::content::effect::Displacement;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{reach, space, status};
use crate::resolution::act::{Asks, CellPurpose, Choice, Prompt};
use crate::resolution::event::{BattleEvent, Cause, Shift};
use crate::resolution::frame::{Displace, Frame, Verdict};
use crate::resolution::step::{Inputs, Next, Step};
use crate::rules::Ruleset;

/// Asks where to, if there is a choice, and moves the bodies.
pub fn step(displace: Displace, inputs: &mut Inputs<'_>) -> Step {
    match displace.how {
        Displacement::Enter => enter(displace, inputs),
        Displacement::Push { .. } => push(displace, inputs),
        _ if !displace.asked => ask(displace, inputs),
        _ => match inputs.answer.take() {
            Some(Choice::Cell(cell)) => to(displace, cell, inputs),
            _ => nothing(),
        },
    }
}

fn nothing() -> Step {
    Step::silent(Next::Finish(Verdict::Done))
}

fn moved(displace: &Displace, bodies: SmallVec<[Shift; 2]>) -> Step {
    let cause = Cause::Forced { by: displace.actor, action: displace.action };
    let events = vec![BattleEvent::Displaced { bodies, cause, rule: displace.rule }];
    Step::new(events, Next::Finish(Verdict::Done))
}

fn ask(mut displace: Displace, inputs: &mut Inputs<'_>) -> Step {
    let cells = landings(inputs.view, inputs.rules, &displace);
    if cells.is_empty() {
        return nothing();
    }
    let purpose = match displace.how {
        Displacement::Together { .. } => CellPurpose::MoveTogether,
        Displacement::Slide { .. } => CellPurpose::SlideTarget,
        _ => CellPurpose::Landing,
    };
    let prompt = Prompt { who: displace.actor, asks: Asks::Cell { purpose, cells } };
    displace.asked = true;
    Step::silent(Next::Ask(Frame::Displace(displace), prompt))
}

/// The cells the target may be moved to, in order.
fn landings(view: View<'_>, rules: &Ruleset, displace: &Displace) -> Vec<Cell> {
    let target = view.footprint(displace.target);
    let cells = reach::cells(rules.book(), displace.feet);
    let around = crate::grid::area::burst(view.board(), target.anchor, cells);
    let fits = |cell: &Cell| *cell != target.anchor && may_land(view, rules, displace, target.at(*cell));
    around.into_iter().filter(fits).collect()
}

fn may_land(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Footprint) -> bool {
    match displace.how {
        Displacement::Together { .. } => {
            let (actor, shift) = (displace.actor, offset(view.footprint(displace.target).anchor, to.anchor));
            let own = view.footprint(actor);
            let along = own.at(Cell::new(own.anchor.x + shift.0, own.anchor.y + shift.1));
            pair_fits(view, rules, displace, along, to)
        }
        Displacement::Place { .. } if to.overlaps(view.shape(), view.footprint(displace.actor)) => {
            let immobile = status::is_immobile(view, rules.book(), displace.actor);
            !immobile && to.anchor == view.footprint(displace.actor).anchor
        }
        _ => view.board().fits(to) && space::entry_by_force(view, rules.book(), displace.target, to).is_ok(),
    }
}

fn offset(from: Cell, to: Cell) -> (i16, i16) {
    (to.x - from.x, to.y - from.y)
}

/// Two bodies may go where each fits once the other has left.
fn pair_fits(view: View<'_>, rules: &Ruleset, displace: &Displace, actor: Footprint, target: Footprint) -> bool {
    let board = view.board();
    if !board.fits(actor) || !board.fits(target) {
        return false;
    }
    let after = view.with(displace.actor, actor);
    space::entry_by_force(after, rules.book(), displace.target, target).is_ok()
        && space::entry_by_force(view.with(displace.target, target), rules.book(), displace.actor, actor).is_ok()
}

fn shift(view: View<'_>, who: CombatantId, to: Cell) -> Shift {
    Shift { who, from: view.footprint(who).anchor, to }
}

fn to(displace: Displace, cell: Cell, inputs: &mut Inputs<'_>) -> Step {
    let view = inputs.view;
    let target = shift(view, displace.target, cell);
    match displace.how {
        Displacement::Together { .. } => {
            let by = offset(target.from, cell);
            let own = view.footprint(displace.actor).anchor;
            let actor = shift(view, displace.actor, Cell::new(own.x + by.0, own.y + by.1));
            moved(&displace, smallvec![actor, target])
        }
        Displacement::Place { .. } if cell == view.footprint(displace.actor).anchor => {
            let actor = shift(view, displace.actor, target.from);
            moved(&displace, smallvec![actor, target])
        }
        _ => moved(&displace, smallvec![target]),
    }
}

fn enter(displace: Displace, inputs: &mut Inputs<'_>) -> Step {
    let to = inputs.view.footprint(displace.target).anchor;
    let footprint = inputs.view.footprint(displace.actor).at(to);
    match space::entry_by_force(inputs.view, inputs.book(), displace.actor, footprint) {
        Ok(()) => moved(&displace, smallvec![shift(inputs.view, displace.actor, to)]),
        Err(_) => nothing(),
    }
}

/// Straight away from the actor, cell by cell; beyond the first the actor comes along, and the push ends where it cannot.
fn push(displace: Displace, inputs: &mut Inputs<'_>) -> Step {
    let (view, shape) = (inputs.view, inputs.view.shape());
    let (own, target) = (view.footprint(displace.actor), view.footprint(displace.target));
    let Some(direction) = shape.direction_towards(own, target) else { return nothing() };
    let (mut actor_at, mut target_at) = (own, target);
    for at in 0..reach::cells(inputs.book(), displace.feet) {
        let next = target_at.at(shape.step(target_at.anchor, direction));
        let follow = actor_at.at(shape.step(actor_at.anchor, direction));
        let follows = at > 0;
        let (from_board, book) = (view.board(), inputs.book());
        let can = from_board.fits(next)
            && space::entry_by_force(view.with(displace.actor, follow), book, displace.target, next).is_ok()
            && from_board.step_cost(target.extent, target_at.anchor, direction).is_some();
        let held = follows && status::is_immobile(view, book, displace.actor);
        if !can || held {
            break;
        }
        target_at = next;
        if follows {
            actor_at = follow;
        }
    }
    if target_at == target {
        return nothing();
    }
    let mut bodies: SmallVec<[Shift; 2]> = smallvec![shift(view, displace.target, target_at.anchor)];
    if actor_at != own {
        bodies.push(shift(view, displace.actor, actor_at.anchor));
    }
    moved(&displace, bodies)
}
