//! Opposite sides of a footprint, for flanking rules based on opposite edges.

use std::cmp::Ordering;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::{SmallVec, smallvec};

use crate::grid::{Footprint, Shape};

/// Minimum angle, in tenths of a degree, for two bodies to stand on opposite sides of a hexagon. Of the direct
/// neighbours, only those straight across qualify.
const ACROSS_HEX: u16 = 1500;

impl Shape {
    /// Whether some line from the inside of `a` to the inside of `b` crosses two opposite edges of `middle`.
    ///
    /// Among the eight neighbours of a single square: those straight across qualify, and a side with either of the far
    /// corners.
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
                (Some(one), Some(other)) => get_or_compute(one, other, || crosses_squares(middle, a, b)),
                _ => crosses_squares(middle, a, b),
            },
        }
    }
}

/// Largest offset, in cells, for which answers are cached. Covers nearly every melee reach.
const CLOSE: i16 = 2;
const ACROSS: usize = 2 * CLOSE as usize + 1;
/// Number of bits that mark which answers are known; the answers follow above them.
const KNOWN: usize = 32;

/// Cache by offset of `a` from `middle`: for each offset of `b`, whether the answer is known, and the answer.
static NEAR: [AtomicU64; ACROSS * ACROSS] = [const { AtomicU64::new(0) }; ACROSS * ACROSS];

/// The cached answer, computed if missing. Results never depend on earlier queries.
fn get_or_compute(one: usize, other: usize, compute: impl FnOnce() -> bool) -> bool {
    let kept = NEAR[one].load(Relaxed);
    if kept >> other & 1 == 1 {
        return kept >> (KNOWN + other) & 1 == 1;
    }
    let opposite = compute();
    NEAR[one].fetch_or(1 << other | u64::from(opposite) << (KNOWN + other), Relaxed);
    opposite
}

/// Cache index of a one-cell footprint near a one-cell `middle`.
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

/// Bounds of a square footprint, in cells.
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

    /// Transposed: rows and columns swapped.
    fn turned(self) -> Bounds {
        Bounds { left: self.top, right: self.bottom, top: self.left, bottom: self.right }
    }
}

/// A linear constraint on a line, in terms of its heights at both edges of the middle: `left * a + right * b < bound`.
#[derive(Copy, Clone)]
struct Below {
    left: i64,
    right: i64,
    bound: i64,
}

/// Whether a line can start in `a`, cross the left and right edges of `middle` and end in `b`.
fn crosses(middle: Bounds, a: Bounds, b: Bounds) -> bool {
    let (before, after) = ((a.left, a.right.min(middle.left)), (b.left.max(middle.right), b.right));
    if before.0 >= before.1 || after.0 >= after.1 {
        return false;
    }
    // A line intersects an open box if it is below the top at one end and above the bottom at the other.
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

/// The line passes above this row (smaller number) at this column.
fn below(middle: Bounds, column: i64, row: i64) -> Below {
    let (width, along) = (middle.right - middle.left, column - middle.left);
    Below { left: width - along, right: along, bound: width * row }
}

/// The line passes below this row at this column.
fn above(middle: Bounds, column: i64, row: i64) -> Below {
    let Below { left, right, bound } = below(middle, column, row);
    Below { left: -left, right: -right, bound: -bound }
}

/// The heights of a line at both edges, as rational numbers with a common denominator.
#[derive(Copy, Clone)]
struct Point {
    left: i128,
    right: i128,
    over: i128,
}

impl Point {
    /// Distance inside a constraint, scaled by the positive denominator; negative outside.
    fn inside(self, limit: &Below) -> i128 {
        i128::from(limit.bound) * self.over - i128::from(limit.left) * self.left - i128::from(limit.right) * self.right
    }
}

/// Whether some line across the middle lies strictly inside all constraints.
fn is_open(middle: Bounds, limits: &[Below]) -> bool {
    let corner = |left: i64, right: i64| Point { left: left.into(), right: right.into(), over: 1 };
    let (top, bottom) = (middle.top, middle.bottom);
    let mut region: SmallVec<[Point; 8]> =
        smallvec![corner(top, top), corner(bottom, top), corner(bottom, bottom), corner(top, bottom)];
    for limit in limits {
        region = clipped(&region, limit);
    }
    // A region with no point strictly inside a constraint lies entirely on its border.
    limits.iter().all(|limit| region.iter().any(|point| point.inside(limit) > 0))
}

/// The part of a convex region inside a constraint.
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

/// The point on the border of a constraint between two points on opposite sides.
fn between(one: Point, inside: i128, other: Point, outside: i128) -> Point {
    // Weights chosen so that the distances cancel.
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
