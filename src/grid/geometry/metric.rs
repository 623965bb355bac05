//! Distance between footprints.

use serde::{Deserialize, Serialize};

use crate::grid::geometry::footprint::Footprint;
use crate::grid::geometry::shape::Shape;

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

/// Distance in cells between the nearest cells of `a` and `b`: 0 if they overlap, 1 if they share an edge.
///
/// Alternating diagonals round down, so two parts of a path may add up to one cell less than the whole.
///
/// ```
/// use warboard::grid::{Cell, Distance, Footprint, Shape, distance};
/// let (a, b) = (Footprint::new(Cell::new(0, 0), 2), Footprint::new(Cell::new(4, 3), 1));
/// assert_eq!(distance(Shape::Square, Distance::DiagonalsCostOne, a, b), 3);
/// assert_eq!(distance(Shape::Square, Distance::AlternatingDiagonals, a, b), 4);
/// assert_eq!(distance(Shape::Square, Distance::NoDiagonals, a, b), 5);
/// ```
#[inline]
#[must_use]
pub fn distance(shape: Shape, policy: Distance, a: Footprint, b: Footprint) -> u16 {
    let cells = match shape {
        Shape::Square => {
            let columns = gap(a.anchor.x, a.across(), b.anchor.x, b.across());
            let rows = gap(a.anchor.y, a.across(), b.anchor.y, b.across());
            combined(policy, columns, rows)
        }
        Shape::Hex => hex_distance(a, b),
    };
    u16::try_from(cells).unwrap_or(u16::MAX)
}

/// Whether two footprints touch, at an edge or a corner, without overlapping.
#[must_use]
pub fn adjacent(shape: Shape, a: Footprint, b: Footprint) -> bool {
    distance(shape, Distance::DiagonalsCostOne, a, b) == 1
}

/// Distance along one axis between two runs of cells; 0 if they overlap.
#[inline]
fn gap(a: i16, a_across: u8, b: i16, b_across: u8) -> u32 {
    let (a, b) = (i32::from(a), i32::from(b));
    let apart = if a < b { b - a - i32::from(a_across) + 1 } else { a - b - i32::from(b_across) + 1 };
    apart.max(0).unsigned_abs()
}

#[inline]
fn combined(policy: Distance, columns: u32, rows: u32) -> u32 {
    let (longer, shorter) = (columns.max(rows), columns.min(rows));
    match policy {
        Distance::DiagonalsCostOne => longer,
        Distance::AlternatingDiagonals => longer + shorter / 2,
        Distance::NoDiagonals => longer + shorter,
    }
}

fn hex_distance(a: Footprint, b: Footprint) -> u32 {
    let (from, to) = (a.core(), b.core());
    let between = from.iter().flat_map(|&p| to.iter().map(move |&q| p.unsigned_distance_to(q)));
    between.min().unwrap_or(0).saturating_sub((a.radius() + b.radius()).unsigned_abs())
}
