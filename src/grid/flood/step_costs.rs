//! The interface through which a [`Flood`](super::Flood) asks for step costs.

use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::shape::Direction;

/// Step costs for a [`Flood`](super::Flood), queried one cell at a time. Implemented by closures.
pub trait StepCosts {
    /// Called before the steps out of a cell are queried.
    fn leave(&mut self, _from: Cell) {}

    /// Cost of a step, in cells of movement, at least 1 (0 counts as 1); `None` if the step is impossible. `to` is on
    /// the board. Must be deterministic.
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16>;
}

impl<F: FnMut(Cell, Direction, Cell) -> Option<u16>> StepCosts for F {
    #[inline]
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16> {
        self(from, step, to)
    }
}
