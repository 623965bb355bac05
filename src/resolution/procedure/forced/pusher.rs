//! The movement of a combatant that pushes or drags another.

use crate::battle::{CombatantId, View};
use crate::content::{Breakdown, Gait, Label, Name, PoolId};
use crate::grid::{Cell, Direction, Flood, Footprint, adjacent};
use crate::mechanics::{Game, height, movement, reach, space, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Along, Displace, Pushed};
use crate::resolution::plan::PlannedWalk;
use crate::resolution::procedure::movement::walk::{self, momentum};
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::{Inputs, NextStep, StepResult};
use crate::rules::Ruleset;

/// The movement of a combatant for moving along with the target of its action (PR-C18).
pub(crate) fn means(who: CombatantId, action: Name, view: View<'_>, rules: &Ruleset) -> Along {
    let Some(policy) = rules.policies.push.along else { return Along::Own };
    let row = view.row(who);
    let costs = rules.actions.get(action).map_or(0, |action| action.actions_for(&row.sheet.traits));
    match row.turn_state.is_open() {
        false => Along::Nothing,
        true if costs == 0 => Along::OfCharge,
        true if costs >= policy.included_from => Along::Included,
        true => Along::For(policy.points),
    }
}

fn gait(game: Game<'_>, who: CombatantId) -> Gait {
    let lies = game.row(who).stance.held == Some(game.policies.consciousness.falls);
    if lies { Gait::Crawl } else { Gait::Walk }
}

/// Movement of a pusher in cells: what is left in its pool, or else of its rate; one cell if prone, none if immobile or if it
/// cannot pay for it.
pub(super) fn walks(game: Game<'_>, displace: &Displace) -> u16 {
    let (who, gait) = (displace.actor, gait(game, displace.actor));
    if status::is_immobile(game, who) {
        return 0;
    }
    let rate = || reach::cells(game.book(), movement::rate(game, who, gait));
    let points = match displace.along {
        Along::Own => return movement::usable_cells(game, who, gait).unwrap_or_else(rate),
        Along::Nothing => return 0,
        Along::OfCharge => return game.row(who).momentum.unspent.saturating_sub(displace.walked),
        Along::Included => 0,
        Along::For(points) => points,
    };
    let can_pay = i16::from(points) <= game.row(who).turn_state.pools.left(PoolId::ACTIONS);
    if can_pay { rate().saturating_sub(displace.walked) } else { 0 }
}

/// Movement of the pusher that is left for this push, in cells. A pool has been paid from already.
pub(super) fn left(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> u16 {
    let paid = if movement::pool_policy(inputs.game()).is_some() { 0 } else { pushed.spent };
    walks(inputs.game(), displace).saturating_sub(paid)
}

/// Pays for cells of movement, as far as they cost anything.
pub(super) fn pays(displace: &mut Displace, cells: u16, is_diagonal: bool, inputs: &Inputs<'_>, events: &mut Facts) {
    if cells == 0 {
        return;
    }
    pays_price(displace, inputs, events);
    displace.walked = displace.walked.saturating_add(cells);
    let game = inputs.game();
    if movement::pool_policy(game).is_some() || is_diagonal && movement::counts_all_diagonals(game) {
        momentum::pays_cells(displace.actor, (Gait::Walk, cells), is_diagonal, inputs, events);
    }
}

/// Pays the price for moving along, once.
fn pays_price(displace: &mut Displace, inputs: &Inputs<'_>, events: &mut Facts) {
    let (Along::For(points), Some(policy)) = (displace.along, inputs.rules.policies.push.along) else { return };
    let (who, pool, points) = (displace.actor, PoolId::ACTIONS, i16::from(points));
    let left = economy::left(who, pool, inputs, events).saturating_sub(points);
    let by = Breakdown::of([(Label::Movement, -points, policy.rule)]);
    events.push(BattleEvent::PoolChanged { who, pool, by, left });
    displace.along = Along::Included;
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

/// The movement of a pusher that follows straight on after the push, as far as it can; `None` if it cannot.
pub(super) fn follows(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> Option<PlannedWalk> {
    let (game, who) = (inputs.game(), displace.actor);
    let (shape, direction, gait) = (game.shape(), Direction(pushed.direction), gait(game, who));
    let steps = std::iter::successors(Some(game.footprint(who).anchor), |cell| Some(shape.step(*cell, direction)));
    let line: Vec<Cell> = steps.skip(1).take(pushed.behind.min(walks(game, displace)).into()).collect();
    (1..=line.len()).rev().find_map(|cells| {
        let path = line[..cells].to_vec();
        let momentum = movement::walk(game, who, gait, &path).ok()?;
        Some(PlannedWalk { gait, path, momentum, airway: None })
    })
}

/// The frame in which the pusher follows.
pub(super) fn walk(mut displace: Box<Displace>, planned: PlannedWalk, inputs: &Inputs<'_>) -> StepResult {
    let mut events = Vec::new();
    pays_price(&mut displace, inputs, &mut events);
    StepResult::new(events, NextStep::Resume(walk::begin(displace.actor, planned, Vec::new(), inputs)))
}
