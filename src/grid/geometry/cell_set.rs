//! A compact set of cells.

use smallvec::SmallVec;

use crate::grid::board::Board;
use crate::grid::geometry::cell::Cell;

/// A set of cells of one board, stored as a bit set.
///
/// ```
/// use warboard::grid::{Board, Cell, CellSet, Shape};
/// let board = Board::open(Shape::Square, 9, 9);
/// let mut some = CellSet::new(&board);
/// some.add(&board, Cell::new(4, 4));
/// assert!(some.has(Cell::new(4, 4)) && !some.has(Cell::new(4, 5)) && !some.has(Cell::new(-1, 4)));
/// ```
#[derive(Clone, Debug)]
pub struct CellSet {
    /// Columns and rows of the board.
    form: (u16, u16),
    /// One bit per cell, row by row.
    bits: SmallVec<[u64; 32]>,
}

impl CellSet {
    /// The empty set for a board.
    #[must_use]
    pub fn new(board: &Board) -> CellSet {
        let cells = usize::from(board.width()) * usize::from(board.height());
        CellSet { form: (board.width(), board.height()), bits: SmallVec::from_elem(0, cells.div_ceil(64)) }
    }

    /// Adds a cell. Cells off the board are ignored.
    pub fn add(&mut self, board: &Board, cell: Cell) {
        let at = board.index(cell);
        if let Some(word) = self.bits.get_mut(at / 64).filter(|_| board.contains(cell)) {
            *word |= 1 << (at % 64);
        }
    }

    /// Whether a cell is in the set.
    #[inline]
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        // A negative coordinate becomes a large unsigned number, so one comparison checks both limits.
        let (column, row) = (cell.x as u16, cell.y as u16);
        if column >= self.form.0 || row >= self.form.1 {
            return false;
        }
        let at = usize::from(row) * usize::from(self.form.0) + usize::from(column);
        self.bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}
