//! Exact traversal of the cells on a line between centres; a line and its reverse visit the same cells.

use std::cmp::Ordering;

use crate::grid::shape::{from_hex, to_hex};
use crate::grid::{Cell, Shape};
use hexx::Hex;

/// One step of a line from a cell into the next.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Crossing {
    /// The cell it leaves.
    pub from: Cell,
    /// The cell it enters.
    pub to: Cell,
    /// How it gets there.
    pub passage: Passage,
}

/// How a line gets from one cell into the next.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Passage {
    /// Across the shared edge.
    Edge,
    /// Exactly between two cells, entering neither: through a corner of squares, or along the border of two hexagons.
    Between(Cell, Cell),
    /// Through the end of the shared edge, touching this third hexagon.
    Past(Cell),
}

/// Iterator over the crossings of a straight line between the centres of two cells, in order.
/// ```
/// use warboard::grid::{Cell, Passage, Shape, Trace};
/// let knight: Vec<Cell> = Trace::new(Shape::Square, Cell::new(0, 0), Cell::new(2, 1)).map(|step| step.to).collect();
/// assert_eq!(knight, [Cell::new(1, 0), Cell::new(1, 1), Cell::new(2, 1)]);
/// let north = Trace::new(Shape::Hex, Cell::new(2, 2), Cell::new(2, 0)).next().map(|step| step.passage);
/// assert_eq!(north, Some(Passage::Between(Cell::new(2, 1), Cell::new(1, 1))));
/// ```
#[derive(Clone, Debug)]
pub struct Trace(Course);

#[derive(Clone, Debug)]
enum Course {
    Square(SquareCourse),
    Hex(HexCourse),
}

impl Trace {
    /// The line from the centre of `from` to the centre of `to`. Empty if both are the same cell.
    pub fn new(shape: Shape, from: Cell, to: Cell) -> Self {
        Self(match shape {
            Shape::Square => Course::Square(SquareCourse::new(from, to)),
            Shape::Hex => Course::Hex(HexCourse::new(from, to)),
        })
    }
}

impl Iterator for Trace {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        match &mut self.0 {
            Course::Square(course) => course.next(),
            Course::Hex(course) => course.next(),
        }
    }
}

#[derive(Clone, Debug)]
struct SquareCourse {
    here: Cell,
    end: Cell,
    /// Column and row change per step: -1, 0 or 1.
    step: (i16, i16),
    /// Half-cells to the next vertical and horizontal edge, each multiplied by the length along the other axis.
    ahead: (i64, i64),
    /// Added to `ahead` for each cell crossed.
    cell: (i64, i64),
}

impl SquareCourse {
    fn new(from: Cell, to: Cell) -> Self {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let (columns, rows) = (dx.abs(), dy.abs());
        Self {
            here: from,
            end: to,
            step: (dx.signum() as i16, dy.signum() as i16),
            ahead: (rows, columns),
            cell: (2 * rows, 2 * columns),
        }
    }

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        if self.here == self.end {
            return None;
        }
        let from = self.here;
        let (across, along) = (from.shifted(self.step.0, 0), from.shifted(0, self.step.1));
        let order = self.ahead.0.cmp(&self.ahead.1);
        if order != Ordering::Greater {
            self.ahead.0 += self.cell.0;
            self.here.x = across.x;
        }
        if order != Ordering::Less {
            self.ahead.1 += self.cell.1;
            self.here.y = along.y;
        }
        let passage = if order == Ordering::Equal { Passage::Between(across, along) } else { Passage::Edge };
        Some(Crossing { from, to: self.here, passage })
    }
}

/// State of a line over hexagons. A position is measured by the differences x - y, y - z and z - x of its cube
/// coordinates. Inside a cell none of them differs from the centre's by more than 1; they sum to 0.
#[derive(Clone, Debug)]
struct HexCourse {
    here: Hex,
    end: Hex,
    /// The three differences over the whole line.
    length: [i64; 3],
    /// The three differences from the start to the centre of the current cell.
    gone: [i64; 3],
}

/// Neighbours across the edge where each difference grows by 1; it shrinks towards the opposite neighbour.
const GROWING: [Hex; 3] = [Hex::new(1, -1), Hex::new(0, 1), Hex::new(-1, 0)];

fn measures(hex: Hex) -> [i64; 3] {
    let (x, y, z) = (i64::from(hex.x), i64::from(hex.y), -i64::from(hex.x) - i64::from(hex.y));
    [x - y, y - z, z - x]
}

impl HexCourse {
    fn new(from: Cell, to: Cell) -> Self {
        let (here, end) = (to_hex(from), to_hex(to));
        let length = measures(end - here);
        Self { here, end, length, gone: [0; 3] }
    }

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        if self.here == self.end {
            return None;
        }
        let from = self.here;
        let (first, second) = self.exits()?;
        let (to, passage) = match second {
            None => (self.beyond(first), Passage::Edge),
            Some(second) => self.through_corner(first, second),
        };
        self.here = to;
        let step = measures(to - from);
        self.gone = [0, 1, 2].map(|k| self.gone[k] + step[k]);
        Some(Crossing { from: from_hex(from), to: from_hex(to), passage })
    }

    /// The edge through which the line leaves the current cell, and a second one if it leaves through a corner.
    fn exits(&self) -> Option<(usize, Option<usize>)> {
        let mut found: Option<(usize, Option<usize>)> = None;
        for edge in (0..3).filter(|&k| self.length[k] != 0) {
            let order = found.map_or(Ordering::Less, |(best, _)| self.sooner(edge, best));
            found = match (order, found) {
                (Ordering::Equal, Some((best, _))) => Some((best, Some(edge))),
                (Ordering::Less, _) => Some((edge, None)),
                _ => found,
            };
        }
        found
    }

    /// Compares when the line meets edges `a` and `b` of the current cell.
    fn sooner(&self, a: usize, b: usize) -> Ordering {
        let way = |k: usize| self.gone[k] * self.length[k].signum() + 1;
        (way(a) * self.length[b].abs()).cmp(&(way(b) * self.length[a].abs()))
    }

    fn beyond(&self, edge: usize) -> Hex {
        self.here + GROWING[edge] * self.length[edge].signum() as i32
    }

    /// Two edges meet where one difference is 1 greater and another 1 smaller. The third tells on which side the line
    /// continues, or that it runs along the border of the two cells beyond.
    fn through_corner(&self, a: usize, b: usize) -> (Hex, Passage) {
        let (more, less) = if self.length[a] > 0 { (a, b) } else { (b, a) };
        let (p, q) = (self.beyond(more), self.beyond(less));
        match self.length[3 - a - b].signum() {
            1 => (q, Passage::Past(from_hex(p))),
            -1 => (p, Passage::Past(from_hex(q))),
            _ => (p + q - self.here, Passage::Between(from_hex(p), from_hex(q))),
        }
    }
}
