//! Coordinates in which points of spaces, their centres and the corners of cells are integers: corner coordinates, enlarged.

use smallvec::SmallVec;

use super::standing::Form;
use crate::grid::sight::corner::line::{Point, around, centre, sum};
use crate::grid::{Footprint, Shape};

/// The points of a space.
pub(super) type Points = SmallVec<[Point; 24]>;

/// Enlarged corner coordinates for a number of points.
#[derive(Copy, Clone)]
pub(super) struct Frame {
    shape: Shape,
    /// Points along a side of a square, or parts into which the sides of the six triangles of a hexagon are divided.
    parts: i64,
    scale: i64,
}

impl Frame {
    pub fn new(shape: Shape, points: u8) -> Frame {
        let points = i64::from(points.max(1));
        match shape {
            Shape::Square => Frame { shape, parts: points, scale: points },
            // A hexagon is six triangles; two parts for four points make 24 small triangles, and the points are their centres.
            Shape::Hex => Frame { shape, parts: (points + 1) / 2, scale: 3 * ((points + 1) / 2) },
        }
    }

    fn enlarged(self, point: Point) -> Point {
        (self.scale * point.0, self.scale * point.1)
    }

    /// The centre of a space.
    pub fn centre(self, space: Footprint) -> Point {
        let (anchor, wider) = (centre(self.shape, space.anchor), i64::from(space.across()) - 1);
        self.enlarged(match self.shape {
            Shape::Square => sum(anchor, (wider, wider)),
            // Even spaces lie around a corner of their anchor.
            Shape::Hex => sum(anchor, if wider % 2 == 0 { (0, 0) } else { (1, 1) }),
        })
    }

    /// The outline of an obstacle.
    pub fn scaled(self, form: &Form) -> Form {
        match form {
            Form::Cell(corners) => Form::Cell(corners.iter().map(|corner| self.enlarged(*corner)).collect()),
            Form::Edge(start, end) => Form::Edge(self.enlarged(*start), self.enlarged(*end)),
        }
    }

    /// The number of points of a space, at one height.
    pub fn count(self, space: Footprint) -> u16 {
        let count = match self.shape {
            Shape::Square => self.parts * self.parts,
            Shape::Hex => 6 * self.parts * self.parts * space.cells(self.shape).len() as i64,
        };
        count as u16
    }

    /// The points of a space. Those of a square space of any size are the centres of equal squares that fill it; those of
    /// hexagons the centres of equal triangles.
    pub fn points(self, space: Footprint) -> Points {
        match self.shape {
            Shape::Square => {
                let (x, y) = self.enlarged(centre(self.shape, space.anchor));
                let (across, parts) = (i64::from(space.across()), self.parts);
                let at = move |of: i64, part: i64| of - parts + across * (2 * part + 1);
                (0..parts).flat_map(|row| (0..parts).map(move |column| (at(x, column), at(y, row)))).collect()
            }
            Shape::Hex => {
                space.cells(self.shape).into_iter().flat_map(|cell| self.of_hexagon(centre(self.shape, cell))).collect()
            }
        }
    }

    fn of_hexagon(self, middle: Point) -> Points {
        let corners = around(self.shape);
        let next = corners.iter().cycle().skip(1);
        let middle = self.enlarged(middle);
        let at = |(a, b): (Point, Point), one: i64, other: i64| {
            sum(middle, (one * a.0 + other * b.0, one * a.1 + other * b.1))
        };
        let mut points = Points::new();
        for triangle in corners.iter().copied().zip(next.copied()) {
            for one in 0..self.parts {
                for other in 0..self.parts - one {
                    points.push(at(triangle, 3 * one + 1, 3 * other + 1));
                    if one + other + 1 < self.parts {
                        points.push(at(triangle, 3 * one + 2, 3 * other + 2));
                    }
                }
            }
        }
        points
    }
}
