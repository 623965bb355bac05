//! The movement of a combatant that pushes or drags another.

use crate::battle::CombatantId;
use crate::content::Gait;
use crate::grid::{Direction, Flood, Footprint, adjacent};
use crate::mechanics::{Game, height, movement, reach, space, status};
use crate::resolution::event::Facts;
use crate::resolution::frame::{Displace, Pushed};
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::Inputs;

/// Movement of a pusher in cells: what is left in its pool, or else its rate; one cell if prone, none if immobile.
pub(super) fn walks(game: Game<'_>, pusher: CombatantId) -> u16 {
    if status::is_immobile(game, pusher) {
        return 0;
    }
    let lies = game.row(pusher).stance.held == Some(game.policies.consciousness.falls);
    let gait = if lies { Gait::Crawl } else { Gait::Walk };
    let rate = || reach::cells(game.book(), movement::rate(game, pusher, gait));
    movement::usable_cells(game, pusher, gait).unwrap_or_else(rate)
}

/// Movement of the pusher that is left for this push, in cells. A pool has been paid from already.
pub(super) fn left(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> u16 {
    let paid = if movement::pool_policy(inputs.game()).is_some() { 0 } else { pushed.spent };
    walks(inputs.game(), displace.actor).saturating_sub(paid)
}

/// Pays for cells of movement out of a pool, where there is one.
pub(super) fn pays(who: CombatantId, cells: u16, inputs: &Inputs<'_>, events: &mut Facts) {
    if cells > 0 && movement::pool_policy(inputs.game()).is_some() {
        momentum::pays_cells(who, (Gait::Walk, cells), false, inputs, events);
    }
}

/// Where a combatant ends after this many steps in a direction. Each step must be open and every occupant must let it
/// in (TC-155).
pub(super) fn after(game: Game<'_>, who: CombatantId, direction: Direction, steps: u16) -> Option<Footprint> {
    let step = |at: Footprint, _| {
        let next = at.at(game.shape().step(at.anchor, direction));
        let open = height::is_open(game, at, direction) && space::entry(game, who, next).is_ok();
        open.then_some(next)
    };
    let end = (0..steps).try_fold(game.footprint(who), step)?;
    space::may_end(game, who, end).ok().map(|()| end)
}

/// Where the pusher ends next to the target, and the cost: the cheapest place, straight on if equal.
pub(super) fn comes_along(
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

/// Where a pusher ends that follows straight on after the push, as far as it can, and the number of cells; `None` if it
/// cannot.
pub(super) fn follows(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> Option<(Footprint, u16)> {
    let most = pushed.behind.min(walks(inputs.game(), displace.actor));
    let direction = Direction(pushed.direction);
    let ends = |cells: u16| Some((after(inputs.game(), displace.actor, direction, cells)?, cells));
    (1..=most).rev().find_map(ends)
}
