//! One line between two corners and the obstructions on it. Corners have integer coordinates.

use smallvec::SmallVec;

use super::obstruction::{Blocks, Form, Obstruction};
use crate::grid::shape::to_hex;
use crate::grid::{Cell, CoverGrade, Footprint, Obstacle, Shape};

/// A point or a direction in corner coordinates.
pub(in crate::grid::sight) type Point = (i64, i64);

#[derive(Copy, Clone)]
pub(super) struct Corner {
    pub at: Point,
    /// Centre of the cell the corner belongs to.
    pub middle: Point,
}

/// Offsets from the centre of a cell to its corners, counter-clockwise in its axes.
pub(in crate::grid::sight) fn around(shape: Shape) -> &'static [Point] {
    match shape {
        Shape::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
        Shape::Hex => &[(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)],
    }
}

pub(in crate::grid::sight) fn outline(shape: Shape, cell: Cell) -> SmallVec<[Point; 6]> {
    let middle = centre(shape, cell);
    around(shape).iter().map(|corner| sum(middle, *corner)).collect()
}

/// Centre of a cell. Neighbouring squares are two units apart, neighbouring hexagons three.
pub(in crate::grid::sight) fn centre(shape: Shape, cell: Cell) -> Point {
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

pub(in crate::grid::sight) fn sum(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

pub(in crate::grid::sight) fn away(from: Point, to: Point) -> Point {
    (to.0 - from.0, to.1 - from.1)
}

pub(in crate::grid::sight) fn cross(a: Point, b: Point) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

pub(super) fn dot(a: Point, b: Point) -> i64 {
    a.0 * b.0 + a.1 * b.1
}

#[derive(Copy, Clone, Default)]
pub(super) struct Met {
    pub cover: CoverGrade,
    pub cover_by: Option<Obstacle>,
    pub body: Option<Cell>,
}

impl Met {
    fn meet(&mut self, obstruction: &Obstruction) {
        match obstruction.blocks {
            Blocks::Ground(cover) if cover > self.cover => (self.cover, self.cover_by) = (cover, Some(obstruction.by)),
            Blocks::Body(cell) if self.body.is_none() => self.body = Some(cell),
            _ => {}
        }
    }
}

pub(super) struct Line {
    shape: Shape,
    from: Corner,
    to: Corner,
    along: Point,
    /// Largest distance between the line and the centre of a cell that touches it, as a cross product.
    wide: i64,
}

impl Line {
    pub fn between(shape: Shape, from: Corner, to: Corner) -> Line {
        let along = away(from.at, to.at);
        let wide = around(shape).iter().map(|corner| cross(along, *corner).abs()).max().unwrap_or(0);
        Line { shape, from, to, along, wide }
    }

    /// Finds the obstructions that affect the line.
    pub fn meets(&self, obstructions: &[Obstruction]) -> Met {
        let mut met = Met::default();
        let mut touched: SmallVec<[(Point, bool, &Obstruction); 8]> = SmallVec::new();
        for obstruction in obstructions {
            let apart = match obstruction.form {
                Form::Cell(middle) => cross(self.along, away(self.from.at, middle)).abs(),
                Form::Edge(..) => 0,
            };
            if apart > self.wide {
                continue;
            }
            if self.crosses(obstruction, apart) {
                met.meet(obstruction);
            } else if !obstruction.own {
                self.touches(obstruction, |at, on_left| touched.push((at, on_left, obstruction)));
            }
        }
        for (at, _, one) in touched.iter().filter(|(_, on_left, _)| *on_left) {
            for (_, _, other) in touched.iter().filter(|(other_at, on_left, _)| !on_left && other_at == at) {
                met.meet(if other.blocks < one.blocks { other } else { one });
            }
        }
        met
    }

    /// Whether the line passes through a cell at distance `apart`, or across an edge, not just along or past it.
    fn crosses(&self, obstruction: &Obstruction, apart: i64) -> bool {
        let (start, end) = (self.from.at, self.to.at);
        match obstruction.form {
            // Far corners of two hexagons see each other along their common edge, so a barrier between the two hexagons
            // is on that line as well.
            Form::Edge(a, b) if obstruction.separates => self.shape == Shape::Hex || self.meets_edge(a, b),
            Form::Edge(a, b) => {
                let parts = |p: Point, q: Point, one: Point, other: Point| {
                    cross(away(p, q), away(p, one)).signum() * cross(away(p, q), away(p, other)).signum() < 0
                };
                (parts(start, end, a, b) && parts(a, b, start, end)) || self.changes_sides(a, b)
            }
            Form::Cell(middle) => {
                let (start, end) = (away(middle, start), away(middle, end));
                let inside = |side: &Point, wide: i64| {
                    let (one, other) = (cross(*side, start), cross(*side, end));
                    one.min(other) < wide && one.max(other) > -wide
                };
                // Two convex bodies overlap unless a side of one of them separates them.
                apart < self.wide
                    && match self.shape {
                        Shape::Square => [(1, 0), (0, 1)].iter().all(|side| inside(side, 1)),
                        Shape::Hex => [(-1, 2), (-2, 1), (1, 1)].iter().all(|side| inside(side, 3)),
                    }
            }
        }
    }

    /// Whether the line and an edge share a point, including end points.
    fn meets_edge(&self, a: Point, b: Point) -> bool {
        let (start, end) = (self.from.at, self.to.at);
        let side = |p: Point, q: Point, of: Point| cross(away(p, q), away(p, of)).signum();
        let straddles = |p, q, one, other| side(p, q, one) * side(p, q, other) <= 0;
        let beyond = |p: Point, q: Point| dot(away(p, start), away(p, q)) < 0 && dot(away(p, end), away(p, q)) < 0;
        straddles(start, end, a, b) && straddles(a, b, start, end) && !beyond(a, b) && !beyond(b, a)
    }

    /// Whether the line runs along an edge and starts and ends on different sides of it.
    fn changes_sides(&self, a: Point, b: Point) -> bool {
        let side = |of: Point| cross(self.along, away(self.from.at, of)).signum();
        let reaches = |p: Point, q: Point| {
            let far = |of: Point| dot(away(p, of), away(p, q));
            far(self.from.at).max(far(self.to.at)) > 0
        };
        let runs_along = side(a) == 0 && side(b) == 0 && reaches(a, b) && reaches(b, a);
        runs_along && side(self.from.middle) * side(self.to.middle) < 0
    }

    /// Calls `found` with each point where an obstruction touches the line, and whether it is on the left.
    fn touches(&self, obstruction: &Obstruction, mut found: impl FnMut(Point, bool)) {
        let mut touch = |at: Point, thither: Point| {
            if let Some(on_left) = self.is_left_at(at, thither) {
                found(at, on_left);
            }
        };
        match obstruction.form {
            Form::Cell(middle) => {
                around(self.shape).iter().for_each(|corner| touch(sum(middle, *corner), (-corner.0, -corner.1)));
            }
            Form::Edge(a, b) => {
                touch(a, away(a, b));
                touch(b, away(b, a));
            }
        }
    }

    /// Whether a direction points to the left of the line at a given point; `None` if the point is not on the line.
    fn is_left_at(&self, at: Point, thither: Point) -> Option<bool> {
        let apart = away(self.from.at, at);
        if cross(self.along, apart) != 0 || dot(apart, away(self.to.at, at)) > 0 {
            return None;
        }
        let back = away(at, if at == self.from.at { self.from.middle } else { self.from.at });
        let on = away(at, if at == self.to.at { self.to.middle } else { self.to.at });
        is_left(back, on, thither)
    }
}

/// Whether a direction points to the left of a path that arrives from `back` and continues to `on`.
fn is_left(back: Point, on: Point, thither: Point) -> Option<bool> {
    let (turn, after, before) = (cross(on, back), cross(on, thither), cross(thither, back));
    let left = match turn.signum() {
        1 => after > 0 && before > 0,
        -1 => after > 0 || before > 0,
        _ if dot(on, back) > 0 => return None,
        _ => after > 0,
    };
    let runs = |ray: Point| cross(ray, thither) == 0 && dot(ray, thither) > 0;
    (!runs(back) && !runs(on)).then_some(left)
}
