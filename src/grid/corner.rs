//! Lines between the corners of two spaces, and what stands on them.
//!
//! Corners have whole coordinates on both shapes of board (hexagons in slanted axes, which keep lines straight), so every
//! question is a comparison of whole numbers. A line is hindered by what it passes through, and where it slips between
//! two things that touch it on both sides by the lesser of them: walls that meet at an edge or at a corner let nothing
//! pass.

use smallvec::SmallVec;

use super::board::Board;
use super::cell::Cell;
use super::cover::CoverGrade;
use super::footprint::Footprint;
use super::incline::Incline;
use super::line::{Obstacle, SightLine};
use super::shape::{Shape, to_hex};

/// What hides a space from the best corner of another.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct CornerSight {
    /// The worse of what single lines meet and of how many of them are stopped; `Total` if all are.
    pub cover: CoverGrade,
    /// A cell of a body on one of the lines.
    pub body: Option<Cell>,
    /// The line that is hidden most.
    pub line: SightLine,
}

/// A point or a direction on the board.
type Point = (i64, i64);

/// A corner of a space.
#[derive(Copy, Clone)]
struct Corner {
    at: Point,
    /// The middle of the cell it belongs to.
    middle: Point,
}

/// What something on a line does to it; a later one does more.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Veil {
    Body(Cell),
    Ground(CoverGrade),
}

/// Something that hinders lines: a cell, or an edge.
struct Thing {
    outline: SmallVec<[Point; 6]>,
    veil: Veil,
    by: Obstacle,
    /// Part of the space that is looked at: lines may pass along it.
    own: bool,
}

/// What a line meets.
#[derive(Clone, Default)]
struct Met {
    cover: CoverGrade,
    cover_by: Option<Obstacle>,
    body: Option<Cell>,
}

/// Whether two things touch a line on the same side.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Flank {
    Left,
    Right,
}

/// What hides `to` from the corner of `from` that sees it best, with bodies on these cells: lines go to all corners of
/// `to`. The ground of `from` never counts, that of `to` gives cover but stops no line.
///
/// ```
/// use warboard::grid::{Board, Cell, CoverGrade, corner_sight};
/// let board = Board::square_from_text("
///     a # x
///     . . .
/// ");
/// let half = corner_sight(&board, Cell::new(0, 0).into(), Cell::new(2, 0).into(), &[]);
/// assert_eq!(half.cover, CoverGrade::Half);
/// ```
#[must_use]
pub fn corner_sight(board: &Board, from: Footprint, to: Footprint, bodies: &[Cell]) -> CornerSight {
    corner_sight_over(board, from, to, bodies, None)
}

/// The same between bodies at these heights: ground that rises above the lines hides what is beyond it.
#[must_use]
pub fn corner_sight_over(
    board: &Board,
    from: Footprint,
    to: Footprint,
    bodies: &[Cell],
    incline: Option<Incline>,
) -> CornerSight {
    let things = things(board, from, to, bodies, incline);
    let (starts, ends) = (corners(board.shape(), from), corners(board.shape(), to));
    let mut best: Option<((bool, usize), Vec<Met>, Corner)> = None;
    for start in starts {
        let lines: Vec<Met> = ends.iter().map(|end| met(&things, start, *end)).collect();
        let hidden = lines.iter().filter(|met| met.cover > CoverGrade::None || met.body.is_some()).count();
        let rank = (lines.iter().all(|met| met.cover == CoverGrade::Total), hidden);
        if best.as_ref().is_none_or(|(found, ..)| rank < *found) {
            best = Some((rank, lines, start));
            if hidden == 0 {
                break;
            }
        }
    }
    best.map_or_else(CornerSight::default, |(_, lines, start)| summed(board, (from, to), &lines, (start, &ends)))
}

/// Whether some line from a corner of one space to a corner of another is not stopped; the same both ways.
///
/// ```
/// use warboard::grid::{Board, Cell, is_reached};
/// let board = Board::square_from_text("
///     a # x
///     # # .
/// ");
/// assert!(!is_reached(&board, Cell::new(0, 0).into(), Cell::new(2, 0).into()));
/// ```
#[must_use]
pub fn is_reached(board: &Board, from: Footprint, to: Footprint) -> bool {
    let mut things = things(board, from, to, &[], None);
    things.retain(|thing| thing.veil == Veil::Ground(CoverGrade::Total));
    if things.is_empty() {
        return true;
    }
    let ends = corners(board.shape(), to);
    let open = |start: &Corner| ends.iter().any(|end| met(&things, *start, *end).cover < CoverGrade::Total);
    corners(board.shape(), from).iter().any(open)
}

fn summed(
    board: &Board,
    (from, to): (Footprint, Footprint),
    lines: &[Met],
    (start, ends): (Corner, &[Corner]),
) -> CornerSight {
    let stopped = lines.iter().filter(|met| met.cover == CoverGrade::Total).count();
    let least = lines.iter().map(|met| met.cover).filter(|cover| *cover < CoverGrade::Total).max().unwrap_or_default();
    let cover = share(stopped, lines.len()).max(least);
    let body = lines.iter().find_map(|met| met.body);
    let hidden = |at: &usize| (lines[*at].cover, lines[*at].body.is_some(), std::cmp::Reverse(*at));
    let worst = (0..lines.len()).max_by_key(hidden).unwrap_or(0);
    let (met, end) = (&lines[worst], ends[worst]);
    let opaque = met.cover_by.filter(|_| met.cover == CoverGrade::Total);
    let cells = passed(board.shape(), from, to, (start.at, end.at));
    let line = SightLine { cells, opaque, cover, cover_by: met.cover_by, ..SightLine::default() };
    CornerSight { cover, body, line }
}

/// How much is hidden when so many of all lines are stopped.
fn share(stopped: usize, lines: usize) -> CoverGrade {
    match 4 * stopped {
        0 => CoverGrade::None,
        quarters if quarters <= lines => CoverGrade::Quarter,
        quarters if quarters <= 2 * lines => CoverGrade::Half,
        quarters if quarters <= 3 * lines => CoverGrade::ThreeQuarters,
        _ if stopped < lines => CoverGrade::NineTenths,
        _ => CoverGrade::Total,
    }
}

/// The outline of a cell, counter-clockwise as its axes turn.
fn outline(shape: Shape, cell: Cell) -> SmallVec<[Point; 6]> {
    let (x, y) = centre(shape, cell);
    let around: &[Point] = match shape {
        Shape::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
        Shape::Hex => &[(2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2)],
    };
    around.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The middle of a cell: squares are two units wide, hexagons three from one to the next.
fn centre(shape: Shape, cell: Cell) -> Point {
    match shape {
        Shape::Square => (2 * i64::from(cell.x), 2 * i64::from(cell.y)),
        Shape::Hex => {
            let hex = to_hex(cell);
            (3 * i64::from(hex.x), 3 * i64::from(hex.y))
        }
    }
}

/// The corners of a space: those that belong to one of its cells alone.
fn corners(shape: Shape, space: Footprint) -> SmallVec<[Corner; 6]> {
    let cells = space.cells(shape);
    let all: SmallVec<[Corner; 6]> = (cells.iter())
        .flat_map(|cell| {
            let middle = centre(shape, *cell);
            outline(shape, *cell).into_iter().map(move |at| Corner { at, middle })
        })
        .collect();
    all.iter().filter(|corner| all.iter().filter(|other| other.at == corner.at).count() == 1).copied().collect()
}

/// The cells about two spaces and all that lies between them.
fn about(shape: Shape, from: Footprint, to: Footprint) -> impl Iterator<Item = Cell> {
    let cells: SmallVec<[Cell; 8]> = from.cells(shape).into_iter().chain(to.cells(shape)).collect();
    let span = |part: fn(&Cell) -> i16| {
        let (least, most) = (cells.iter().map(part).min(), cells.iter().map(part).max());
        least.unwrap_or(0).saturating_sub(1)..=most.unwrap_or(0).saturating_add(1)
    };
    let (columns, rows) = (span(|cell| cell.x), span(|cell| cell.y));
    rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

/// The strip that holds every line between two spaces: what lies beside it meets none of them.
struct Strip {
    start: Point,
    along: Point,
    /// How far from its middle line something may lie and still reach into it, as a cross product.
    wide: i64,
}

impl Strip {
    fn between(shape: Shape, from: Footprint, to: Footprint) -> Strip {
        let (starts, ends) = (corners(shape, from), corners(shape, to));
        let (start, end) =
            (starts.first().map_or((0, 0), |corner| corner.at), ends.first().map_or((0, 0), |corner| corner.at));
        let along = away(start, end);
        let apart = |corner: &Corner| cross(along, away(start, corner.at)).abs();
        let inside = starts.iter().chain(&ends).map(apart).max().unwrap_or(0);
        // No point of a cell is further than this from its middle on either axis.
        let cell = match shape {
            Shape::Square => 1,
            Shape::Hex => 2,
        };
        Strip { start, along, wide: inside + cell * (along.0.abs() + along.1.abs()) }
    }

    fn meets(&self, middle: Point) -> bool {
        cross(self.along, away(self.start, middle)).abs() <= self.wide
    }
}

/// All that may hinder a line between two spaces.
fn things(board: &Board, from: Footprint, to: Footprint, bodies: &[Cell], incline: Option<Incline>) -> Vec<Thing> {
    let (shape, strip) = (board.shape(), Strip::between(board.shape(), from, to));
    let mut things = Vec::new();
    for cell in about(shape, from, to).filter(|cell| strip.meets(centre(shape, *cell))) {
        let own = to.contains(shape, cell);
        let by = nearest(board, cell);
        let ground = board.terrain(by);
        let cover = match own {
            true => ground.cover.min(CoverGrade::NineTenths),
            false if ground.opaque => CoverGrade::Total,
            false => ground.cover,
        };
        let rises = incline.filter(|_| !own);
        let cover = cover.max(rises.map_or(CoverGrade::None, |incline| incline.hidden_by(board, (from, to), by)));
        let by = Obstacle::Cell(by);
        if !from.contains(shape, cell) {
            let mut add = |veil| things.push(Thing { outline: outline(shape, cell), veil, by, own });
            if cover > CoverGrade::None {
                add(Veil::Ground(cover));
            }
            if bodies.contains(&cell) && !own {
                add(Veil::Body(cell));
            }
        }
        if !board.barriers().is_empty() {
            things.extend(edges(board, cell));
        }
    }
    things
}

/// The cell of the board nearest to one that may lie off it: what stands at the rim goes on beyond, so that no line slips
/// round it.
fn nearest(board: &Board, cell: Cell) -> Cell {
    let within = |at: i16, most: u16| at.clamp(0, i16::try_from(most).unwrap_or(i16::MAX).saturating_sub(1));
    Cell::new(within(cell.x, board.width()), within(cell.y, board.height()))
}

/// The barriers between a cell and those that come after it.
fn edges(board: &Board, cell: Cell) -> impl Iterator<Item = Thing> {
    let shape = board.shape();
    shape.neighbours(cell).filter(move |other| cell < *other).filter_map(move |other| {
        let barrier = board.barrier(cell, other)?;
        let cover = if barrier.opaque { CoverGrade::Total } else { barrier.cover };
        let far = outline(shape, other);
        let outline = outline(shape, cell).into_iter().filter(|point| far.contains(point)).collect();
        let thing = Thing { outline, veil: Veil::Ground(cover), by: Obstacle::Barrier(cell, other), own: false };
        (cover > CoverGrade::None).then_some(thing)
    })
}

/// The cells between two spaces that a line passes through.
fn passed(shape: Shape, from: Footprint, to: Footprint, (start, end): (Point, Point)) -> SmallVec<[Cell; 32]> {
    let between = |cell: &Cell| !from.contains(shape, *cell) && !to.contains(shape, *cell);
    about(shape, from, to).filter(between).filter(|cell| crosses(&outline(shape, *cell), start, end)).collect()
}

/// What the line between two corners meets.
fn met(things: &[Thing], from: Corner, to: Corner) -> Met {
    let mut met = Met::default();
    let mut touched: SmallVec<[(Point, Flank, &Thing); 8]> = SmallVec::new();
    for thing in things {
        if crosses(&thing.outline, from.at, to.at) {
            met.meet(thing);
        } else if !thing.own {
            touched.extend(touches(thing, from, to).map(|(at, flank)| (at, flank, thing)));
        }
    }
    for (at, flank, one) in &touched {
        for (other_at, other_flank, other) in &touched {
            if (*flank, *other_flank) == (Flank::Left, Flank::Right) && at == other_at {
                met.meet(if other.veil < one.veil { other } else { one });
            }
        }
    }
    met
}

impl Met {
    fn meet(&mut self, thing: &Thing) {
        match thing.veil {
            Veil::Ground(cover) if cover > self.cover => (self.cover, self.cover_by) = (cover, Some(thing.by)),
            Veil::Body(cell) if self.body.is_none() => self.body = Some(cell),
            _ => {}
        }
    }
}

/// Where a thing touches a line, and on which side.
fn touches(thing: &Thing, from: Corner, to: Corner) -> impl Iterator<Item = (Point, Flank)> {
    let count = thing.outline.len() as i64;
    let sum = thing.outline.iter().fold((0, 0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    thing.outline.iter().filter_map(move |&at| {
        let (along, apart) = (away(from.at, to.at), away(from.at, at));
        if cross(along, apart) != 0 || dot(apart, away(to.at, at)) > 0 {
            return None;
        }
        let back = away(at, if at == from.at { from.middle } else { from.at });
        let on = away(at, if at == to.at { to.middle } else { to.at });
        let thither = (sum.0 - count * at.0, sum.1 - count * at.1);
        Some((at, flank(back, on, thither)?))
    })
}

/// On which side of a way that comes from `back` and goes on to `on` a direction lies.
fn flank(back: Point, on: Point, thither: Point) -> Option<Flank> {
    let (turn, after, before) = (cross(on, back), cross(on, thither), cross(thither, back));
    let left = match turn.signum() {
        1 => after > 0 && before > 0,
        -1 => after > 0 || before > 0,
        _ if dot(on, back) > 0 => return None,
        _ => after > 0,
    };
    let runs = |ray: Point| cross(ray, thither) == 0 && dot(ray, thither) > 0;
    (!runs(back) && !runs(on)).then_some(if left { Flank::Left } else { Flank::Right })
}

/// Whether a line passes through the inside of an outline, or across an edge, and not only along or past it.
fn crosses(outline: &[Point], start: Point, end: Point) -> bool {
    if let [a, b] = *outline {
        let apart = |p: Point, q: Point, one: Point, other: Point| {
            cross(away(p, q), away(p, one)).signum() * cross(away(p, q), away(p, other)).signum() < 0
        };
        return apart(start, end, a, b) && apart(a, b, start, end);
    }
    // Shares of the line: it is inside from the latest entry to the first exit.
    let (mut enter, mut leave) = ((0, 1), (1, 1));
    for (at, &corner) in outline.iter().enumerate() {
        let edge = away(corner, outline[(at + 1) % outline.len()]);
        let (first, last) = (cross(edge, away(corner, start)), cross(edge, away(corner, end)));
        match (first > 0, last > 0) {
            (false, false) => return false,
            (false, true) if is_sooner(enter, (-first, last - first)) => enter = (-first, last - first),
            (true, false) if is_sooner((first, first - last), leave) => leave = (first, first - last),
            _ => {}
        }
    }
    is_sooner(enter, leave)
}

/// Whether one share is smaller than another.
fn is_sooner(one: Point, other: Point) -> bool {
    i128::from(one.0) * i128::from(other.1) < i128::from(other.0) * i128::from(one.1)
}

fn away(from: Point, to: Point) -> Point {
    (to.0 - from.0, to.1 - from.1)
}

fn cross(a: Point, b: Point) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

fn dot(a: Point, b: Point) -> i64 {
    a.0 * b.0 + a.1 * b.1
}
