//! Forced movement: slides, throws, and two bodies that move as one. Pushes have their own module.

use smallvec::{SmallVec, smallvec};

use crate::battle::View;
use crate::content::effect::Displacement;
use crate::grid::{Cell, Footprint, is_clear};
use crate::mechanics::{Game, reach, space, status, water};
use crate::resolution::act::{Asks, CellPurpose, Choice, Prompt};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame, Verdict};
use crate::resolution::procedure::forced::{displaced, push, shift};
use crate::resolution::step::{Inputs, NextStep, StepResult};
use crate::rules::Ruleset;

/// Asks for the destination if there is a choice, and moves the bodies.
pub fn step(displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    match displace.how {
        Displacement::Enter => enter(&displace, inputs),
        Displacement::Push { .. } => push::step(displace, inputs),
        _ if !displace.asked => ask(displace, inputs),
        _ => match inputs.answer.take() {
            Some(Choice::Cell(cell)) => to(&displace, cell, inputs),
            _ => StepResult::nothing(),
        },
    }
}

fn moved(displace: &Displace, bodies: SmallVec<[Shift; 2]>, inputs: &Inputs<'_>) -> StepResult {
    StepResult::new(displaced::facts(displace, bodies, inputs), NextStep::Finish(Verdict::Done))
}

fn ask(mut displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let cells = landings(inputs.view, inputs.rules, &displace);
    if cells.is_empty() {
        return StepResult::nothing();
    }
    let purpose = match displace.how {
        Displacement::Together { .. } => CellPurpose::MoveTogether,
        Displacement::Slide { .. } => CellPurpose::SlideTarget,
        _ => CellPurpose::Landing,
    };
    let prompt = Prompt { who: displace.actor, asks: Asks::Cell { purpose, cells } };
    displace.asked = true;
    StepResult::silent(NextStep::Ask(Frame::Displace(displace), prompt))
}

/// The cells the target may be moved to, in order. A slide may also leave it where it is.
pub fn landings(view: View<'_>, rules: &Ruleset, displace: &Displace) -> Vec<Cell> {
    let target = view.footprint(displace.target);
    let cells = reach::cells(rules.book(), displace.feet);
    let around = crate::grid::burst(view.board(), target.anchor, cells);
    let fits = |cell: &Cell| match displace.how {
        Displacement::Slide { .. } if *cell == target.anchor => true,
        _ => *cell != target.anchor && may_land(view, rules, displace, target.at(*cell)),
    };
    let landings: Vec<Cell> = around.into_iter().filter(fits).collect();
    if landings == [target.anchor] { Vec::new() } else { landings }
}

fn may_land(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Footprint) -> bool {
    let game = Game::new(view, rules.book());
    let target = view.footprint(displace.target);
    match displace.how {
        Displacement::Together { .. } => {
            let Some(along) = along(view, rules, displace, to.anchor) else { return false };
            goes_along(view, rules, displace) && pair_fits(view, rules, displace, along, to)
        }
        Displacement::Slide { .. } => {
            may_slide(view, rules, target, to.anchor) && water::may_be_forced(game, displace.target, to).is_ok()
        }
        _ if to.overlaps(view.shape(), view.footprint(displace.actor)) => may_swap(view, rules, displace, to),
        _ => {
            is_clear(view.board(), target.anchor, to.anchor) && water::may_be_forced(game, displace.target, to).is_ok()
        }
    }
}

/// A thrown target may land in the thrower's space if the thrower can move into the space it leaves (TC-323).
fn may_swap(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Footprint) -> bool {
    let own = view.footprint(displace.actor);
    let left = own.at(view.footprint(displace.target).anchor);
    let next_to = view.shape().direction_of_step(own.anchor, left.anchor).is_some();
    to.anchor == own.anchor
        && (!next_to || is_step(view, own, left.anchor))
        && !status::is_immobile(Game::new(view, rules.book()), displace.actor)
        && !left.overlaps(view.shape(), to)
        && pair_fits(view, rules, displace, left, to)
}

/// Whether a body could be forced one step to a cell.
fn may_slide(view: View<'_>, rules: &Ruleset, body: Footprint, to: Cell) -> bool {
    let direction = view.shape().direction_of_step(body.anchor, to);
    direction.is_some_and(|direction| water::is_open_by_force(Game::new(view, rules.book()), body, direction))
}

/// Whether a body could step to a cell by itself.
fn is_step(view: View<'_>, body: Footprint, to: Cell) -> bool {
    let direction = view.shape().direction_of_step(body.anchor, to);
    direction.is_some_and(|direction| view.board().step_cost(body.extent, body.anchor, direction).is_some())
}

/// Where the actor ends if it moves in the same direction as the target.
fn along(view: View<'_>, rules: &Ruleset, displace: &Displace, to: Cell) -> Option<Footprint> {
    let (own, target) = (view.footprint(displace.actor), view.footprint(displace.target));
    let direction = view.shape().direction_of_step(target.anchor, to)?;
    let along = own.at(view.shape().step(own.anchor, direction));
    (is_step(view, own, along.anchor) && may_slide(view, rules, target, to)).then_some(along)
}

/// Whether the actor can move with the target. An immobile actor only moves with its holder, as in a drag (G-18).
fn goes_along(view: View<'_>, rules: &Ruleset, displace: &Displace) -> bool {
    let held_by_target = view.holds_on(displace.actor).any(|link| link.holder == displace.target);
    held_by_target || !status::is_immobile(Game::new(view, rules.book()), displace.actor)
}

/// Whether two bodies fit where each goes once the other has left. The actor moves of its own will, so every occupant
/// but the target must let it in (TC-155).
fn pair_fits(view: View<'_>, rules: &Ruleset, displace: &Displace, actor: Footprint, target: Footprint) -> bool {
    let (book, moved) = (rules.book(), view.with(displace.target, target));
    water::may_be_forced(Game::new(view.with(displace.actor, actor), book), displace.target, target).is_ok()
        && space::entry_by_force(Game::new(moved, book), displace.actor, actor).is_ok()
        && space::blockers(Game::new(moved, book), displace.actor, actor).iter().all(|other| *other == displace.target)
}

fn to(displace: &Displace, cell: Cell, inputs: &mut Inputs<'_>) -> StepResult {
    let game = inputs.game();
    let target = shift::shift(game, displace.target, cell);
    let bodies = match displace.how {
        _ if cell == target.from => return StepResult::nothing(),
        Displacement::Together { .. } => {
            let Some(along) = along(game.view, inputs.rules, displace, cell) else { return StepResult::nothing() };
            smallvec![shift::shift(game, displace.actor, along.anchor), target]
        }
        Displacement::Place { .. } if cell == game.footprint(displace.actor).anchor => {
            smallvec![shift::shift(game, displace.actor, target.from), target]
        }
        _ => smallvec![target],
    };
    moved(displace, bodies, inputs)
}

fn enter(displace: &Displace, inputs: &mut Inputs<'_>) -> StepResult {
    match space::forced_entry(inputs.game(), displace.actor, displace.target) {
        Ok(to) => {
            let bodies = smallvec![shift::shift(inputs.game(), displace.actor, to.anchor)];
            moved(displace, bodies, inputs)
        }
        Err(_) => StepResult::nothing(),
    }
}
