//! Forced movements along a path: a target that is dragged behind the actor, or moved around within its reach. The path is
//! chosen by its end and then taken cell by cell (PR-316 to PR-323, PR-357 to PR-363).

use smallvec::{SmallVec, smallvec};

use super::{announce, displace, pusher, shift};
use crate::battle::CombatantId;
use crate::content::Displacement;
use crate::grid::{Cell, Direction, Flood, Footprint};
use crate::mechanics::{Game, hazards, height, movement, reach, status, water};
use crate::resolution::act::Choice;
use crate::resolution::event::Shift;
use crate::resolution::frame::Displace;
use crate::resolution::step::{Inputs, StepResult};

/// The cells in which the target may end, in order.
pub(super) fn landings(game: Game<'_>, displace: &Displace) -> Vec<Cell> {
    let mut landings = match displace.how {
        Displacement::Drag { .. } => drag(game, displace),
        _ => around(game, displace).reached().to_vec(),
    };
    let start = game.footprint(displace.target).anchor;
    landings.retain(|cell| *cell != start);
    landings.sort_unstable();
    landings
}

/// The path of the target to a landing.
fn path_to(game: Game<'_>, displace: &Displace, end: Cell) -> Vec<Cell> {
    match displace.how {
        Displacement::Drag { .. } => {
            let mut path = drag(game, displace);
            path.truncate(path.iter().position(|cell| *cell == end).map_or(0, |at| at + 1));
            path
        }
        _ => around(game, displace).path_to(end),
    }
}

/// Moves the target one cell along its path, and with it a dragging actor.
pub(super) fn step(mut displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let game = inputs.game();
    if let Some(Choice::Cell(end)) = inputs.answer.take() {
        displace.path = path_to(game, &displace, end);
        displace.path.reverse();
    }
    let Some(to) = displace.path.last().copied() else { return StepResult::nothing() };
    let Some((bodies, cost)) = next(game, &displace, to).filter(|_| goes_on(game, &displace)) else {
        return StepResult::nothing();
    };
    displace = match announce::moved(displace, &bodies, inputs) {
        Ok(displace) => displace,
        Err(window) => return window,
    };
    displace.path.pop();
    displace.announced = 0;
    let moved = announce::Moved::of(&displace, &bodies, inputs);
    let is_diagonal = is_diagonal(game, (displace.target, to));
    let mut events = shift::facts(&displace, bodies, inputs);
    pusher::pays(&mut displace, cost, is_diagonal, inputs, &mut events);
    StepResult::new(events, moved.heard(displace, inputs))
}

/// Whether the actor of a drag can still walk: reactions may have stopped it.
fn goes_on(game: Game<'_>, displace: &Displace) -> bool {
    let who = displace.actor;
    let is_drag = matches!(displace.how, Displacement::Drag { .. });
    let lies = || game.row(who).stance.held == Some(game.policies.consciousness.falls);
    !is_drag || displace.announced == 0 || status::can_act(game, who) && !lies()
}

/// Whether a body's step to a cell is a diagonal.
fn is_diagonal(game: Game<'_>, (who, to): (CombatantId, Cell)) -> bool {
    let way = game.shape().direction_of_step(game.footprint(who).anchor, to);
    way.is_some_and(|way| game.shape().is_diagonal(way))
}

/// The bodies that move as the target goes one cell further, and the movement that it costs the actor; `None` if something is
/// in the way.
fn next(game: Game<'_>, displace: &Displace, to: Cell) -> Option<(SmallVec<[Shift; 2]>, u16)> {
    let (own, target) = (game.footprint(displace.actor), game.footprint(displace.target));
    let direction = game.shape().direction_of_step(target.anchor, to)?;
    let moved = shift::shift(game, displace.target, to);
    if let Displacement::Drag { .. } = displace.how {
        let cost = drag_cost(game, displace, (own, target), direction)?;
        let cost = if is_dear(game, displace.actor, direction) { cost.saturating_mul(2) } else { cost };
        let own = shift::shift(game, displace.actor, game.shape().step(own.anchor, direction));
        return (cost <= pusher::walks(game, displace)).then(|| (smallvec![own, moved], cost));
    }
    let open = displace::may_slide(game, target, to);
    (open && water::may_be_forced(game, displace.target, target.at(to)).is_ok()).then(|| (smallvec![moved], 0))
}

/// The cells through which the target is dragged, as far as actor and target can go.
fn drag(game: Game<'_>, displace: &Displace) -> Vec<Cell> {
    let shape = game.shape();
    let (mut own, mut target) = (game.footprint(displace.actor), game.footprint(displace.target));
    let Some(direction) = shape.direction_towards(target, own) else { return Vec::new() };
    let (mut left, mut path) = (pusher::walks(game, displace), Vec::new());
    let mut dear = is_dear(game, displace.actor, direction);
    let alternates = counts_diagonal(game, direction);
    for _ in 0..reach::cells(game.book(), displace.distance) {
        let cost = drag_cost(game, displace, (own, target), direction);
        let cost = cost.map(|cost| if dear { cost.saturating_mul(2) } else { cost });
        let Some(rest) = cost.and_then(|cost| left.checked_sub(cost)) else { break };
        dear ^= alternates;
        left = rest;
        own = own.at(shape.step(own.anchor, direction));
        target = target.at(shape.step(target.anchor, direction));
        path.push(target.anchor);
    }
    path
}

/// Whether every second step in a direction costs double.
fn counts_diagonal(game: Game<'_>, direction: Direction) -> bool {
    movement::counts_all_diagonals(game) && game.shape().is_diagonal(direction)
}

/// Whether the next step of a combatant in a direction is a diagonal that costs double (PR-G14).
fn is_dear(game: Game<'_>, who: CombatantId, direction: Direction) -> bool {
    counts_diagonal(game, direction) && movement::is_diagonal_due(game, who)
}

/// Cells of movement that one further cell of a drag costs the actor from these places; `None` if one of the two cannot go on.
fn drag_cost(
    game: Game<'_>,
    displace: &Displace,
    (own, target): (Footprint, Footprint),
    direction: Direction,
) -> Option<u16> {
    let shape = game.shape();
    let ahead = [own, target].map(|body| body.at(shape.step(body.anchor, direction)));
    let cost = movement::step_cost(game, Some(displace.actor), own, direction)?;
    let open = displace::may_slide(game, target, ahead[1].anchor);
    (open && displace::pair_fits(game, displace, ahead[0], ahead[1])).then_some(cost)
}

/// The cells to which the target can be moved around the actor.
fn around(game: Game<'_>, displace: &Displace) -> Flood {
    let (own, target, shape) = (game.footprint(displace.actor), game.footprint(displace.target), game.shape());
    let slots = reach::melee_slots(game.view, displace.actor);
    let reaches = slots.iter().map(|slot| reach::melee_reach(game, displace.actor, *slot));
    let far = reach::cells(game.book(), reaches.max().unwrap_or(0));
    let sheet = &game.row(displace.actor).sheet;
    let danger = matches!(displace.how, Displacement::Reposition { danger: Some(needed), .. } if sheet.has(needed));
    let is_near =
        |at: Footprint| reach::distance_between(game.with(displace.target, at), displace.actor, displace.target) <= far;
    let mut flood = Flood::default();
    let most = reach::cells(game.book(), displace.distance);
    let enter = |from: Cell, way: Direction, to: Cell| {
        let (from, to) = (target.at(from), target.at(to));
        let open = is_near(from)
            && !to.overlaps(shape, own)
            && water::is_open_by_force(game, from, way)
            && (danger || is_safe(game, displace, to));
        (open && water::may_be_forced(game, displace.target, to).is_ok()).then_some(1)
    };
    flood.run_with(game.policies.board.distance, game.board(), target.anchor, most, enter);
    flood
}

/// Whether a space has no drop, hazard or water that carries away (PR-359).
fn is_safe(game: Game<'_>, displace: &Displace, to: Footprint) -> bool {
    hazards::hazard_in(game, to).is_none()
        && water::sweeping_policy(game, to).is_none()
        && height::altitude_at(game, displace.target, to) <= 0
}
