//! The cells one creature or thing stands on.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::cell::Cell;
use super::metric::{Distance, distance};
use super::shape::{Shape, from_hex, to_hex};
use hexx::Hex;

/// The cells one creature or thing stands on: an anchor and how many cells it measures across.
///
/// On squares it is a block of `extent` by `extent` cells whose north-western cell is the anchor.
/// On hexagons an odd extent is every cell within `(extent - 1) / 2` of the anchor (1 cell, 7, 19, …), and an even
/// one is the same round cluster about a corner, where the anchor, its eastern and its south-eastern neighbour
/// meet (3 cells, 12, 27, …). An extent of 0 is taken for 1.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footprint {
    /// The cell that moves when it moves.
    pub anchor: Cell,
    /// Cells across.
    pub extent: u8,
}

impl From<Cell> for Footprint {
    fn from(cell: Cell) -> Self {
        Self::new(cell, 1)
    }
}

impl Footprint {
    /// A footprint of `extent` cells across at `anchor`.
    #[must_use]
    pub const fn new(anchor: Cell, extent: u8) -> Self {
        Self { anchor, extent }
    }

    /// The same footprint at another anchor.
    #[must_use]
    pub const fn at(self, anchor: Cell) -> Self {
        Self { anchor, ..self }
    }

    /// Cells across, never 0.
    #[must_use]
    pub const fn across(self) -> u8 {
        if self.extent == 0 { 1 } else { self.extent }
    }

    /// Every cell of it in row order, each once.
    ///
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let ogre = Footprint::new(Cell::new(4, 4), 2);
    /// assert_eq!(ogre.cells(Shape::Square).len(), 4);
    /// assert_eq!(ogre.cells(Shape::Hex).len(), 3);
    /// assert_eq!(Footprint::new(Cell::new(4, 4), 3).cells(Shape::Hex).len(), 7);
    /// ```
    #[inline]
    #[must_use]
    pub fn cells(self, shape: Shape) -> SmallVec<[Cell; 4]> {
        let across = i16::from(self.across());
        match shape {
            _ if across == 1 => SmallVec::from_buf_and_len([self.anchor; 4], 1),
            Shape::Square => self.square_cells(),
            Shape::Hex => self.hex_cells(),
        }
    }

    fn square_cells(self) -> SmallVec<[Cell; 4]> {
        let across = i16::from(self.across());
        (0..across).flat_map(|dy| (0..across).map(move |dx| self.anchor.shifted(dx, dy))).collect()
    }

    fn hex_cells(self) -> SmallVec<[Cell; 4]> {
        let radius = self.radius();
        let reach = |core: Hex| {
            (-radius..=radius).flat_map(move |r| {
                let row = (-radius).max(-radius - r)..=radius.min(radius - r);
                row.map(move |q| from_hex(Hex::new(core.x + q, core.y + r)))
            })
        };
        let mut cells: SmallVec<[Cell; 4]> = self.core().into_iter().flat_map(reach).collect();
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        cells
    }

    /// Cells from the middle to the rim of a hexagonal footprint, the middle itself not counted.
    pub(super) fn radius(self) -> i32 {
        i32::from(self.across() - 1) / 2
    }

    /// The cells in the middle of a hexagonal footprint: one, or three about a corner.
    pub(super) fn core(self) -> SmallVec<[Hex; 3]> {
        let anchor = to_hex(self.anchor);
        if self.across() % 2 == 1 {
            return SmallVec::from_slice(&[anchor]);
        }
        SmallVec::from_buf([anchor, Hex::new(anchor.x + 1, anchor.y), Hex::new(anchor.x, anchor.y + 1)])
    }

    /// Whether `cell` is one of its cells.
    #[inline]
    #[must_use]
    pub fn contains(self, shape: Shape, cell: Cell) -> bool {
        self.overlaps(shape, cell.into())
    }

    /// Whether the two have a cell in common.
    #[inline]
    #[must_use]
    pub fn overlaps(self, shape: Shape, other: Self) -> bool {
        if self.across() == 1 && other.across() == 1 {
            return self.anchor == other.anchor;
        }
        distance(shape, Distance::DiagonalsCostOne, self, other) == 0
    }
}
