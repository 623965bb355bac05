//! The cells that a creature or object occupies, and distances between them.

use hexx::Hex;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::grid::shape::{from_hex, to_hex};
use crate::grid::{Cell, Shape};

/// The cells that a creature or object occupies: an anchor cell and an extent in cells. On squares it is a block of
/// `extent` by `extent` cells with the anchor in its north-west corner. On hexagons an odd extent covers every cell
/// within `(extent - 1) / 2` of the anchor (1, 7, 19, … cells); an even extent is the same cluster around a corner
/// where the anchor, its eastern and its south-eastern neighbour meet (3, 12, 27, … cells). An extent of 0 counts as 1.
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
    pub const fn new(anchor: Cell, extent: u8) -> Self {
        Self { anchor, extent }
    }

    /// This footprint moved to another anchor.
    pub const fn at(self, anchor: Cell) -> Self {
        Self { anchor, ..self }
    }

    /// Size in cells across, at least 1.
    pub const fn across(self) -> u8 {
        if self.extent == 0 { 1 } else { self.extent }
    }

    /// All its cells in row-major order, without duplicates.
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let ogre = Footprint::new(Cell::new(4, 4), 2);
    /// assert_eq!(ogre.cells(Shape::Square).len(), 4);
    /// assert_eq!(ogre.cells(Shape::Hex).len(), 3);
    /// assert_eq!(Footprint::new(Cell::new(4, 4), 3).cells(Shape::Hex).len(), 7);
    /// ```
    #[inline]
    pub fn cells(self, shape: Shape) -> SmallVec<[Cell; 4]> {
        let across = i16::from(self.across());
        match shape {
            _ if across == 1 => SmallVec::from_buf_and_len([self.anchor; 4], 1),
            Shape::Square => {
                (0..across).flat_map(|dy| (0..across).map(move |dx| self.anchor.shifted(dx, dy))).collect()
            }
            Shape::Hex => {
                let around = |core: Hex| core.range(self.radius() as u32).map(from_hex);
                let mut cells: SmallVec<[Cell; 4]> = self.core().into_iter().flat_map(around).collect();
                cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
                cells.dedup();
                cells
            }
        }
    }

    /// Radius of a hexagonal footprint in cells, not counting its core.
    fn radius(self) -> i32 {
        i32::from(self.across() - 1) / 2
    }

    /// Core of a hexagonal footprint: one cell, or three around a corner.
    fn core(self) -> SmallVec<[Hex; 3]> {
        let anchor = to_hex(self.anchor);
        if self.across() % 2 == 1 {
            return SmallVec::from_slice(&[anchor]);
        }
        SmallVec::from_buf([anchor, anchor + Hex::new(1, 0), anchor + Hex::new(0, 1)])
    }

    /// Whether it covers `cell`.
    #[inline]
    pub fn contains(self, shape: Shape, cell: Cell) -> bool {
        self.overlaps(shape, cell.into())
    }

    /// Whether two footprints share a cell.
    #[inline]
    pub fn overlaps(self, shape: Shape, other: Self) -> bool {
        if self.across() == 1 && other.across() == 1 {
            return self.anchor == other.anchor;
        }
        distance(shape, Distance::DiagonalsCostOne, self, other) == 0
    }
}

/// How diagonal steps count on a square board. Irrelevant on hexagons, which have no diagonals.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Distance {
    /// A diagonal step counts one cell.
    #[default]
    DiagonalsCostOne,
    /// Diagonal steps alternately count one and two cells, beginning with one.
    AlternatingDiagonals,
    /// No diagonal steps: a diagonal neighbour is two cells away.
    NoDiagonals,
}

/// Distance in cells between the nearest cells of `a` and `b`: 0 if they overlap, 1 if they share an edge. Alternating
/// diagonals round down, so two parts of a path may add up to one cell less than the whole.
/// ```
/// use warboard::grid::{Cell, Distance, Footprint, Shape, distance};
/// let (a, b) = (Footprint::new(Cell::new(0, 0), 2), Footprint::new(Cell::new(4, 3), 1));
/// assert_eq!(distance(Shape::Square, Distance::DiagonalsCostOne, a, b), 3);
/// assert_eq!(distance(Shape::Square, Distance::AlternatingDiagonals, a, b), 4);
/// assert_eq!(distance(Shape::Square, Distance::NoDiagonals, a, b), 5);
/// ```
#[inline]
pub fn distance(shape: Shape, policy: Distance, a: Footprint, b: Footprint) -> u16 {
    let cells = match shape {
        Shape::Square => {
            let columns = gap(a.anchor.x, a.across(), b.anchor.x, b.across());
            let rows = gap(a.anchor.y, a.across(), b.anchor.y, b.across());
            let (longer, shorter) = (columns.max(rows), columns.min(rows));
            match policy {
                Distance::DiagonalsCostOne => longer,
                Distance::AlternatingDiagonals => longer + shorter / 2,
                Distance::NoDiagonals => longer + shorter,
            }
        }
        Shape::Hex => hexes_between(a, b),
    };
    u16::try_from(cells).unwrap_or(u16::MAX)
}

fn hexes_between(a: Footprint, b: Footprint) -> u32 {
    let (from, to) = (a.core(), b.core());
    let between = from.iter().flat_map(|&p| to.iter().map(move |&q| p.unsigned_distance_to(q)));
    between.min().unwrap_or(0).saturating_sub((a.radius() + b.radius()).unsigned_abs())
}

/// Whether two footprints touch, at an edge or a corner, without overlapping.
pub fn adjacent(shape: Shape, a: Footprint, b: Footprint) -> bool {
    distance(shape, Distance::DiagonalsCostOne, a, b) == 1
}

/// Distance along one axis between two runs of cells; 0 if they overlap.
fn gap(a: i16, a_across: u8, b: i16, b_across: u8) -> u32 {
    let (a, b) = (i32::from(a), i32::from(b));
    let apart = if a < b { b - a - i32::from(a_across) + 1 } else { a - b - i32::from(b_across) + 1 };
    apart.max(0).unsigned_abs()
}
