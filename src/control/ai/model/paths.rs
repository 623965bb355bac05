//! Finding paths, and the part of a path that the next count covers.

use std::sync::Arc;

use smallvec::SmallVec;

use super::catalogue::ActionCatalogue;
use super::change_tracker::NeighbourhoodKey;
use super::situation::Situation;
use crate::battle::{CombatantId, ThingRef, View};
use crate::content::{Action, Gait};
use crate::grid::{Cell, Direction, Distance, Flood, Footprint, Shape, StepCosts, distance};
use crate::mechanics::movement::{self, Walker};
use crate::mechanics::{Game, space};
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// Movement cost of a closed door, in cells, where doors are assumed to open.
const DOOR: u16 = 6;
pub const LONG_SEARCH: u16 = 120;

/// Search results of one walker; the memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    pub reachable: Flood,
    /// Cells it could reach if there were no other combatants and all doors opened.
    pub unobstructed: Flood,
    /// The budget of the last search of `reachable`, whether its first diagonal step was a costly one, and the walker's
    /// neighbourhood then.
    searched: Option<(u16, bool, NeighbourhoodKey)>,
}

impl Paths {
    /// Finds all cells within a budget of movement cells. Reuses the last search if nothing nearby has changed.
    pub fn find_reachable(&mut self, situation: &Situation<'_>, budget: u16) {
        let Situation { view, actor, .. } = *situation;
        let game = Game::new(view, situation.book());
        let (around, due) =
            (|cells: u16| situation.changes.around(view, actor, cells), movement::is_diagonal_due(game, actor));
        match &self.searched {
            Some((cells, before, near)) if (*cells >= budget, *before) == (true, due) && *near == around(*cells) => {
                self.reachable.keep_within(budget);
            }
            _ => movement::flood(game, actor, Gait::Walk, &mut self.reachable, budget),
        }
        self.searched = Some((budget, due, around(budget)));
    }

    pub fn forget(&mut self) {
        self.searched = None;
    }
}

struct Pursued {
    id: CombatantId,
    at: Footprint,
    /// Distance in steps from the walker.
    apart: u16,
    block: Block,
}

pub struct Pursuit<'a> {
    game: Game<'a>,
    walker: CombatantId,
    own: Footprint,
    /// Nearest first.
    targets: SmallVec<[Pursued; 8]>,
    cells: u16,
    /// How steps are counted: a diagonal is one step, even where every second one costs two cells.
    steps: Distance,
    /// Whether a cell as many steps away as allowed may be too far.
    is_rough: bool,
    shape: Shape,
}

impl<'a> Pursuit<'a> {
    /// The pursuit of the nearest of some targets, to a free footprint at most `cells` from it.
    pub fn of(
        game: Game<'a>,
        walker: CombatantId,
        targets: impl IntoIterator<Item = CombatantId>,
        cells: u16,
    ) -> Pursuit<'a> {
        let own = game.footprint(walker);
        let steps = match game.policies.board.distance {
            Distance::AlternatingDiagonals => Distance::DiagonalsCostOne,
            other => other,
        };
        let pursued = |id| {
            let at = game.footprint(id);
            Pursued { id, at, apart: distance(game.shape(), steps, own, at), block: block_around(own, at) }
        };
        let mut targets: SmallVec<[Pursued; 8]> = targets.into_iter().map(pursued).collect();
        targets.sort_unstable_by_key(|target| (target.apart, target.id));
        let is_rough = steps != game.policies.board.distance;
        Pursuit { game, walker, own, targets, cells, steps, is_rough, shape: game.shape() }
    }

    pub fn nearest(&self) -> Option<CombatantId> {
        self.targets.first().map(|target| target.id)
    }

    /// A straight path to `nearest`, otherwise the cheapest one to any target, if any; empty if one is near enough already.
    pub fn path(&self, paths: &mut Paths, nearest: Option<CombatantId>) -> Option<Vec<Cell>> {
        let (game, walker, start) = (self.game, self.walker, self.own.anchor);
        if let Some(path) = nearest.and_then(|id| straight_path(game, walker, game.footprint(id), self.cells)) {
            return Some(path);
        }
        let others = movement::taken_by_others(game.view, walker);
        let is_free = |cell: Cell| !self.own.at(cell).cells(game.shape()).iter().any(|cell| others.has(*cell));
        // A walker cannot stop in an occupied space.
        let remaining = |cell: Cell| match self.steps_remaining(cell) {
            0 => u16::from(!is_free(cell)),
            steps => steps,
        };
        paths.searched = None;
        movement::flood_towards(game, walker, &mut paths.reachable, LONG_SEARCH, remaining);
        let path = self.cheapest_path(&paths.reachable, true, is_free);
        (!path.is_empty() || remaining(start) == 0).then_some(path)
    }

    /// The cheapest path without other combatants and with all doors opened; a `whole` search may find another one of equals.
    pub fn unobstructed_path(&self, paths: &mut Paths, whole: bool) -> Vec<Cell> {
        let (distance, board, start) = (self.game.policies.board.distance, self.game.board(), self.own.anchor);
        let (game, extent) = (self.game, self.own.across());
        let step = |from: Cell, step: Direction, to: Cell| {
            let door = || {
                let closed = game.field().door(to).is_some_and(|door| !door.is_open);
                (closed && extent == 1 && !game.shape().is_diagonal(step)).then_some(DOOR)
            };
            movement::step_cost(game, None, self.own.at(from), step).or_else(door)
        };
        let flood = &mut paths.unobstructed;
        if whole {
            flood.run_with(distance, board, start, LONG_SEARCH, step);
        } else {
            flood.run_towards(distance, board, start, LONG_SEARCH, step, |cell| self.steps_remaining(cell));
        }
        self.cheapest_path(flood, !whole, |_| true)
    }

    /// Lower bound on the steps from a cell to one with a target near enough; 0 only there, `u16::MAX` without targets.
    #[inline]
    fn steps_remaining(&self, cell: Cell) -> u16 {
        let (steps, targets) = (self.steps, self.targets.iter());
        let nearest = match self.shape {
            Shape::Square => targets.map(|target| steps_to_block(steps, cell, target.block)).min(),
            Shape::Hex => targets.map(|target| distance(Shape::Hex, steps, self.own.at(cell), target.at)).min(),
        };
        let Some(nearest) = nearest else { return u16::MAX };
        match nearest.saturating_sub(self.cells) {
            0 if self.is_rough && self.target_near(cell).is_none() => 1,
            steps => steps,
        }
    }

    /// The target that is near enough from a cell, the one with the lowest id if there are several.
    fn target_near(&self, cell: Cell) -> Option<CombatantId> {
        let (shape, policy) = (self.game.shape(), self.game.policies.board.distance);
        let is_near = |at: Footprint| distance(shape, policy, self.own.at(cell), at) <= self.cells;
        self.targets.iter().filter(|target| is_near(target.at)).map(|target| target.id).min()
    }

    /// The cheapest path of a flood to a cell with a target near enough, the one with the lowest id if there are several.
    /// `stopped`: the flood ends at the cost of the nearest of these cells.
    fn cheapest_path(&self, flood: &Flood, stopped: bool, may_stop: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let reached = flood.reached();
        let cost = reached.last().and_then(|last| flood.cost(*last)).filter(|_| stopped);
        let first = reached.partition_point(|cell| flood.cost(*cell) < cost);
        let ends = reached[first..].iter().filter(|cell| may_stop(**cell));
        let ends = ends.filter_map(|cell| Some((self.target_near(*cell)?, *cell)));
        let end = ends.min_by_key(|(target, cell)| (flood.cost(*cell), *target));
        end.map_or_else(Vec::new, |(_, cell)| flood.path_to(cell))
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

/// A shortest path to within `cells` of a footprint on which every step gets nearer, is free, and has the lowest possible
/// cost, found without a search. `None` if there is no such path, if its end is occupied, or where diagonals do not cost one
/// cell.
fn straight_path(game: Game<'_>, walker: CombatantId, to: Footprint, cells: u16) -> Option<Vec<Cell>> {
    let (shape, policy) = (game.shape(), game.policies.board.distance);
    if policy != Distance::DiagonalsCostOne {
        return None;
    }
    let (mut here, mut path) = (game.footprint(walker), Vec::new());
    let block = block_around(here, to);
    let from = |there: Footprint, policy| match shape {
        Shape::Square => steps_to_block(policy, there.anchor, block),
        Shape::Hex => distance(shape, policy, there, to),
    };
    let mut apart = from(here, policy);
    if apart > cells && space::is_wedged(game, walker) {
        return None;
    }
    let mut walking = Walker::new(game, walker, Gait::Walk);
    while apart > cells {
        let mut nearer: SmallVec<[(u16, Direction, Footprint); 8]> = SmallVec::new();
        for step in shape.directions() {
            let there = here.at(shape.step(here.anchor, step));
            if from(there, policy) < apart {
                // Diagonals first: they leave most choices for later.
                let rank = from(there, Distance::NoDiagonals);
                let before = nearer.iter().take_while(|(other, ..)| *other <= rank).count();
                nearer.insert(before, (rank, step, there));
            }
        }
        walking.leave(here.anchor);
        let mut nearer = nearer.into_iter();
        let (.., there) = nearer.find(|(_, step, there)| walking.enter(here.anchor, *step, there.anchor) == Some(1))?;
        (here, apart) = (there, apart - 1);
        path.push(here.anchor);
    }
    (path.is_empty() || !is_occupied(game.view, walker, here)).then_some(path)
}

/// First and last cell of a block of squares.
type Block = (Cell, Cell);

/// On squares, the anchors at which a walker shares a column and a row with its target.
fn block_around(walker: Footprint, target: Footprint) -> Block {
    let (before, after) = (1 - i16::from(walker.across()), i16::from(target.across()) - 1);
    (target.anchor.shifted(before, before), target.anchor.shifted(after, after))
}

/// On squares, the steps from a cell to the nearest one of a block. Diagonals cost one cell or cannot be walked.
fn steps_to_block(policy: Distance, cell: Cell, (first, last): Block) -> u16 {
    let apart = |at: i16, first: i16, last: i16| (first - at).max(at - last).max(0).unsigned_abs();
    let (columns, rows) = (apart(cell.x, first.x, last.x), apart(cell.y, first.y, last.y));
    if policy == Distance::NoDiagonals { columns + rows } else { columns.max(rows) }
}
