//! How far apart two footprints are.

use serde::{Deserialize, Serialize};

use super::footprint::Footprint;
use super::shape::Shape;

/// How a diagonal step counts on a square board; hexagons have none, so there every policy gives the same.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Distance {
    /// A diagonal counts one cell like any step.
    #[default]
    DiagonalsCostOne,
    /// The first diagonal counts one cell, the second two, the third one, and so on.
    AlternatingDiagonals,
    /// There are no diagonal steps: a diagonal neighbour is two cells away.
    NoDiagonals,
}

/// Cells from `a` to `b`, the least over their cells: 0 when they overlap, 1 when they share an edge.
///
/// Alternating diagonals are rounded down, so two legs of a journey may add up to one cell less than the whole.
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

/// Whether the two touch, at an edge or at a corner, without overlapping.
#[must_use]
pub fn adjacent(shape: Shape, a: Footprint, b: Footprint) -> bool {
    distance(shape, Distance::DiagonalsCostOne, a, b) == 1
}

/// Steps along one axis between two runs of cells, 0 when they overlap on it.
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
