//! Forced movement: slides, throws, and two bodies that move as one. Pushes have their own module.

use smallvec::{SmallVec, smallvec};

use crate::content::Displacement;
use crate::grid::{Cell, Direction, Footprint, burst, distance, is_clear};
use crate::mechanics::{Game, reach, space, status, water};
use crate::resolution::act::{Asks, CellPurpose, Choice};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame};
use crate::resolution::procedure::forced::{along, announce, push, shift};
use crate::resolution::step::{Inputs, StepResult};

/// Asks for the destination if there is a choice, and moves the bodies.
pub fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    // Reactions to a forced step may take either out of the battle.
    if [displace.actor, displace.target].into_iter().any(|who| inputs.view.row(who).gone) {
        return StepResult::nothing();
    }
    match displace.how {
        Displacement::Enter if !displace.asked => enter(displace, inputs),
        Displacement::Push { .. } => push::step(displace, inputs),
        Displacement::Drag { .. } | Displacement::Reposition { .. } if displace.asked => along::step(displace, inputs),
        _ if !displace.asked => ask(displace, inputs),
        _ => match inputs.answer.take() {
            Some(Choice::Cell(cell)) => to(displace, cell, inputs),
            _ => StepResult::nothing(),
        },
    }
}

fn ask(mut displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let cells = landings(inputs.game(), &displace);
    if cells.is_empty() {
        return StepResult::nothing();
    }
    let purpose = match displace.how {
        Displacement::Together { .. } => CellPurpose::MoveTogether,
        Displacement::Slide { .. } => CellPurpose::SlideTarget,
        Displacement::Drag { .. } => CellPurpose::Drag,
        Displacement::Reposition { .. } => CellPurpose::Reposition,
        _ => CellPurpose::Landing,
    };
    displace.asked = true;
    let who = displace.actor;
    Frame::Displace(displace).ask(who, Asks::Cell { purpose, cells })
}

/// The cells the target may be moved to, in order. A slide may also leave it where it is.
pub fn landings(game: Game<'_>, displace: &Displace) -> Vec<Cell> {
    if let Displacement::Drag { .. } | Displacement::Reposition { .. } = displace.how {
        return along::landings(game, displace);
    }
    let target = game.footprint(displace.target);
    let around = burst(game.board(), target.anchor, reach::cells(game.book(), displace.distance));
    let fits = |cell: &Cell| match displace.how {
        Displacement::Slide { .. } if *cell == target.anchor => true,
        _ => *cell != target.anchor && may_land(game, displace, target.at(*cell)),
    };
    let landings: Vec<Cell> = around.into_iter().filter(fits).collect();
    if landings == [target.anchor] { Vec::new() } else { landings }
}

fn may_land(game: Game<'_>, displace: &Displace, to: Footprint) -> bool {
    let target = game.footprint(displace.target);
    match displace.how {
        Displacement::Together { .. } => {
            let Some(along) = along(game, displace, to.anchor) else { return false };
            goes_along(game, displace) && pair_fits(game, displace, along, to)
        }
        Displacement::Slide { .. } => game.shape().directions().any(|way| slides(game, displace, way, to)),
        _ if to.overlaps(game.shape(), game.footprint(displace.actor)) => may_swap(game, displace, to),
        _ => {
            is_clear(game.board(), target.anchor, to.anchor) && water::may_be_forced(game, displace.target, to).is_ok()
        }
    }
}

/// A thrown target may land in the thrower's space if the thrower can move into the space it leaves (TC-323).
fn may_swap(game: Game<'_>, displace: &Displace, to: Footprint) -> bool {
    let own = game.footprint(displace.actor);
    let left = own.at(game.footprint(displace.target).anchor);
    let next_to = game.shape().direction_of_step(own.anchor, left.anchor).is_some();
    to.anchor == own.anchor
        && (!next_to || is_step(game, own, left.anchor))
        && !status::is_immobile(game, displace.actor)
        && !left.overlaps(game.shape(), to)
        && pair_fits(game, displace, left, to)
}

/// Whether the target slides to a space in a straight line, past neither walls nor bodies.
fn slides(game: Game<'_>, displace: &Displace, way: Direction, to: Footprint) -> bool {
    let target = game.footprint(displace.target);
    let next = |at: &Footprint| {
        let next = at.at(game.shape().step(at.anchor, way));
        let open = water::is_open_by_force(game, *at, way) && water::may_be_forced(game, displace.target, next).is_ok();
        open.then_some(next)
    };
    let most = reach::cells(game.book(), displace.distance);
    let within = |at: &Footprint| {
        distance(game.shape(), game.policies.board.distance, target.anchor.into(), at.anchor.into()) <= most
    };
    std::iter::successors(next(&target), next).take_while(within).any(|at| at.anchor == to.anchor)
}

/// Whether a body could be forced one step to a cell.
pub(super) fn may_slide(game: Game<'_>, body: Footprint, to: Cell) -> bool {
    let direction = game.shape().direction_of_step(body.anchor, to);
    direction.is_some_and(|direction| water::is_open_by_force(game, body, direction))
}

pub(super) fn is_step(game: Game<'_>, body: Footprint, to: Cell) -> bool {
    let direction = game.shape().direction_of_step(body.anchor, to);
    direction.is_some_and(|direction| game.board().step_cost(body.extent, body.anchor, direction).is_some())
}

/// Where the actor ends if it moves in the same direction as the target.
fn along(game: Game<'_>, displace: &Displace, to: Cell) -> Option<Footprint> {
    let (own, target) = (game.footprint(displace.actor), game.footprint(displace.target));
    let direction = game.shape().direction_of_step(target.anchor, to)?;
    let along = own.at(game.shape().step(own.anchor, direction));
    (is_step(game, own, along.anchor) && may_slide(game, target, to)).then_some(along)
}

/// Whether the actor can move with the target. An immobile actor only moves with its holder, as in a drag (G-18).
fn goes_along(game: Game<'_>, displace: &Displace) -> bool {
    let held_by_target = game.holds_on(displace.actor).any(|link| link.holder == displace.target);
    held_by_target || !status::is_immobile(game, displace.actor)
}

/// Whether two bodies fit where each goes once the other has left. The actor moves of its own will, so every occupant
/// but the target must let it in (TC-155).
pub(super) fn pair_fits(game: Game<'_>, displace: &Displace, actor: Footprint, target: Footprint) -> bool {
    let moved = game.with(displace.target, target);
    water::may_be_forced(game.with(displace.actor, actor), displace.target, target).is_ok()
        && space::entry_by_force(moved, displace.actor, actor).is_ok()
        && space::blockers(moved, displace.actor, actor).iter().all(|other| *other == displace.target)
}

fn to(displace: Box<Displace>, cell: Cell, inputs: &mut Inputs<'_>) -> StepResult {
    let game = inputs.game();
    let target = shift::shift(game, displace.target, cell);
    let bodies = match displace.how {
        _ if cell == target.from => return StepResult::nothing(),
        Displacement::Together { .. } => {
            let Some(along) = along(game, &displace, cell) else { return StepResult::nothing() };
            smallvec![shift::shift(game, displace.actor, along.anchor), target]
        }
        Displacement::Place { .. } if cell == game.footprint(displace.actor).anchor => {
            smallvec![shift::shift(game, displace.actor, target.from), target]
        }
        _ => smallvec![target],
    };
    moves(displace, bodies, inputs)
}

/// Moves the bodies at once; those whom that flanks may react.
fn moves(displace: Box<Displace>, bodies: SmallVec<[Shift; 2]>, inputs: &mut Inputs<'_>) -> StepResult {
    let moved = announce::Moved::of(&displace, &bodies, inputs);
    let events = shift::facts(&displace, bodies, inputs);
    if !moved.is_heard(inputs) {
        return StepResult::done(events);
    }
    StepResult::new(events, moved.heard(displace, inputs))
}

fn enter(mut displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let Ok(to) = space::forced_entry(inputs.game(), displace.actor, displace.target) else {
        return StepResult::nothing();
    };
    let bodies = smallvec![shift::shift(inputs.game(), displace.actor, to.anchor)];
    displace.asked = true;
    moves(displace, bodies, inputs)
}
