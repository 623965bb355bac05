//! Quick test whether a block of cells contains anything that can obstruct a line.

use super::Board;
use super::sight_cache::SightCache;
use crate::grid::board::cover::CoverGrade;
use crate::grid::geometry::cell::Cell;

/// Prefix sums over the board: for every cell corner, the number of obstructing cells north-west of it.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct ObstructionCounts(Vec<u32>);

impl Board {
    /// Whether no terrain and no barrier in the block of cells from `least` to `most` hides anything. Cells off the
    /// board are ignored.
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
        let count = |x: usize, y: usize| self.obstructions.0[y * (usize::from(self.width()) + 1) + x];
        count(east, south) + count(west, north) == count(east, north) + count(west, south)
    }

    /// Recomputes everything derived from the terrain and discards the sight cache.
    pub(super) fn update_obstructions(&mut self) {
        let stride = usize::from(self.width()) + 1;
        let mut counts = vec![0; stride * (usize::from(self.height()) + 1)];
        for cell in self.cells() {
            let place = self.index(cell);
            let terrain = self.terrain(cell);
            let hides = terrain.opaque || terrain.cover > CoverGrade::None || self.edged[place];
            let at = (usize::from(cell.y.unsigned_abs()) + 1) * stride + usize::from(cell.x.unsigned_abs()) + 1;
            counts[at] = u32::from(hides) + counts[at - 1] + counts[at - stride] - counts[at - stride - 1];
        }
        self.obstructions = ObstructionCounts(counts);
        self.narrow = self.cells().any(|cell| self.terrain(cell).narrow);
        self.sight_cache = SightCache::default();
    }
}
