//! Cell coordinates.

use std::fmt;

use bevy::reflect::Reflect;
use serde::{Deserialize, Serialize};

/// Coordinates of a cell: column and row. Row 0 is the northern edge, column 0 the western edge.
///
/// Hexagonal boards use odd-row offset coordinates: odd rows lie half a cell further east. Written `(3, 4)` in files.
///
/// ```
/// use warboard::grid::Cell;
/// assert_eq!(Cell::new(3, 4).to_string(), "(3, 4)");
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize, Reflect)]
#[serde(from = "(i16, i16)", into = "(i16, i16)")]
pub struct Cell {
    /// Column, counted eastward from 0.
    pub x: i16,
    /// Row, counted southward from 0.
    pub y: i16,
}

impl Cell {
    /// The cell in column `x` of row `y`.
    #[must_use]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The cell `dx` columns east and `dy` rows south; saturates at the limits of `i16`.
    #[must_use]
    pub const fn shifted(self, dx: i16, dy: i16) -> Self {
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }
}

impl From<(i16, i16)> for Cell {
    fn from((x, y): (i16, i16)) -> Self {
        Self::new(x, y)
    }
}

impl From<Cell> for (i16, i16) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}
