use smallvec::SmallVec;

use super::nearby::is_occupied;
use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::grid::{Cell, Direction, Distance, Footprint, Shape, StepCosts, distance};
use crate::mechanics::movement::Walker;
use crate::mechanics::{Game, space};

/// A shortest path to within `cells` of a footprint on which every step gets nearer, is free, and has the lowest possible
/// cost. Found without a search. `None` if there is no such path, if its end is occupied, or where diagonals do not cost one
/// cell.
pub fn straight_path(game: Game<'_>, walker: CombatantId, to: Footprint, cells: u16) -> Option<Vec<Cell>> {
    let (shape, policy) = (game.shape(), game.policies.board.distance);
    if policy != Distance::DiagonalsCostOne {
        return None;
    }
    let (mut here, mut path) = (game.footprint(walker), Vec::new());
    let block = block(here, to);
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
        let mut free =
            nearer.iter().filter(|(_, step, there)| walking.enter(here.anchor, *step, there.anchor) == Some(1));
        let there = free.next()?.2;
        (here, apart) = (there, apart - 1);
        path.push(here.anchor);
    }
    (path.is_empty() || !is_occupied(game.view, walker, here)).then_some(path)
}

/// On squares, the first and the last anchor at which the footprint `own` shares a column and a row with another.
fn block(own: Footprint, to: Footprint) -> (Cell, Cell) {
    let (before, after) = (1 - i16::from(own.across()), i16::from(to.across()) - 1);
    (to.anchor.shifted(before, before), to.anchor.shifted(after, after))
}

/// On squares, the steps from a cell to the nearest one of a block, given by its first and last cell.
fn steps_to_block(policy: Distance, cell: Cell, (first, last): (Cell, Cell)) -> u16 {
    let apart = |at: i16, first: i16, last: i16| (first - at).max(at - last).max(0).unsigned_abs();
    let (columns, rows) = (apart(cell.x, first.x, last.x), apart(cell.y, first.y, last.y));
    if policy == Distance::NoDiagonals { columns + rows } else { columns.max(rows) }
}
