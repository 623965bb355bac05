//! Obstacles on lines of sight.

use crate::grid::geometry::cell::Cell;

/// An obstacle on a line.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Obstacle {
    /// Terrain of a cell.
    Cell(Cell),
    /// The barrier between two cells.
    Barrier(Cell, Cell),
}
