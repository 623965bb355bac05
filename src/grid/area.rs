//! Area shapes: bursts and lines of cells. Walls do not block them here; rules filter the cells themselves.

use crate::grid::board::Board;
use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::footprint::Footprint;
use crate::grid::geometry::metric::{Distance, distance};
use crate::grid::geometry::trace::Trace;

/// All cells of the board within `radius` cells of a cell, sorted. A diagonal step counts one cell.
///
/// ```
/// use warboard::grid::{Board, Cell, Shape, burst};
/// assert_eq!(burst(&Board::open(Shape::Square, 9, 9), Cell::new(4, 4), 1).len(), 9);
/// assert_eq!(burst(&Board::open(Shape::Hex, 9, 9), Cell::new(4, 4), 1).len(), 7);
/// ```
#[must_use]
pub fn burst(board: &Board, centre: Cell, radius: u16) -> Vec<Cell> {
    burst_around(board, Distance::DiagonalsCostOne, centre.into(), radius)
}

/// All cells of the board within `radius` cells of a footprint, sorted. Includes the cells of the footprint.
///
/// ```
/// use warboard::grid::{Board, Cell, Distance, Footprint, Shape, burst_around};
/// let (board, ogre) = (Board::open(Shape::Square, 9, 9), Footprint::new(Cell::new(4, 4), 2));
/// assert_eq!(burst_around(&board, Distance::NoDiagonals, ogre, 1).len(), 12);
/// ```
#[must_use]
pub fn burst_around(board: &Board, policy: Distance, centre: Footprint, radius: u16) -> Vec<Cell> {
    let margin = i32::from(radius) + i32::from(centre.across());
    let run = |at: i16, side: u16| {
        let at = i32::from(at);
        (at - margin).max(0)..(at + margin + 1).min(i32::from(side))
    };
    let rows = run(centre.anchor.y, board.height());
    let columns = run(centre.anchor.x, board.width());
    let cells = columns.flat_map(|x| rows.clone().map(move |y| Cell::new(x as i16, y as i16)));
    cells.filter(|&cell| distance(board.shape(), policy, centre, cell.into()) <= radius).collect()
}

/// All cells of the board that the line from the centre of `from` to the centre of `to` enters, sorted. Includes `to`,
/// excludes `from` and cells that the line only touches at a corner.
///
/// ```
/// use warboard::grid::{Board, Cell, Shape, line_area};
/// let board = Board::open(Shape::Square, 9, 9);
/// assert_eq!(line_area(&board, Cell::new(0, 0), Cell::new(3, 3)).len(), 3);
/// ```
#[must_use]
pub fn line_area(board: &Board, from: Cell, to: Cell) -> Vec<Cell> {
    let entered = Trace::new(board.shape(), from, to).map(|crossing| crossing.to);
    let mut cells: Vec<Cell> = entered.filter(|&cell| board.contains(cell)).collect();
    cells.sort_unstable();
    cells
}
