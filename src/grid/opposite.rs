//! Opposite sides of a footprint, for flanking rules based on opposite edges.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use smallvec::SmallVec;

use crate::grid::{Footprint, Shape};

/// Least angle between opposite sides of a hexagon, in tenths of a degree: only neighbours straight across.
const ACROSS_HEX: u16 = 1500;

impl Shape {
    /// Whether some line from the inside of `a` to the inside of `b` crosses two opposite edges of `middle`. For neighbours
    /// of a single square: whether both are straight across, or one at an edge and the other at a far corner. On hexagons:
    /// whether they are at least 150 degrees apart.
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let at = |x, y| Footprint::from(Cell::new(x, y));
    /// let flanks = |a, b| Shape::Square.crosses_opposite_edges(at(1, 1), a, b);
    /// assert!(flanks(at(0, 1), at(2, 1)));
    /// assert!(flanks(at(0, 1), at(2, 0)));
    /// assert!(!flanks(at(1, 0), at(2, 1)));
    /// ```
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
    let bodies = [middle, a, b].map(Bounds::of);
    let either_way = |[middle, a, b]: [Bounds; 3]| crosses(middle, a, b) || crosses(middle, b, a);
    either_way(bodies) || either_way(bodies.map(Bounds::turned))
}

#[derive(Copy, Clone)]
struct Bounds {
    left: i128,
    right: i128,
    top: i128,
    bottom: i128,
}

impl Bounds {
    fn of(footprint: Footprint) -> Bounds {
        let (x, y, across) = (footprint.anchor.x.into(), footprint.anchor.y.into(), i128::from(footprint.across()));
        Bounds { left: x, right: x + across, top: y, bottom: y + across }
    }

    fn turned(self) -> Bounds {
        Bounds { left: self.top, right: self.bottom, top: self.left, bottom: self.right }
    }
}

/// A constraint on a line by its heights at the edges of the middle: `limit[0] * left + limit[1] * right < limit[2]`.
type Limit = [i128; 3];

/// Whether a line can start in `a`, cross the left and right edges of `middle` and end in `b`.
fn crosses(middle: Bounds, a: Bounds, b: Bounds) -> bool {
    let (before, after) = ([a.left, a.right.min(middle.left)], [b.left.max(middle.right), b.right]);
    if before[0] >= before[1] || after[0] >= after[1] {
        return false;
    }
    let width = middle.right - middle.left;
    // The line passes above this row (smaller number) at this column.
    let below = |column: i128, row: i128| [width - (column - middle.left), column - middle.left, width * row];
    let above = |column: i128, row: i128| below(column, row).map(|factor| -factor);
    let edges = [[1, 0, middle.bottom], [-1, 0, -middle.top], [0, 1, middle.bottom], [0, -1, -middle.top]];
    // A line intersects an open box if it is below the top at one end and above the bottom at the other.
    (0..16).any(|ends: usize| {
        let end = |bit: usize| ends >> bit & 1;
        let start = [below(before[end(0)], a.bottom), above(before[end(1)], a.top)];
        let goal = [below(after[end(2)], b.bottom), above(after[end(3)], b.top)];
        is_satisfiable(edges.into_iter().chain(start).chain(goal).collect())
    })
}

/// Whether some line satisfies all constraints. Each height is eliminated in turn by adding up every two constraints
/// that limit it in opposite directions (Fourier-Motzkin), until only numbers are left.
fn is_satisfiable(mut limits: SmallVec<[Limit; 8]>) -> bool {
    for height in [0, 1] {
        let mut left: SmallVec<[Limit; 8]> = limits.iter().filter(|limit| limit[height] == 0).copied().collect();
        for upper in limits.iter().filter(|limit| limit[height] > 0) {
            let lower = limits.iter().filter(|limit| limit[height] < 0);
            left.extend(lower.map(|low| [0, 1, 2].map(|at| low[at] * upper[height] - upper[at] * low[height])));
        }
        limits = left;
    }
    limits.iter().all(|limit| limit[2] > 0)
}
