//! The pursuit of targets: a straight path where there is one, otherwise the cheapest to any target.

use smallvec::SmallVec;

use super::hazards::{self, Shunning};
use super::paths::{DOOR, LONG_SEARCH, Paths, is_occupied};
use crate::battle::CombatantId;
use crate::content::Gait;
use crate::grid::{Cell, CellSet, Direction, Distance, Flood, Footprint, Shape, StepCosts, distance};
use crate::mechanics::movement::{self, Walker};
use crate::mechanics::{Game, space};

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
    /// Whether every second diagonal costs two cells: a cell as many columns and rows away as allowed may be too far.
    is_rough: bool,
    shape: Shape,
    /// Whether it goes around hazardous ground.
    shuns: bool,
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
        // A diagonal is one step, even where every second one costs two cells.
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
        Pursuit { game, walker, own, targets, cells, is_rough, shape: game.shape(), shuns: false }
    }

    /// The pursuit around hazardous ground that harms the walker.
    #[must_use]
    pub fn around_hazards(self) -> Pursuit<'a> {
        Pursuit { shuns: hazards::harm(self.game, self.walker) > 0, ..self }
    }

    pub fn nearest(&self) -> Option<CombatantId> {
        self.targets.first().map(|target| target.id)
    }

    /// A straight path to `nearest`, otherwise the cheapest one to any target, if any; empty if one is near enough already.
    pub fn path(&self, paths: &mut Paths, nearest: Option<CombatantId>) -> Option<Vec<Cell>> {
        let walking = Walker::new(self.game, self.walker, Gait::Walk);
        let others = walking.taken();
        match self.shuns {
            true => self.path_by(Shunning::new(self.game, self.walker, walking), &others, paths, nearest),
            false => self.path_by(walking, &others, paths, nearest),
        }
    }

    /// The path by steps of these costs; `others`: the cells that others occupy.
    fn path_by(
        &self,
        mut walking: impl StepCosts,
        others: &CellSet,
        paths: &mut Paths,
        nearest: Option<CombatantId>,
    ) -> Option<Vec<Cell>> {
        let (game, start) = (self.game, self.own.anchor);
        let to = nearest.map(|id| game.footprint(id));
        if let Some(path) = to.and_then(|to| straight_path(game, (self.walker, &mut walking), to, self.cells)) {
            return Some(path);
        }
        let is_free = |cell: Cell| !self.own.at(cell).cells(game.shape()).iter().any(|cell| others.has(*cell));
        // A walker cannot stop in an occupied space.
        let remaining = |cell: Cell, is_odd: bool| match self.cost_remaining(cell, is_odd) {
            0 => u16::from(!is_free(cell)),
            cost => cost,
        };
        paths.forget();
        movement::flood_towards((game, self.walker), walking, &mut paths.reachable, LONG_SEARCH, remaining);
        let path = self.cheapest_path(&paths.reachable, true, is_free);
        (!path.is_empty() || remaining(start, false) == 0).then_some(path)
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
            flood.run_towards(distance, board, start, LONG_SEARCH, step, |cell, is_odd| {
                self.cost_remaining(cell, is_odd)
            });
        }
        self.cheapest_path(flood, !whole, |_| true)
    }

    /// Lower bound on the cost of a way from a cell to one with a target near enough; 0 only there, `u16::MAX` without targets.
    /// `is_odd`: whether the next diagonal step costs two cells, where every second one does.
    #[inline]
    fn cost_remaining(&self, cell: Cell, is_odd: bool) -> u16 {
        let targets = self.targets.iter();
        let within = |steps: Option<u16>| steps.map(|steps| steps.saturating_sub(self.cells));
        let nearest = match (self.shape, self.game.policies.board.distance) {
            (Shape::Square, Distance::DiagonalsCostOne) => within(self.nearest_ring(cell)),
            (Shape::Square, Distance::AlternatingDiagonals) => {
                targets.map(|target| cost_to_block(cell, is_odd, target.block, self.cells)).min()
            }
            (Shape::Square, policy) => within(targets.map(|target| steps_to_block(policy, cell, target.block)).min()),
            (shape, policy) => {
                within(targets.map(|target| distance(shape, policy, self.own.at(cell), target.at)).min())
            }
        };
        match nearest {
            Some(0) if self.is_rough && self.target_near(cell).is_none() => 1,
            Some(cost) => cost,
            None => u16::MAX,
        }
    }

    /// On squares where a diagonal is one step, the steps from a cell to the nearest target. No target is nearer than it was from
    /// the start, less the steps from there.
    #[inline]
    fn nearest_ring(&self, cell: Cell) -> Option<u16> {
        let start = self.own.anchor;
        let taken = cell.x.abs_diff(start.x).max(cell.y.abs_diff(start.y));
        let mut targets = self.targets.iter();
        let mut least = steps_to_block(Distance::DiagonalsCostOne, cell, targets.next()?.block);
        for target in targets {
            if target.apart >= least.saturating_add(taken) {
                break;
            }
            least = least.min(steps_to_block(Distance::DiagonalsCostOne, cell, target.block));
        }
        Some(least)
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

/// A shortest path to within `cells` of a footprint on which every step gets nearer, is free, and has the lowest possible
/// cost, found without a search. `None` if there is no such path, if its end is occupied, or where diagonals do not cost one
/// cell.
fn straight_path(
    game: Game<'_>,
    (walker, walking): (CombatantId, &mut impl StepCosts),
    to: Footprint,
    cells: u16,
) -> Option<Vec<Cell>> {
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

/// On squares, the columns and rows from a cell to the nearest one of a block.
fn apart(cell: Cell, (first, last): Block) -> (u16, u16) {
    let apart = |at: i16, first: i16, last: i16| (first - at).max(at - last).max(0).unsigned_abs();
    (apart(cell.x, first.x, last.x), apart(cell.y, first.y, last.y))
}

/// On squares where every second diagonal step costs two cells, the cost of the way from a cell to the nearest one that is at
/// most `cells` columns and rows from a block. `is_odd`: whether the next diagonal step is such a one.
fn cost_to_block(cell: Cell, is_odd: bool, block: Block, cells: u16) -> u16 {
    let (columns, rows) = apart(cell, block);
    let (columns, rows) = (columns.saturating_sub(cells), rows.saturating_sub(cells));
    columns.max(rows) + (columns.min(rows) + u16::from(is_odd)) / 2
}

/// On squares, the steps from a cell to the nearest one of a block. Diagonals cost one cell or cannot be walked.
fn steps_to_block(policy: Distance, cell: Cell, block: Block) -> u16 {
    let (columns, rows) = apart(cell, block);
    if policy == Distance::NoDiagonals { columns + rows } else { columns.max(rows) }
}
