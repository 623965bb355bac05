//! Finding paths, and the part of a path that the next count covers.

use std::sync::Arc;

use super::catalogue::ActionCatalogue;
use super::change_tracker::NeighbourhoodKey;
use super::hazards::{self, Shunning};
use super::situation::Situation;
use crate::battle::{CombatantId, ThingRef, View};
use crate::content::{Action, Gait};
use crate::grid::{Cell, Flood, Footprint, StepCosts, distance};
use crate::mechanics::Game;
use crate::mechanics::movement::{self, Walker};
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// Movement cost of a closed door, in cells, where doors are assumed to open.
pub(super) const DOOR: u16 = 6;
pub const LONG_SEARCH: u16 = 120;

/// State of a walker's turn on which the costs of its next steps depend.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StepState {
    /// Whether its next diagonal step is a costly one.
    is_diagonal_due: bool,
    /// Whether it can pay for a step through the space of another.
    passes: bool,
}

impl StepState {
    pub fn of(game: Game<'_>, walker: CombatantId) -> StepState {
        let passes = movement::can_pay_for_passing(game, walker, Gait::Walk);
        StepState { is_diagonal_due: movement::is_diagonal_due(game, walker), passes }
    }
}

/// Search results of one walker; the memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    pub reachable: Flood,
    /// Cells it could reach if there were no other combatants and all doors opened.
    pub unobstructed: Flood,
    /// The budget of the last search of `reachable`, and the walker's state and neighbourhood then.
    searched: Option<(u16, StepState, NeighbourhoodKey)>,
}

impl Paths {
    /// Finds all cells within a budget of movement cells, around hazardous ground if possible. Reuses the last search if nothing nearby has changed.
    pub fn find_reachable(&mut self, situation: &Situation<'_>, budget: u16) {
        let Situation { view, actor, .. } = *situation;
        let game = Game::new(view, situation.book());
        let (around, state) = (|cells: u16| situation.changes.around(view, actor, cells), StepState::of(game, actor));
        match &self.searched {
            Some((cells, before, near)) if *cells >= budget && *before == state && *near == around(*cells) => {
                self.reachable.keep_within(budget);
            }
            _ if hazards::harm(game, actor) > 0 => {
                let steps = Shunning::new(game, actor, Walker::new(game, actor, Gait::Walk));
                movement::flood_by((game, actor), steps, &mut self.reachable, budget);
            }
            _ => movement::flood(game, actor, Gait::Walk, &mut self.reachable, budget),
        }
        self.searched = Some((budget, state, around(budget)));
    }

    pub fn forget(&mut self) {
        self.searched = None;
    }
}

/// The longest legal part of a path for the next count, empty if the walker saves up movement; `None` if it is blocked.
pub fn next_leg(game: Game<'_>, walker: CombatantId, path: &[Cell]) -> Option<Vec<Cell>> {
    let is_legal = |length: &usize| movement::walk(game, walker, Gait::Walk, &path[..*length]).is_ok();
    let length = leg_lengths(game, walker, path).find(is_legal)?;
    (length > 0 || saves_movement(game, walker, path)).then(|| path[..length].to_vec())
}

/// Lengths in cells to try for the next count of walking, longest first, down to 0. None of them ends in an occupied space.
pub fn leg_lengths<'a>(game: Game<'a>, walker: CombatantId, path: &'a [Cell]) -> impl Iterator<Item = usize> + use<'a> {
    let here = game.footprint(walker);
    let most = usize::from(movement::allowance(game, walker, Gait::Walk)).min(path.len());
    (0..=most).rev().filter(move |length| *length == 0 || !is_occupied(game.view, walker, here.at(path[*length - 1])))
}

/// Whether the next cell of its path where a walker may stop costs more than it has now, but not more than it can ever have.
pub fn saves_movement(game: Game<'_>, walker: CombatantId, path: &[Cell]) -> bool {
    first_stop(game, walker, path).is_some_and(|cost| {
        cost <= movement::max_cells_on_count(game, walker, Gait::Walk)
            && cost > movement::allowance(game, walker, Gait::Walk)
    })
}

/// Whether the next cell of its path where a walker may stop costs more than it has now.
pub fn lacks_movement(game: Game<'_>, walker: CombatantId, path: &[Cell]) -> bool {
    first_stop(game, walker, path).is_some_and(|cost| cost > movement::allowance(game, walker, Gait::Walk))
}

/// The cost of the way to the first cell of a path where a walker may stop; `None` if there is none, or the way is blocked.
fn first_stop(game: Game<'_>, walker: CombatantId, path: &[Cell]) -> Option<u16> {
    let (mut here, mut cost) = (game.footprint(walker), 0u16);
    let mut walking = Walker::new(game, walker, Gait::Walk);
    let mut is_costly = movement::is_diagonal_due(game, walker);
    for cell in path {
        walking.leave(here.anchor);
        let step = game.shape().direction_of_step(here.anchor, *cell)?;
        let paid = walking.enter(here.anchor, step, *cell)?;
        let doubled = is_costly && game.shape().is_diagonal(step);
        (here, cost) = (here.at(*cell), cost.saturating_add(if doubled { paid.saturating_mul(2) } else { paid }));
        is_costly &= !doubled;
        if !is_occupied(game.view, walker, here) {
            return Some(cost);
        }
    }
    None
}

/// Opening a closed door among the next two cells of a path, or an attack on a door that the walker cannot open, if one of them
/// is possible now.
pub fn open_door(
    view: View<'_>,
    rules: &Ruleset,
    catalogue: &ActionCatalogue,
    walker: CombatantId,
    path: &[Cell],
) -> Option<Act> {
    let door = path.iter().take(2).find(|cell| view.field().door(**cell).is_some_and(|door| !door.is_open))?;
    let is_legal = |act: &Act| legal::check(view, rules, walker, act).is_ok();
    let open = |action: &Arc<Action>| Act { target: Target::Cell(*door), ..Act::own(action.id) };
    let opens = catalogue.door.as_ref().map(open).filter(is_legal);
    opens.or_else(|| strike_door(view, catalogue, *door).filter(is_legal))
}

/// An attack on the object in the cell of a door, if objects can be attacked.
fn strike_door(view: View<'_>, catalogue: &ActionCatalogue, door: Cell) -> Option<Act> {
    let strike = catalogue.strike.as_ref().filter(|strike| strike.at_things)?;
    let (id, _) = view.field().whole_things().find(|(_, thing)| thing.cells.contains(&door))?;
    Some(Act::at_thing(strike.id, ThingRef::Placed(id), None))
}

/// The cells of a flood at which the footprint `own` is at most `cells` from the footprint `to`, in no particular order, each
/// with its rank by cost.
pub fn cells_within<'a>(
    flood: &'a Flood,
    game: Game<'a>,
    (own, to): (Footprint, Footprint),
    cells: u16,
) -> impl Iterator<Item = (usize, Cell)> + use<'a> {
    let (board, shape, policy) = (game.board(), game.shape(), game.policies.board.distance);
    let far = cells.saturating_add(own.across().into()).saturating_add(to.across().into());
    let far = i16::try_from(far).unwrap_or(i16::MAX);
    let span = |middle: i16, side: u16| {
        let last = i16::try_from(side).unwrap_or(i16::MAX).saturating_sub(1);
        middle.saturating_sub(far).max(0)..=middle.saturating_add(far).min(last)
    };
    let columns = span(to.anchor.x, board.width());
    let all = span(to.anchor.y, board.height()).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)));
    let near = all.filter(move |cell| distance(shape, policy, own.at(*cell), to) <= cells);
    near.filter_map(|cell| Some((flood.rank(cell)?, cell)))
}

pub fn is_occupied(view: View<'_>, walker: CombatantId, footprint: Footprint) -> bool {
    view.others_in(walker, footprint).next().is_some()
}
