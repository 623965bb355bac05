//! Lines of sight: from centre to centre here, with rising ground; from corner to corner in [`corner`]; from the eyes of an
//! observer to points of a body in [`sampled`].

pub mod corner;
mod packed;
pub mod sampled;

use smallvec::SmallVec;

use crate::grid::shape::to_hex;
use crate::grid::{Board, Cell, CoverGrade, Crossing, Deep, Footprint, Passage, Shape, Trace, adjacent};

/// A straight line between the centres of two cells, with the cells and obstacles that it crosses.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct SightLine {
    /// Cells it passes through, in order, excluding both ends.
    pub cells: SmallVec<[Cell; 32]>,
    /// Pairs of cells it passes exactly between, in order. A body obstructs it here only if both cells are occupied.
    pub between: SmallVec<[(Cell, Cell); 8]>,
    /// First obstacle that blocks sight.
    pub opaque: Option<Obstacle>,
    /// Highest cover along the line: from barriers, from the terrain of `cells` and from the terrain of the far end.
    pub cover: CoverGrade,
    /// First obstacle that gives this cover.
    pub cover_by: Option<Obstacle>,
}

#[derive(Copy, Clone, Default)]
struct Hindrance {
    opaque: Option<Obstacle>,
    cover: CoverGrade,
    cover_by: Option<Obstacle>,
}

impl Hindrance {
    fn meet(&mut self, by: Obstacle, opaque: bool, cover: CoverGrade) {
        if opaque && self.opaque.is_none() {
            self.opaque = Some(by);
        }
        if cover > self.cover {
            (self.cover, self.cover_by) = (cover, Some(by));
        }
    }

    fn meet_barrier(&mut self, board: &Board, a: Cell, b: Cell) {
        if let Some(barrier) = board.barrier(a, b) {
            self.meet(Obstacle::Barrier(a, b), barrier.opaque, barrier.cover);
        }
    }

    fn meet_ground(&mut self, board: &Board, cell: Cell, near: bool) {
        let ground = board.terrain(cell);
        let cover = if near { CoverGrade::None } else { ground.cover };
        self.meet(Obstacle::Cell(cell), ground.opaque, cover);
    }

    fn also(&mut self, further: Self) {
        self.opaque = self.opaque.or(further.opaque);
        if further.cover > self.cover {
            (self.cover, self.cover_by) = (further.cover, further.cover_by);
        }
    }

    /// Combines two alternatives that the line slips between: only obstacles that both have count.
    fn lesser(self, other: Self) -> Self {
        let lower = if other.cover < self.cover { other } else { self };
        Self { opaque: self.opaque.and_then(|by| other.opaque.map(|_| by)), ..lower }
    }
}

/// Obstacles met in one crossing, without the entered cell. `near`: between neighbours only barriers give cover.
fn crossed(board: &Board, crossing: &Crossing, near: bool) -> Hindrance {
    let Crossing { from, to, passage } = *crossing;
    let straight = || {
        let mut met = Hindrance::default();
        met.meet_barrier(board, from, to);
        met
    };
    let by_way_of = |via| {
        let mut met = Hindrance::default();
        met.meet_barrier(board, from, via);
        met.meet_ground(board, via, near);
        met.meet_barrier(board, via, to);
        met
    };
    match passage {
        Passage::Edge if board.barriers().is_empty() => Hindrance::default(),
        Passage::Edge => straight(),
        Passage::Between(a, b) => by_way_of(a).lesser(by_way_of(b)),
        Passage::Past(touched) => straight().lesser(by_way_of(touched)),
    }
}

/// The line from the centre of `from` to the centre of `to`. A line exactly through a corner of squares, or along the
/// border of two hexagons, passes between two cells: only obstacles that both have count. Terrain of the near end never
/// counts; terrain of the far end gives cover but does not block sight; between neighbours only barriers give cover.
/// ```
/// use warboard::grid::{Board, Cell, CoverGrade, Obstacle, Shape, sight_line};
/// let mut board = Board::open(Shape::Square, 3, 2);
/// board.set_tile(Cell::new(1, 0), 4); // A low wall.
/// let line = sight_line(&board, Cell::new(0, 0), Cell::new(2, 0));
/// assert_eq!((line.opaque, line.cover), (None, CoverGrade::Half));
/// assert_eq!(line.cover_by, Some(Obstacle::Cell(Cell::new(1, 0))));
/// ```
pub fn sight_line(board: &Board, from: Cell, to: Cell) -> SightLine {
    let near = adjacent(board.shape(), from.into(), to.into());
    let mut line = SightLine::default();
    let mut met = Hindrance::default();
    for crossing in Trace::new(board.shape(), from, to) {
        met.also(crossed(board, &crossing, near));
        if let Passage::Between(a, b) = crossing.passage {
            line.between.push((a, b));
        }
        if crossing.to != to {
            met.meet_ground(board, crossing.to, near);
            line.cells.push(crossing.to);
        } else if !near {
            met.meet(Obstacle::Cell(to), false, board.terrain(to).cover);
        }
    }
    SightLine { opaque: met.opaque, cover: met.cover, cover_by: met.cover_by, ..line }
}

/// Whether nothing on the line blocks sight. Equals `sight_line(…).opaque.is_none()` but is faster. Symmetric.
pub fn is_clear(board: &Board, from: Cell, to: Cell) -> bool {
    // A line over hexagons can leave the block between its ends by one cell.
    let least = Cell::new(from.x.min(to.x) - 1, from.y.min(to.y));
    let most = Cell::new(from.x.max(to.x) + 1, from.y.max(to.y));
    if board.is_open_between(least, most) {
        return true;
    }
    Trace::new(board.shape(), from, to).all(|crossing| {
        let entered = crossing.to == to || !board.terrain(crossing.to).opaque;
        entered && crossed(board, &crossing, true).opaque.is_none()
    })
}

/// The best line between any cells of two footprints: unblocked, then least cover, then shortest, then in cell order.
/// ```
/// use warboard::grid::{Board, Cell, Footprint, Shape, best_line};
/// let mut board = Board::open(Shape::Square, 4, 2);
/// board.set_tile(Cell::new(1, 0), 1); // A wall.
/// let line = best_line(&board, Cell::new(0, 1).into(), Footprint::new(Cell::new(2, 0), 2));
/// assert!(line.opaque.is_none());
/// ```
pub fn best_line(board: &Board, from: Footprint, to: Footprint) -> SightLine {
    let shape = board.shape();
    if from.across() == 1 && to.across() == 1 {
        return sight_line(board, from.anchor, to.anchor);
    }
    let (starts, ends) = (from.cells(shape), to.cells(shape));
    let mut pairs: SmallVec<[(i64, Cell, Cell); 16]> =
        (starts.iter()).flat_map(|&start| ends.iter().map(move |&end| (span(shape, start, end), start, end))).collect();
    pairs.sort_by_key(|&(span, _, _)| span);
    let mut best: Option<SightLine> = None;
    for (_, start, end) in pairs {
        let line = sight_line(board, start, end);
        let rank = |line: &SightLine| (line.opaque.is_some(), line.cover);
        if best.as_ref().is_none_or(|found| rank(&line) < rank(found)) {
            let perfect = rank(&line) == (false, CoverGrade::None);
            best = Some(line);
            if perfect {
                break;
            }
        }
    }
    best.unwrap_or_default()
}

/// Squared length of a line, in units that differ between shapes.
fn span(shape: Shape, a: Cell, b: Cell) -> i64 {
    let (x, y) = match shape {
        Shape::Square => (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y)),
        Shape::Hex => {
            let way = to_hex(b) - to_hex(a);
            (i64::from(way.x), i64::from(way.y))
        }
    };
    x * x + y * y + if shape == Shape::Hex { x * y } else { 0 }
}

/// An obstacle on a line.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Obstacle {
    /// Terrain of a cell.
    Cell(Cell),
    /// The barrier between two cells.
    Barrier(Cell, Cell),
}

/// Heights, in the board's unit, of the lines of sight from the eyes of an observer to a target. `ends` are the footprints of both.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Incline {
    /// Height of the observer's eyes in the board's unit.
    pub eyes: i16,
    /// Height of the top of the target in the board's unit.
    pub top: i16,
    /// Height of the lowest point of the target in the board's unit.
    pub bottom: i16,
}

impl Incline {
    /// Heights of the lowest and highest line above a cell, as numbers of parts of the board's unit, and the parts in one unit.
    fn over(&self, shape: Shape, (from, to): (Footprint, Footprint), cell: Cell) -> (i64, i64, i64) {
        let (start, end) = (middle(shape, from), middle(shape, to));
        let at = (4 * i64::from(cell.x), 4 * i64::from(cell.y));
        let way = (end.0 - start.0, end.1 - start.1);
        let along = (at.0 - start.0) * way.0 + (at.1 - start.1) * way.1;
        let parts = (way.0 * way.0 + way.1 * way.1).max(1);
        let share = along.clamp(0, parts);
        let height = |far: i16| i64::from(self.eyes) * parts + (i64::from(far) - i64::from(self.eyes)) * share;
        (height(self.bottom), height(self.top), parts)
    }

    /// Cover that the ground of a cell gives by its height: `Total` if it hides the whole target, `Half` if the lower part.
    /// ```
    /// use warboard::grid::{Board, BoardPlan, Cell, CoverGrade, Incline, Shape};
    /// let flat = BoardPlan::open(Shape::Square, 3, 1);
    /// let board = Board::new(BoardPlan { elevation: vec![0, 10, 0], ..flat }).unwrap();
    /// let ends = (Cell::new(0, 0).into(), Cell::new(2, 0).into());
    /// let level = Incline { eyes: 5, top: 5, bottom: 0 };
    /// assert_eq!(level.hidden_by(&board, ends, Cell::new(1, 0)), CoverGrade::Total);
    /// let from_above = Incline { eyes: 25, top: 5, bottom: 0 };
    /// assert_eq!(from_above.hidden_by(&board, ends, Cell::new(1, 0)), CoverGrade::None);
    /// ```
    pub fn hidden_by(&self, board: &Board, ends: (Footprint, Footprint), cell: Cell) -> CoverGrade {
        // No line is lower than both of its ends.
        if board.elevation(cell) <= self.eyes.min(self.bottom) || board.terrain(cell).deep == Some(Deep::Water) {
            return CoverGrade::None;
        }
        let (low, high, parts) = self.over(board.shape(), ends, cell);
        match i64::from(board.elevation(cell)) * parts {
            ground if ground > high => CoverGrade::Total,
            ground if ground > low => CoverGrade::Half,
            _ => CoverGrade::None,
        }
    }

    /// Whether any of these lines passes through a body in a cell, between its lowest point and its top, in the board's unit.
    pub fn passes(&self, shape: Shape, ends: (Footprint, Footprint), cell: Cell, (feet, top): (i16, i16)) -> bool {
        let (low, high, parts) = self.over(shape, ends, cell);
        i64::from(top) * parts > low && i64::from(feet) * parts < high
    }
}

/// Centre of a footprint, in quarters of a cell.
fn middle(shape: Shape, space: Footprint) -> (i64, i64) {
    let cells = space.cells(shape);
    let count = cells.len().max(1) as i64;
    let sum = cells.iter().fold((0, 0), |sum, cell| (sum.0 + i64::from(cell.x), sum.1 + i64::from(cell.y)));
    (4 * sum.0 / count, 4 * sum.1 / count)
}
