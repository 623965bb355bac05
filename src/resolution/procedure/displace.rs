//! Forced movement: pushes, slides, throws, and two bodies that move as one.

use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, View};
use crate::content::effect::Displacement;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Footprint, is_clear};
use crate::mechanics::{height, reach, space, status, water};
use crate::resolution::act::{Asks, CellPurpose, Choice, Prompt};
use crate::resolution::event::{BattleEvent, Cause, Shift};
use crate::resolution::frame::{Displace, Frame, Verdict};
use crate::resolution::step::{Inputs, Next, Step};
use crate::rules::Ruleset;

/// Asks where to, if there is a choice, and moves the bodies.
pub fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> Step {
    match displace.how {
        Displacement::Enter => enter(&displace, inputs),
        Displacement::Push { .. } => super::push::step(displace, inputs),
        _ if !displace.asked => ask(displace, inputs),
        _ => match inputs.answer.take() {
            Some(Choice::Cell(cell)) => to(&displace, cell, inputs),
            _ => nothing(),
        },
    }
}

/// Nobody moves.
pub(super) fn nothing() -> Step {
    Step::silent(Next::Finish(Verdict::Done))
}

fn moved(displace: &Displace, bodies: SmallVec<[Shift; 2]>, inputs: &Inputs<'_>) -> Step {
    Step::new(facts(displace, bodies, inputs), Next::Finish(Verdict::Done))
}

/// The cells that a body comes to be on.
pub(super) fn stands(shift: &Shift) -> Footprint {
    Footprint { anchor: shift.to, extent: shift.extent }
}

/// That bodies were moved, which ends any movement of their own, and that water carries away those who were driven into
/// it (G-92).
pub(super) fn facts(displace: &Displace, bodies: SmallVec<[Shift; 2]>, inputs: &Inputs<'_>) -> Vec<BattleEvent> {
    let cause = Cause::Forced { by: displace.actor, action: displace.action };
    let moved: SmallVec<[(CombatantId, Footprint); 2]> =
        bodies.iter().map(|shift| (shift.who, stands(shift))).collect();
    let mut events = vec![BattleEvent::Displaced { bodies, cause, rule: displace.rule }];
    moved.iter().for_each(|(who, _)| super::bodies::halt(*who, inputs, &mut events));
    for (who, at) in moved {
        if let Some(carrying) = water::sweeping_policy(inputs.view, inputs.book(), at) {
            super::bodies::carry_off(who, carrying, inputs, &mut events);
        }
    }
    events
}

fn ask(mut displace: Box<Displace>, inputs: &mut Inputs<'_>) -> Step {
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

/// The cells the target may be moved to, in order. One that may be slid may also be left where it is.
pub fn landings(view: View<'_>, rules: &Ruleset, displace: &Displace) -> Vec<Cell> {
    let target = view.footprint(displace.target);
    let cells = reach::cells(rules.book(), displace.feet);
    let around = crate::grid::area::burst(view.board(), target.anchor, cells);
    let fits = |cell: &Cell| match displace.how {
        Displacement::Slide { .. } if *cell == target.anchor => true,
        _ => *cell != target.anchor && may_land(view, rules, displace, target.at(*cell)),
    };
    let landings: Vec<Cell> = around.into_iter().filter(fits).collect();
    if landings == [target.anchor] { Vec::new() } else { landings }
}

fn may_land(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Footprint) -> bool {
    let target = view.footprint(displace.target);
    match displace.how {
        Displacement::Together { .. } => {
            let Some(along) = along(view, rules, displace, to.anchor) else { return false };
            goes_along(view, rules, displace) && pair_fits(view, rules, displace, along, to)
        }
        Displacement::Slide { .. } => {
            may_slide(view, rules, target, to.anchor)
                && water::may_be_forced(view, rules.book(), displace.target, to).is_ok()
        }
        _ if to.overlaps(view.shape(), view.footprint(displace.actor)) => may_swap(view, rules, displace, to),
        _ => {
            is_clear(view.board(), target.anchor, to.anchor)
                && water::may_be_forced(view, rules.book(), displace.target, to).is_ok()
        }
    }
}

/// A thrown body may take the thrower's own space if the thrower can move into the space it leaves (TC-323).
fn may_swap(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Footprint) -> bool {
    let own = view.footprint(displace.actor);
    let left = own.at(view.footprint(displace.target).anchor);
    let next_to = view.shape().direction_of_step(own.anchor, left.anchor).is_some();
    to.anchor == own.anchor
        && (!next_to || is_step(view, own, left.anchor))
        && !status::is_immobile(view, rules.book(), displace.actor)
        && !left.overlaps(view.shape(), to)
        && pair_fits(view, rules, displace, left, to)
}

/// Whether a body could be driven one step to a cell.
fn may_slide(view: View<'_>, rules: &Ruleset, body: Footprint, to: Cell) -> bool {
    let direction = view.shape().direction_of_step(body.anchor, to);
    direction.is_some_and(|direction| water::is_open_by_force(view, rules.book(), body, direction))
}

/// Whether a body could make one step to a cell by itself.
fn is_step(view: View<'_>, body: Footprint, to: Cell) -> bool {
    let direction = view.shape().direction_of_step(body.anchor, to);
    direction.is_some_and(|direction| view.board().step_cost(body.extent, body.anchor, direction).is_some())
}

/// Where the actor comes to stand if it goes the same way as the target to a neighbouring cell.
fn along(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Cell) -> Option<Footprint> {
    let (own, target) = (view.footprint(displace.actor), view.footprint(displace.target));
    let direction = view.shape().direction_of_step(target.anchor, to)?;
    let along = own.at(view.shape().step(own.anchor, direction));
    (is_step(view, own, along.anchor) && may_slide(view, rules, target, to)).then_some(along)
}

/// Whether the actor can move with the target: one who is immobile does so only with whoever holds it, as in a drag (G-18).
fn goes_along(view: View<'_>, rules: &Ruleset, displace: &Displace) -> bool {
    let held_by_target = view.holds_on(displace.actor).any(|link| link.holder == displace.target);
    held_by_target || !status::is_immobile(view, rules.book(), displace.actor)
}

/// Two bodies may go where each fits once the other has left. The actor goes of its own will, so that everybody there must
/// let it in, except the target, which it takes along (TC-155).
fn pair_fits(view: View<'_>, rules: &Ruleset, displace: &Displace, actor: Footprint, target: Footprint) -> bool {
    let (book, moved) = (rules.book(), view.with(displace.target, target));
    water::may_be_forced(view.with(displace.actor, actor), book, displace.target, target).is_ok()
        && space::entry_by_force(moved, book, displace.actor, actor).is_ok()
        && space::blockers(moved, book, displace.actor, actor).iter().all(|other| *other == displace.target)
}

/// One body's part in a displacement.
pub(super) fn shift(view: View<'_>, book: Rulebook<'_>, who: CombatantId, to: Cell) -> Shift {
    shift_onto(view, book, who, view.footprint(who).at(to))
}

/// One body's part in a displacement that may bring it into a larger or smaller space.
pub(super) fn shift_onto(view: View<'_>, book: Rulebook<'_>, who: CombatantId, to: Footprint) -> Shift {
    let altitudes = (view.row(who).position.altitude, height::altitude_at(view, book, who, to));
    Shift { who, from: view.footprint(who).anchor, to: to.anchor, extent: to.extent, altitudes }
}

fn to(displace: &Displace, cell: Cell, inputs: &mut Inputs<'_>) -> Step {
    let view = inputs.view;
    let target = shift(view, inputs.book(), displace.target, cell);
    let bodies = match displace.how {
        _ if cell == target.from => return nothing(),
        Displacement::Together { .. } => {
            let Some(along) = along(view, inputs.rules, displace, cell) else { return nothing() };
            smallvec![shift(view, inputs.book(), displace.actor, along.anchor), target]
        }
        Displacement::Place { .. } if cell == view.footprint(displace.actor).anchor => {
            smallvec![shift(view, inputs.book(), displace.actor, target.from), target]
        }
        _ => smallvec![target],
    };
    moved(displace, bodies, inputs)
}

fn enter(displace: &Displace, inputs: &mut Inputs<'_>) -> Step {
    match space::forced_entry(inputs.view, inputs.book(), displace.actor, displace.target) {
        Ok(to) => {
            let bodies = smallvec![shift(inputs.view, inputs.book(), displace.actor, to.anchor)];
            moved(displace, bodies, inputs)
        }
        Err(_) => nothing(),
    }
}
