//! Size of obstacles: connected terrain of one kind, and barriers of one kind placed end to end.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::obstruction::Area;
use super::outline::outline;
use crate::grid::board::Board;
use crate::grid::board::cover::CoverGrade;
use crate::grid::geometry::cell::Cell;
use crate::grid::sight::incline::Incline;
use crate::grid::sight::obstacle::Obstacle;

/// Whether an obstacle is at least `least` cells across in some direction. Ground that obstructs by its height always
/// counts as large enough.
pub(super) fn is_large(board: &Board, area: &Area, by: Obstacle, (incline, least): (Option<Incline>, u8)) -> bool {
    match by {
        Obstacle::Cell(cell) => {
            let ends = (area.from, area.to);
            incline.is_some_and(|incline| incline.hidden_by(board, ends, cell) > CoverGrade::None)
                || ground_spans(board, cell, least)
        }
        Obstacle::Barrier(a, b) => barriers_span(board, (a, b), least),
    }
}

/// Whether the connected area of a cell's terrain kind is at least `least` cells wide or high.
fn ground_spans(board: &Board, cell: Cell, least: u8) -> bool {
    let (mut known, mut open) = (BTreeSet::from([cell]), vec![cell]);
    let (mut low, mut high) = (cell, cell);
    let spans = |low: Cell, high: Cell| (high.x - low.x).max(high.y - low.y) >= i16::from(least) - 1;
    while let Some(one) = open.pop() {
        (low, high) = (Cell::new(low.x.min(one.x), low.y.min(one.y)), Cell::new(high.x.max(one.x), high.y.max(one.y)));
        if spans(low, high) {
            return true;
        }
        let alike = |other: &Cell| board.contains(*other) && board.tile(*other) == board.tile(cell);
        open.extend(board.shape().neighbours(one).filter(alike).filter(|other| known.insert(*other)));
    }
    false
}

/// Whether barriers of the same kind placed end to end measure at least `least` edges together.
fn barriers_span(board: &Board, edge: (Cell, Cell), least: u8) -> bool {
    let shape = board.shape();
    let ends = |(a, b): (Cell, Cell)| -> SmallVec<[_; 2]> {
        let far = outline(shape, b);
        outline(shape, a).into_iter().filter(|point| far.contains(point)).collect()
    };
    let Some(kind) = board.barrier(edge.0, edge.1).map(|barrier| &barrier.name) else { return false };
    let (mut known, mut open) = (BTreeSet::from([edge]), vec![edge]);
    while let Some(one) = open.pop() {
        if known.len() >= usize::from(least) {
            return true;
        }
        let near = ends(one);
        let joins = |other: &(Cell, Cell)| ends(*other).iter().any(|point| near.contains(point));
        let alike = board.barriers().iter().filter(|(_, barrier)| barrier.name == *kind).map(|(edge, _)| *edge);
        open.extend(alike.filter(joins).filter(|other| known.insert(*other)));
    }
    known.len() >= usize::from(least)
}
