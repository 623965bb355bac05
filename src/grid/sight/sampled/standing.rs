//! Obstacles with heights, and where a line crosses them.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{SampledBody, SampledLines};
use crate::grid::board::terrain::Shelter;
use crate::grid::sight::corner::line::{Point, away, cross, outline};
use crate::grid::sight::corner::obstruction::{Area, nearest, shared_edge};
use crate::grid::{Board, Cell, Deep, Footprint, Obstacle, Shape, adjacent};

/// Shape of an obstacle seen from above.
#[derive(Clone)]
pub(super) enum Form {
    /// A whole cell, by its corners.
    Cell(SmallVec<[Point; 6]>),
    /// A cell edge, by its ends.
    Edge(Point, Point),
}

/// An obstacle between two heights.
#[derive(Clone)]
pub(super) struct Standing {
    pub form: Form,
    pub bottom: i32,
    pub top: i32,
    pub opaque: bool,
    /// The terrain or barrier that it is.
    pub by: Option<Obstacle>,
    /// The anchor of the body that it is.
    pub body: Option<Cell>,
}

pub(super) type AllStanding = SmallVec<[Standing; 16]>;

/// A part of a line from 0, its start, to 1, its end: numerator and positive denominator.
type Share = (i64, i64);

/// Where a line passes an obstacle seen from above.
pub(super) struct Crossing {
    /// Whether the line, moved a little to the left and to the right, passes through it.
    pub sides: [bool; 2],
    enters: Share,
    leaves: Share,
}

impl Crossing {
    /// Whether a line that rises from one height to another passes an obstacle below its top and above its bottom.
    pub fn meets(&self, (start, end): (i32, i32), (bottom, top): (i32, i32)) -> bool {
        let (start, rise) = (i64::from(start), i64::from(end) - i64::from(start));
        // Compares the height at a part of the line with another height.
        let against = |(share, of): Share, height: i32| {
            (i128::from(start * of + rise * share)).cmp(&(i128::from(height) * i128::from(of)))
        };
        let ends = [self.enters, self.leaves];
        ends.iter().any(|share| against(*share, top) == Ordering::Less)
            && ends.iter().any(|share| against(*share, bottom) == Ordering::Greater)
    }
}

fn compare(a: Share, b: Share) -> Ordering {
    (i128::from(a.0) * i128::from(b.1)).cmp(&(i128::from(b.0) * i128::from(a.1)))
}

impl Form {
    /// Where a line passes it; `None` if it does not touch it.
    pub fn crossing(&self, eye: Point, point: Point) -> Option<Crossing> {
        match self {
            Form::Cell(corners) => cell_crossing(corners, eye, point),
            Form::Edge(start, end) => {
                let along = away(eye, point);
                let sides = sides([*start, *end].map(|corner| cross(along, away(eye, corner))))?;
                let edge = away(*start, *end);
                let (share, of) = (cross(away(eye, *start), edge), cross(along, edge));
                let at = if of < 0 { (-share, -of) } else { (share, of) };
                (at.0 > 0 && at.0 < at.1).then_some(Crossing { sides, enters: at, leaves: at })
            }
        }
    }
}

/// Whether something reaches to the left and to the right of a line, by the signed distances of its corners; `None` if it lies
/// beside the line, or along it.
fn sides(apart: impl IntoIterator<Item = i64>) -> Option<[bool; 2]> {
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    apart.into_iter().for_each(|one| (least, most) = (least.min(one), most.max(one)));
    let sides = [most > 0 && least <= 0, least < 0 && most >= 0];
    (sides != [false; 2]).then_some(sides)
}

fn cell_crossing(corners: &[Point], eye: Point, point: Point) -> Option<Crossing> {
    let along = away(eye, point);
    let sides = sides(corners.iter().map(|corner| cross(along, away(eye, *corner))))?;
    let (mut enters, mut leaves): (Share, Share) = ((0, 1), (1, 1));
    for (corner, next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let edge = away(*corner, *next);
        // The line is inside this edge where `inside + share * turn` is not negative.
        let (turn, inside) = (cross(edge, along), cross(edge, away(*corner, eye)));
        let share = if turn < 0 { (inside, -turn) } else { (-inside, turn) };
        match turn.signum() {
            1 if compare(share, enters) == Ordering::Greater => enters = share,
            -1 if compare(share, leaves) == Ordering::Less => leaves = share,
            0 if inside < 0 => return None,
            _ => {}
        }
    }
    let apart = compare(enters, leaves) == Ordering::Greater || enters.0 >= enters.1 || leaves.0 <= 0;
    (!apart).then_some(Crossing { sides, enters, leaves })
}

/// Terrain and barriers that can protect the target.
pub(super) fn terrain_between(board: &Board, area: &Area, lines: &SampledLines) -> AllStanding {
    let mut found = AllStanding::new();
    if !lines.uneven && area.is_open(board) {
        return found;
    }
    area.for_each_between(board.shape(), |cell| {
        ground(board, lines, cell, &mut found);
        if !board.barriers().is_empty() {
            edges(board, lines, cell, &mut found);
        }
    });
    found
}

fn ground(board: &Board, lines: &SampledLines, cell: Cell, found: &mut AllStanding) {
    let (shape, by) = (board.shape(), nearest(board, cell));
    if lines.from.contains(shape, cell) {
        return;
    }
    let (terrain, own) = (board.terrain(by), lines.to.contains(shape, cell));
    let base = if lines.uneven { 100 * i32::from(board.elevation(by)) } else { 0 };
    let is_beside = adjacent(shape, cell.into(), lines.from);
    let mut add = |top: i32, opaque: bool| {
        if lines.counts(is_beside, top, opaque) {
            let (form, by) = (Form::Cell(outline(shape, cell)), Some(Obstacle::Cell(by)));
            found.push(Standing { form, bottom: i32::MIN, top, opaque, by, body: None });
        }
    };
    if lines.uneven && !own && terrain.deep != Some(Deep::Water) {
        add(base, true);
    }
    if let Some(shelter) = terrain.shelter() {
        add(lines.top(base, shelter), shelter.opaque && !own);
    }
}

/// Barriers between a cell and its later neighbours. Those at the rim of the board extend outward.
fn edges(board: &Board, lines: &SampledLines, cell: Cell, found: &mut AllStanding) {
    let shape = board.shape();
    for other in shape.neighbours(cell).filter(|other| cell < *other) {
        let (near, beyond) = (nearest(board, cell), nearest(board, other));
        let Some(shelter) = board.barrier(near, beyond).and_then(|barrier| barrier.shelter()) else { continue };
        let within = |space: Footprint| space.contains(shape, cell) && space.contains(shape, other);
        let Some((start, end)) = shared_edge(shape, cell, other) else { continue };
        let is_near = |cell: Cell| lines.from.contains(shape, cell) || adjacent(shape, cell.into(), lines.from);
        let higher = board.elevation(near).max(board.elevation(beyond));
        let top = lines.top(if lines.uneven { 100 * i32::from(higher) } else { 0 }, shelter);
        if !within(lines.from)
            && !within(lines.to)
            && lines.counts(is_near(cell) && is_near(other), top, shelter.opaque)
        {
            let by = Some(Obstacle::Barrier(near, beyond));
            let (form, opaque) = (Form::Edge(start, end), shelter.opaque);
            found.push(Standing { form, bottom: i32::MIN, top, opaque, by, body: None });
        }
    }
}

/// Bodies that can protect the target.
pub(super) fn bodies_between(shape: Shape, lines: &SampledLines, bodies: &[SampledBody]) -> AllStanding {
    let mut found = AllStanding::new();
    let is_beside = |space: Footprint| space.overlaps(shape, lines.from) || adjacent(shape, space, lines.from);
    for body in bodies.iter().filter(|body| lines.counts(is_beside(body.space), body.top, false)) {
        let cells = body.space.cells(shape).into_iter();
        let apart = cells.filter(|cell| !lines.from.contains(shape, *cell) && !lines.to.contains(shape, *cell));
        found.extend(apart.map(|cell| Standing {
            form: Form::Cell(outline(shape, cell)),
            bottom: body.bottom,
            top: body.top,
            opaque: false,
            by: None,
            body: Some(body.space.anchor),
        }));
    }
    found
}

impl SampledLines {
    fn top(&self, base: i32, shelter: Shelter) -> i32 {
        shelter.tall.map_or(i32::MAX, |tall| base.saturating_add(i32::from(tall) * i32::from(self.cell)))
    }

    /// Whether an obstacle can meet any of the lines: it is not below all of them, and not beside an observer that looks over it
    /// or through it.
    fn counts(&self, is_beside: bool, top: i32, opaque: bool) -> bool {
        let lowest = self.levels.into_iter().fold(self.eyes, i32::min);
        top > lowest && !(is_beside && (!opaque || top <= self.eyes))
    }
}
