//! The cells that a creature or object occupies.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::metric::{Distance, distance};
use crate::grid::geometry::shape::{Shape, from_hex, to_hex};
use hexx::Hex;

/// The cells that a creature or object occupies: an anchor cell and an extent in cells.
///
/// On squares it is a block of `extent` by `extent` cells with the anchor in its north-west corner. On hexagons an odd
/// extent covers every cell within `(extent - 1) / 2` of the anchor (1, 7, 19, … cells); an even extent is the same
/// cluster around a corner where the anchor, its eastern and its south-eastern neighbour meet (3, 12, 27, … cells). An
/// extent of 0 counts as 1.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footprint {
    /// Reference cell; its north-west cell on squares.
    pub anchor: Cell,
    /// Size in cells across.
    pub extent: u8,
}

impl From<Cell> for Footprint {
    fn from(cell: Cell) -> Self {
        Self::new(cell, 1)
    }
}

impl Footprint {
    /// A footprint `extent` cells across at `anchor`.
    #[must_use]
    pub const fn new(anchor: Cell, extent: u8) -> Self {
        Self { anchor, extent }
    }

    /// This footprint moved to another anchor.
    #[must_use]
    pub const fn at(self, anchor: Cell) -> Self {
        Self { anchor, ..self }
    }

    /// Size in cells across, at least 1.
    #[must_use]
    pub const fn across(self) -> u8 {
        if self.extent == 0 { 1 } else { self.extent }
    }

    /// All its cells in row-major order, without duplicates.
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

    /// Radius of a hexagonal footprint in cells, not counting its core.
    pub(super) fn radius(self) -> i32 {
        i32::from(self.across() - 1) / 2
    }

    /// Core of a hexagonal footprint: one cell, or three around a corner.
    pub(super) fn core(self) -> SmallVec<[Hex; 3]> {
        let anchor = to_hex(self.anchor);
        if self.across() % 2 == 1 {
            return SmallVec::from_slice(&[anchor]);
        }
        SmallVec::from_buf([anchor, Hex::new(anchor.x + 1, anchor.y), Hex::new(anchor.x, anchor.y + 1)])
    }

    /// Whether it covers `cell`.
    #[inline]
    #[must_use]
    pub fn contains(self, shape: Shape, cell: Cell) -> bool {
        self.overlaps(shape, cell.into())
    }

    /// Whether two footprints share a cell.
    #[inline]
    #[must_use]
    pub fn overlaps(self, shape: Shape, other: Self) -> bool {
        if self.across() == 1 && other.across() == 1 {
            return self.anchor == other.anchor;
        }
        distance(shape, Distance::DiagonalsCostOne, self, other) == 0
    }
}
