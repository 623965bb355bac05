//! Lines of sight between bodies at different heights, and ground that rises above them.

use crate::grid::{Board, Cell, CoverGrade, Deep, Footprint, Shape};

/// Heights, in feet, of the lines of sight from the eyes of one body to another body.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Incline {
    /// Height of the observer's eyes in feet.
    pub eyes: i16,
    /// Height of the top of the target in feet.
    pub top: i16,
    /// Height of the lowest point of the target in feet.
    pub bottom: i16,
}

/// Range of line heights above a cell, in fractions of a foot.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Band {
    low: i64,
    high: i64,
    parts: i64,
}

impl Incline {
    /// Heights of the highest and lowest line above a cell.
    fn over(&self, shape: Shape, (from, to): (Footprint, Footprint), cell: Cell) -> Band {
        let (start, end) = (middle(shape, from), middle(shape, to));
        let at = (4 * i64::from(cell.x), 4 * i64::from(cell.y));
        let way = (end.0 - start.0, end.1 - start.1);
        let along = (at.0 - start.0) * way.0 + (at.1 - start.1) * way.1;
        let parts = (way.0 * way.0 + way.1 * way.1).max(1);
        let share = along.clamp(0, parts);
        let height = |far: i16| i64::from(self.eyes) * parts + (i64::from(far) - i64::from(self.eyes)) * share;
        Band { low: height(self.bottom), high: height(self.top), parts }
    }

    /// Cover that the ground of a cell gives by its height: everything behind it (`Total`), or the lower part (`Half`).
    ///
    /// ```
    /// use warboard::grid::{Board, Cell, CoverGrade, Incline};
    /// let board = Board::square_from_text("a ^ b");
    /// let ends = (Cell::new(0, 0).into(), Cell::new(2, 0).into());
    /// let level = Incline { eyes: 5, top: 5, bottom: 0 };
    /// assert_eq!(level.hidden_by(&board, ends, Cell::new(1, 0)), CoverGrade::Total);
    /// let from_above = Incline { eyes: 25, top: 5, bottom: 0 };
    /// assert_eq!(from_above.hidden_by(&board, ends, Cell::new(1, 0)), CoverGrade::None);
    /// ```
    pub fn hidden_by(&self, board: &Board, ends: (Footprint, Footprint), cell: Cell) -> CoverGrade {
        if board.terrain(cell).deep == Some(Deep::Water) {
            return CoverGrade::None;
        }
        let band = self.over(board.shape(), ends, cell);
        match i64::from(board.elevation(cell)) * band.parts {
            ground if ground > band.high => CoverGrade::Total,
            ground if ground > band.low => CoverGrade::Half,
            _ => CoverGrade::None,
        }
    }

    /// Whether a body in a cell, between heights `feet` and `top`, obstructs these lines.
    pub fn passes(&self, shape: Shape, ends: (Footprint, Footprint), cell: Cell, (feet, top): (i16, i16)) -> bool {
        let band = self.over(shape, ends, cell);
        i64::from(top) * band.parts > band.low && i64::from(feet) * band.parts < band.high
    }
}

/// Centre of a footprint, in quarters of a cell.
fn middle(shape: Shape, space: Footprint) -> (i64, i64) {
    let cells = space.cells(shape);
    let count = cells.len().max(1) as i64;
    let sum = cells.iter().fold((0, 0), |sum, cell| (sum.0 + i64::from(cell.x), sum.1 + i64::from(cell.y)));
    (4 * sum.0 / count, 4 * sum.1 / count)
}
