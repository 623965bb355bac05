//! Integer coordinates of cell corners.

use smallvec::SmallVec;

use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::footprint::Footprint;
use crate::grid::geometry::shape::{Shape, to_hex};

/// A point or a direction in corner coordinates.
pub(super) type Point = (i64, i64);

/// A corner of a footprint.
#[derive(Copy, Clone)]
pub(super) struct Corner {
    pub at: Point,
    /// Centre of the cell the corner belongs to.
    pub middle: Point,
}

/// Offsets from the centre of a cell to its corners, counter-clockwise in its axes.
pub(super) fn around(shape: Shape) -> &'static [Point] {
    match shape {
        Shape::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
        Shape::Hex => &[(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)],
    }
}

/// The corners of a cell.
pub(super) fn outline(shape: Shape, cell: Cell) -> SmallVec<[Point; 6]> {
    let middle = centre(shape, cell);
    around(shape).iter().map(|corner| sum(middle, *corner)).collect()
}

/// Centre of a cell. Neighbouring squares are two units apart, neighbouring hexagons three.
pub(super) fn centre(shape: Shape, cell: Cell) -> Point {
    match shape {
        Shape::Square => (2 * i64::from(cell.x), 2 * i64::from(cell.y)),
        Shape::Hex => {
            let hex = to_hex(cell);
            (3 * i64::from(hex.x), 3 * i64::from(hex.y))
        }
    }
}

/// Outer corners of a footprint: those that belong to exactly one of its cells.
pub(super) fn corners(shape: Shape, space: Footprint) -> SmallVec<[Corner; 6]> {
    let of_cell = |cell: Cell| {
        let middle = centre(shape, cell);
        around(shape).iter().map(move |corner| Corner { at: sum(middle, *corner), middle })
    };
    if space.across() == 1 {
        return of_cell(space.anchor).collect();
    }
    let all: SmallVec<[Corner; 24]> = space.cells(shape).into_iter().flat_map(of_cell).collect();
    all.iter().filter(|corner| all.iter().filter(|other| other.at == corner.at).count() == 1).copied().collect()
}

pub(super) fn sum(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn away(from: Point, to: Point) -> Point {
    (to.0 - from.0, to.1 - from.1)
}

pub(super) fn cross(a: Point, b: Point) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

pub(super) fn dot(a: Point, b: Point) -> i64 {
    a.0 * b.0 + a.1 * b.1
}
