//! What steps cost, as whoever looks for ways is told.

use super::cell::Cell;
use super::shape::Direction;

/// Says what steps cost, from one cell at a time.
pub trait Enter {
    /// A cell is left; all that is asked until the next one is about steps out of it.
    fn leave(&mut self, _from: Cell) {}

    /// The cells of movement of a step out of the cell that is left to a cell on the board, at least 1 (0 counts as 1), or
    /// `None` where it cannot be taken. The same answer however often it is asked.
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16>;
}

impl<F: FnMut(Cell, Direction, Cell) -> Option<u16>> Enter for F {
    #[inline]
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16> {
        self(from, step, to)
    }
}
