//! Straight lines between the centres of two footprints and what they pass through, for flanking by a line. Exact integers.

use crate::grid::angle::Span;
use crate::grid::{Footprint, Shape};

impl Shape {
    /// Whether the segment between the centres of `a` and `b` passes the centre of `middle` at a distance of at most some
    /// hundredths of the width of `middle`. The nearest point must lie between `a` and `b`. On hexagons the width of a body
    /// is its size in cells, and distances are straight, not counted in cells.
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let at = |x, y| Footprint::from(Cell::new(x, y));
    /// let passes = |a, b| Shape::Square.passes_centre(at(1, 1), a, b, 25);
    /// assert!(passes(at(1, 0), at(1, 2)));
    /// assert!(passes(at(0, 0), at(2, 2)));
    /// assert!(!passes(at(1, 0), at(2, 2)));
    /// ```
    pub fn passes_centre(self, middle: Footprint, a: Footprint, b: Footprint, hundredths: u8) -> bool {
        let (along, to_middle) = (Span::between(self, a, b), Span::between(self, a, middle));
        let (length, share) = (along.dot(self, along), along.dot(self, to_middle));
        if length == 0 || !(0..=length).contains(&share) {
            return false;
        }
        let apart = i128::from(along.cross(to_middle));
        let within = i128::from(hundredths) * i128::from(middle.across());
        // Squared distances. A cell measures two units on squares and three on hexagons, where the inner product is doubled.
        let most = match self {
            Shape::Square => 4 * within * within * i128::from(length),
            Shape::Hex => 6 * within * within * i128::from(length),
        };
        10_000 * apart * apart <= most
    }

    /// Whether the segment between the centres of `a` and `b` crosses two opposite sides of a square footprint; a corner
    /// belongs to both of its sides. Never true on hexagons, where larger bodies have no opposite sides.
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let at = |x, y| Footprint::from(Cell::new(x, y));
    /// let ogre = Footprint::new(Cell::new(2, 2), 2);
    /// assert!(Shape::Square.crosses_opposite_sides(ogre, at(1, 2), at(4, 3)));
    /// assert!(Shape::Square.crosses_opposite_sides(ogre, at(1, 1), at(4, 4)));
    /// assert!(!Shape::Square.crosses_opposite_sides(ogre, at(1, 1), at(4, 3)));
    /// ```
    pub fn crosses_opposite_sides(self, middle: Footprint, a: Footprint, b: Footprint) -> bool {
        if self == Shape::Hex {
            return false;
        }
        let [middle_at, a, b] = [middle, a, b].map(|body| Span::of_centre(self, body));
        let half = i64::from(middle.across());
        let turned = |Span(x, y): Span| Span(y, x);
        crosses_sides((middle_at, half), a, b) || crosses_sides((turned(middle_at), half), turned(a), turned(b))
    }
}

/// Whether a segment crosses the left and the right side of a square, given by its centre and half of its width.
fn crosses_sides((middle, half): (Span, i64), a: Span, b: Span) -> bool {
    let (from, to) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let (left, right) = (middle.0 - half, middle.0 + half);
    if from.0 > left || to.0 < right {
        return false;
    }
    let run = to.0 - from.0;
    // Heights above the centre of the square, multiplied by the length of the run.
    let at = |column: i64| (from.1 - middle.1) * run + (to.1 - from.1) * (column - from.0);
    let (enters, leaves, most) = (at(left), at(right), half * run);
    let grazes = enters == leaves && enters.abs() == most;
    enters.abs() <= most && leaves.abs() <= most && !grazes
}
