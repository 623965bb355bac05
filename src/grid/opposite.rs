//! Opposite sides of a space: whether a line between two others can cross two edges that face each other.

use std::cmp::Ordering;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::{SmallVec, smallvec};

use super::{Footprint, Shape};

/// Angle from which on two bodies stand on opposite sides of a hexagon, in tenths of a degree: of its neighbours only
/// those straight across see each other through two opposite edges.
const ACROSS_HEX: u16 = 1500;

impl Shape {
    /// Whether a line from some point inside `a` to some point inside `b` crosses two opposite edges of `middle`.
    ///
    /// Of the eight neighbours of one square those straight across do, and a side with either far corner.
    ///
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let at = |x, y| Footprint::from(Cell::new(x, y));
    /// let flanks = |a, b| Shape::Square.crosses_opposite_edges(at(1, 1), a, b);
    /// assert!(flanks(at(0, 1), at(2, 1)));
    /// assert!(flanks(at(0, 1), at(2, 0)));
    /// assert!(!flanks(at(1, 0), at(2, 1)));
    /// ```
    #[must_use]
    pub fn crosses_opposite_edges(self, middle: Footprint, a: Footprint, b: Footprint) -> bool {
        match self {
            Shape::Hex => self.separation_at_least(middle, a, b, ACROSS_HEX),
            Shape::Square => match (near(middle, a), near(middle, b)) {
                (Some(one), Some(other)) => recall(one, other, || crosses_squares(middle, a, b)),
                _ => crosses_squares(middle, a, b),
            },
        }
    }
}

/// Cells between the middle and those about it whose answers are kept: as far as nearly everybody reaches.
const CLOSE: i16 = 2;
const ACROSS: usize = 2 * CLOSE as usize + 1;
/// Bits for what is known; the answers lie above them.
const KNOWN: usize = 32;

/// For every place of one cell near a middle of one cell, which others were asked about, and which lie opposite.
static NEAR: [AtomicU64; ACROSS * ACROSS] = [const { AtomicU64::new(0) }; ACROSS * ACROSS];

/// Whether two places lie opposite each other, remembered or worked out: the same whoever asked before.
fn recall(one: usize, other: usize, work_out: impl FnOnce() -> bool) -> bool {
    let kept = NEAR[one].load(Relaxed);
    if kept >> other & 1 == 1 {
        return kept >> (KNOWN + other) & 1 == 1;
    }
    let opposite = work_out();
    NEAR[one].fetch_or(1 << other | u64::from(opposite) << (KNOWN + other), Relaxed);
    opposite
}

/// The number of a place of one cell near a middle of one cell.
fn near(middle: Footprint, at: Footprint) -> Option<usize> {
    let along =
        |from: i16, to: i16| to.checked_sub(from).filter(|by| by.abs() <= CLOSE).map(|by| (by + CLOSE) as usize);
    let (x, y) = (along(middle.anchor.x, at.anchor.x)?, along(middle.anchor.y, at.anchor.y)?);
    (middle.across() == 1 && at.across() == 1).then_some(y * ACROSS + x)
}

fn crosses_squares(middle: Footprint, a: Footprint, b: Footprint) -> bool {
    let [middle, a, b] = [middle, a, b].map(Bounds::of);
    let turned = [middle, a, b].map(Bounds::turned);
    crosses(middle, a, b) || crosses(middle, b, a) || {
        let [middle, a, b] = turned;
        crosses(middle, a, b) || crosses(middle, b, a)
    }
}

/// The outline of a square footprint, in cells.
#[derive(Copy, Clone)]
struct Bounds {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
}

impl Bounds {
    fn of(footprint: Footprint) -> Bounds {
        let (x, y, across) =
            (i64::from(footprint.anchor.x), i64::from(footprint.anchor.y), i64::from(footprint.across()));
        Bounds { left: x, right: x + across, top: y, bottom: y + across }
    }

    /// The same with rows for columns.
    fn turned(self) -> Bounds {
        Bounds { left: self.top, right: self.bottom, top: self.left, bottom: self.right }
    }
}

/// What a line must do at one column: with its heights at both edges of the middle, `left * a + right * b < bound`.
#[derive(Copy, Clone)]
struct Below {
    left: i64,
    right: i64,
    bound: i64,
}

/// Whether a line can leave `a` on the left, cross the left and the right edge of `middle`, and come into `b`.
fn crosses(middle: Bounds, a: Bounds, b: Bounds) -> bool {
    let (before, after) = ((a.left, a.right.min(middle.left)), (b.left.max(middle.right), b.right));
    if before.0 >= before.1 || after.0 >= after.1 {
        return false;
    }
    // A straight line meets an open box if at one end of it the line is below its top and at one above its bottom.
    let ends = |columns: (i64, i64)| [columns.0, columns.1];
    for upper_a in ends(before) {
        for lower_a in ends(before) {
            for upper_b in ends(after) {
                for lower_b in ends(after) {
                    let limits = [
                        below(middle, upper_a, a.bottom),
                        above(middle, lower_a, a.top),
                        below(middle, upper_b, b.bottom),
                        above(middle, lower_b, b.top),
                    ];
                    if is_open(middle, &limits) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// The line is above this row (of smaller number) at this column.
fn below(middle: Bounds, column: i64, row: i64) -> Below {
    let (width, along) = (middle.right - middle.left, column - middle.left);
    Below { left: width - along, right: along, bound: width * row }
}

/// The line is below this row at this column.
fn above(middle: Bounds, column: i64, row: i64) -> Below {
    let Below { left, right, bound } = below(middle, column, row);
    Below { left: -left, right: -right, bound: -bound }
}

/// A point with rational coordinates: the heights of a line at the two edges.
#[derive(Copy, Clone)]
struct Point {
    left: i128,
    right: i128,
    over: i128,
}

impl Point {
    /// How far it is inside a limit; negative outside, scaled by its positive denominator.
    fn inside(self, limit: &Below) -> i128 {
        i128::from(limit.bound) * self.over - i128::from(limit.left) * self.left - i128::from(limit.right) * self.right
    }
}

/// Whether some line across the middle keeps strictly within all limits.
fn is_open(middle: Bounds, limits: &[Below]) -> bool {
    let corner = |left: i64, right: i64| Point { left: left.into(), right: right.into(), over: 1 };
    let (top, bottom) = (middle.top, middle.bottom);
    let mut region: SmallVec<[Point; 8]> =
        smallvec![corner(top, top), corner(bottom, top), corner(bottom, bottom), corner(top, bottom)];
    for limit in limits {
        region = clipped(&region, limit);
    }
    // A region that is nowhere strictly within a limit lies on it as a whole.
    limits.iter().all(|limit| region.iter().any(|point| point.inside(limit) > 0))
}

/// The part of a convex region that is within a limit.
fn clipped(region: &[Point], limit: &Below) -> SmallVec<[Point; 8]> {
    let mut kept = SmallVec::new();
    for (at, point) in region.iter().enumerate() {
        let next = region[(at + 1) % region.len()];
        let (here, there) = (point.inside(limit), next.inside(limit));
        if here >= 0 {
            kept.push(*point);
        }
        if here.cmp(&0).reverse() == there.cmp(&0) && here.cmp(&0) != Ordering::Equal {
            kept.push(between(*point, here, next, there));
        }
    }
    kept
}

/// The point on a limit between two points on its two sides.
fn between(one: Point, inside: i128, other: Point, outside: i128) -> Point {
    // Weights that make the amounts by which they are inside and outside cancel.
    let mix = |a: i128, b: i128| a * outside.abs() + b * inside.abs();
    let (left, right, over) = (mix(one.left, other.left), mix(one.right, other.right), mix(one.over, other.over));
    let common = greatest_divisor(greatest_divisor(left, right), over).max(1);
    Point { left: left / common, right: right / common, over: over / common }
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
