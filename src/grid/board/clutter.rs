//! Where anything at all stands in the way of lines.

use super::Board;
use crate::grid::cell::Cell;
use crate::grid::corner::Memo;
use crate::grid::cover::CoverGrade;

/// How many cells with something that hides lie north-west of every corner of the board.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct Clutter(Vec<u32>);

impl Board {
    /// Whether nothing in the block of cells from one to another hides anything, by its ground or at its edges. What of
    /// the block lies off the board does not count.
    ///
    /// ```
    /// use warboard::grid::{Board, Cell};
    /// let board = Board::square_from_text("
    ///     . # .
    ///     . . .
    /// ");
    /// assert!(board.is_open_between(Cell::new(-1, 1), Cell::new(3, 1)));
    /// assert!(!board.is_open_between(Cell::new(0, 0), Cell::new(2, 1)));
    /// ```
    #[must_use]
    pub fn is_open_between(&self, least: Cell, most: Cell) -> bool {
        let within = |at: i16, side: u16| usize::from(at.max(0).unsigned_abs().min(side));
        let (west, north) = (within(least.x, self.width()), within(least.y, self.height()));
        let (east, south) = (within(most.x + 1, self.width()), within(most.y + 1, self.height()));
        let count = |x: usize, y: usize| self.clutter.0[y * (usize::from(self.width()) + 1) + x];
        count(east, south) + count(west, north) == count(east, north) + count(west, south)
    }

    /// Looks at all of the ground anew, and forgets what followed from the old one.
    pub(super) fn count_clutter(&mut self) {
        let stride = usize::from(self.width()) + 1;
        let mut counts = vec![0; stride * (usize::from(self.height()) + 1)];
        for cell in self.cells() {
            let place = self.index(cell);
            let terrain = self.terrain(cell);
            let hides = terrain.opaque || terrain.cover > CoverGrade::None || self.edged[place];
            let at = (usize::from(cell.y.unsigned_abs()) + 1) * stride + usize::from(cell.x.unsigned_abs()) + 1;
            counts[at] = u32::from(hides) + counts[at - 1] + counts[at - stride] - counts[at - stride - 1];
        }
        self.clutter = Clutter(counts);
        self.narrow = self.cells().any(|cell| self.terrain(cell).narrow);
        self.memo = Memo::default();
    }
}
