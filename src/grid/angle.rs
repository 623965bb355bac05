//! Exact angles between the centres of footprints, in halves of a square or axial thirds of a hexagon, without floats.

use std::cmp::Ordering;

use crate::grid::shape::to_hex;
use crate::grid::{Cell, Direction, Footprint, Shape};

/// A point, or the way between two, in halves of a square or axial thirds of a hexagon.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(in crate::grid) struct Span(pub i64, pub i64);

impl Span {
    const ZERO: Self = Self(0, 0);

    /// The way between the centres of two footprints.
    pub fn between(shape: Shape, from: Footprint, to: Footprint) -> Self {
        let (a, b) = (Self::of_centre(shape, from), Self::of_centre(shape, to));
        Self(b.0 - a.0, b.1 - a.1)
    }

    /// Centre of a footprint, in halves (squares) or axial thirds (hexagons) of a cell.
    pub fn of_centre(shape: Shape, footprint: Footprint) -> Self {
        let across = footprint.across();
        match shape {
            Shape::Square => {
                let half = i64::from(across) - 1;
                Self(2 * i64::from(footprint.anchor.x) + half, 2 * i64::from(footprint.anchor.y) + half)
            }
            Shape::Hex => {
                let anchor = to_hex(footprint.anchor);
                let third = i64::from(across.is_multiple_of(2));
                Self(3 * i64::from(anchor.x) + third, 3 * i64::from(anchor.y) + third)
            }
        }
    }

    /// The area spanned with another way, in squared units: 0 if they are parallel.
    pub fn cross(self, other: Self) -> i64 {
        self.0 * other.1 - self.1 * other.0
    }

    fn of_step(shape: Shape, dir: Direction) -> Self {
        let origin = Cell::default();
        Self::between(shape, origin.into(), shape.step(origin, dir).into())
    }

    /// Inner product; doubled on hexagons to stay an integer.
    pub fn dot(self, shape: Shape, other: Self) -> i64 {
        match shape {
            Shape::Square => self.0 * other.0 + self.1 * other.1,
            Shape::Hex => 2 * (self.0 * other.0 + self.1 * other.1) + self.0 * other.1 + self.1 * other.0,
        }
    }
}

impl Shape {
    /// The direction closest to the line from the centre of `from` to that of `to`; `None` if the centres coincide.
    /// Ties, only possible on hexagons, resolve clockwise: due north becomes north-east, due south south-west.
    /// ```
    /// use warboard::grid::{Cell, Direction, Shape};
    /// let towards = |shape: Shape, x, y| shape.direction_towards(Cell::new(4, 4).into(), Cell::new(x, y).into());
    /// assert_eq!(towards(Shape::Square, 9, 5), Some(Direction(2)));
    /// assert_eq!(towards(Shape::Hex, 4, 0), Some(Direction(0)));
    /// assert_eq!(towards(Shape::Hex, 4, 4), None);
    /// ```
    pub fn direction_towards(self, from: Footprint, to: Footprint) -> Option<Direction> {
        let span = Span::between(self, from, to);
        let nearness = |dir: Direction| {
            let step = Span::of_step(self, dir);
            let along = i128::from(span.dot(self, step));
            // Signed square of the cosine; the squared length of every step divides 72.
            along * along.abs() * (72 / i128::from(step.dot(self, step)))
        };
        let nearest = self.directions().map(nearness).max()?;
        let is_nearest = |dir: &Direction| nearness(*dir) == nearest;
        let before = |dir: &Direction| Direction((dir.0 + self.sides() - 1) % self.sides());
        let clockwise = self.directions().find(|dir| is_nearest(dir) && is_nearest(&before(dir)));
        let single = || self.directions().find(is_nearest);
        (span != Span::ZERO).then(|| clockwise.or_else(single)).flatten()
    }

    /// Whether the angle between `a` and `b`, seen from the centre of `at`, is at least `tenths_of_degree` tenths of a
    /// degree (1125 is 112.5 degrees). False if a centre coincides with that of `at`. Exact for thresholds that are
    /// multiples of 30 or 45 degrees; equality counts. No angle between cells can equal any other threshold; those use
    /// squared cosines with 60 bits of precision.
    /// ```
    /// use warboard::grid::{Cell, Footprint, Shape};
    /// let at = |x, y| Footprint::from(Cell::new(x, y));
    /// assert!(Shape::Square.separation_at_least(at(1, 1), at(0, 0), at(2, 1), 1350));
    /// assert!(!Shape::Square.separation_at_least(at(1, 1), at(0, 0), at(2, 1), 1351));
    /// ```
    pub fn separation_at_least(self, at: Footprint, a: Footprint, b: Footprint, tenths_of_degree: u16) -> bool {
        let (to_a, to_b) = (Span::between(self, at, a), Span::between(self, at, b));
        if to_a == Span::ZERO || to_b == Span::ZERO || tenths_of_degree > 1800 {
            return false;
        }
        angle_against(self, to_a, to_b, tenths_of_degree) != Ordering::Less
    }

    /// Whether the centre of `to`, seen from the centre of `from`, deviates from `dir` by at most `tenths_of_degree`
    /// tenths of a degree. False if the centres coincide.
    /// ```
    /// use warboard::grid::{Cell, Direction, Shape};
    /// let ahead = |x, y| Shape::Square.lies_within(Cell::new(2, 2).into(), Direction(0), Cell::new(x, y).into(), 450);
    /// assert!(ahead(3, 1));
    /// assert!(!ahead(3, 2));
    /// ```
    pub fn lies_within(self, from: Footprint, dir: Direction, to: Footprint, tenths_of_degree: u16) -> bool {
        let span = Span::between(self, from, to);
        let tenths = tenths_of_degree.min(1800);
        span != Span::ZERO && angle_against(self, span, Span::of_step(self, dir), tenths) != Ordering::Greater
    }
}

/// Compares an angle with 0 to 1800 tenths of a degree by signed squared cosines; larger ones mean smaller angles.
fn angle_against(shape: Shape, a: Span, b: Span, tenths: u16) -> Ordering {
    let dot = i128::from(a.dot(shape, b));
    let lengths = i128::from(a.dot(shape, a)) * i128::from(b.dot(shape, b));
    let threshold =
        if tenths <= 900 { SQUARED_COSINE[usize::from(tenths)] } else { -SQUARED_COSINE[usize::from(1800 - tenths)] };
    lengths.saturating_mul(threshold).cmp(&(dot * dot.abs()).saturating_mul(ONE))
}

/// The number 1 in the fixed-point format of [`SQUARED_COSINE`].
const ONE: i128 = 1 << 60;
/// Pi in the fixed-point format of [`SQUARED_COSINE`].
const PI: i128 = 3_622_009_729_038_561_421;

/// Squared cosines for every tenth of a degree from 0 to 90 degrees.
static SQUARED_COSINE: [i128; 901] = squared_cosines();

const fn squared_cosines() -> [i128; 901] {
    let mut table = [0; 901];
    let mut tenths = 0;
    while tenths <= 900 {
        table[tenths] = squared_cosine(tenths);
        tenths += 1;
    }
    table
}

/// The only rational squared cosines are exact; integer vectors cannot meet any other exactly.
const fn squared_cosine(tenths: usize) -> i128 {
    match tenths {
        0 => ONE,
        300 => ONE / 4 * 3,
        450 => ONE / 2,
        600 => ONE / 4,
        900 => 0,
        _ => i128::midpoint(ONE, cosine(PI * tenths as i128 / 900)),
    }
}

/// Cosine of an angle from 0 to pi, by power series.
const fn cosine(angle: i128) -> i128 {
    let square = angle * angle / ONE;
    let (mut sum, mut term, mut power) = (ONE, ONE, 0);
    while power < 40 {
        term = -term * square / ONE / ((power + 1) * (power + 2));
        sum += term;
        power += 2;
    }
    sum
}
