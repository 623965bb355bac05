//! Obstructions between two footprints: terrain, barriers and bodies, and how large they are.

use std::collections::BTreeSet;
use std::ops::Range;

use smallvec::SmallVec;

use super::line::{Corner, Point, away, centre, corners, cross, outline};
use crate::grid::{Barrier, Board, Cell, CoverGrade, Footprint, Incline, Obstacle, Shape};

/// How an obstruction affects a line; later variants are stronger.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
pub(super) enum Blocks {
    Body(Cell),
    Ground(CoverGrade),
}

/// Shape of an obstruction seen from above.
#[derive(Copy, Clone)]
pub(super) enum Form {
    /// A whole cell, by its centre.
    Cell(Point),
    /// A cell edge, by its two corners.
    Edge(Point, Point),
}

#[derive(Copy, Clone)]
pub(super) struct Obstruction {
    pub form: Form,
    pub blocks: Blocks,
    pub by: Obstacle,
    /// Whether it belongs to the target footprint, so that lines may pass along it.
    pub own: bool,
    /// Whether it is a barrier on the side where the two footprints touch; no line slips past its ends.
    pub separates: bool,
}

pub(super) type Obstructions = SmallVec<[Obstruction; 8]>;

/// Terrain and barriers between two footprints that give at least this cover.
pub(super) fn terrain_between(board: &Board, area: &Area, incline: Option<Incline>, least: CoverGrade) -> Obstructions {
    let mut obstructions = Obstructions::new();
    if incline.is_none() && area.is_open(board) {
        return obstructions;
    }
    area.for_each_between(board.shape(), |cell| {
        if let Some(ground) = ground(board, area, cell, (incline, least)) {
            obstructions.push(ground);
        }
        if !board.barriers().is_empty() {
            let blocks = |edge: &Obstruction| edge.blocks >= Blocks::Ground(least);
            obstructions.extend(edges(board, area, cell).filter(blocks));
        }
    });
    obstructions
}

pub(super) fn bodies_between(board: &Board, area: &Area, bodies: &[Cell]) -> Obstructions {
    let shape = board.shape();
    let between = |cell: &Cell| !area.from.contains(shape, *cell) && !area.to.contains(shape, *cell);
    let near = bodies.iter().copied().filter(|cell| area.contains(*cell) && between(cell));
    let mut bodies: SmallVec<[Cell; 8]> = near.collect();
    if bodies.is_empty() {
        return Obstructions::new();
    }
    bodies.sort_unstable_by_key(|cell| (cell.y, cell.x));
    bodies.dedup();
    let strip = Strip::between(shape, area.from, area.to);
    let on_way = bodies.into_iter().filter(|cell| strip.meets(centre(shape, *cell)));
    let body = |cell: Cell| {
        let (form, by) = (Form::Cell(centre(shape, cell)), Obstacle::Cell(nearest(board, cell)));
        Obstruction { form, blocks: Blocks::Body(cell), by, own: false, separates: false }
    };
    on_way.map(body).collect()
}

fn ground(
    board: &Board,
    area: &Area,
    cell: Cell,
    (incline, least): (Option<Incline>, CoverGrade),
) -> Option<Obstruction> {
    let (shape, by, from, to) = (board.shape(), nearest(board, cell), area.from, area.to);
    let ground = board.terrain(by);
    let hidden = incline.map_or(CoverGrade::None, |incline| incline.hidden_by(board, (from, to), by));
    let cover = if ground.opaque { CoverGrade::Total } else { ground.cover.max(hidden) };
    let enough = |cover: CoverGrade| cover > CoverGrade::None && cover >= least;
    if !enough(cover) || from.contains(shape, cell) {
        return None;
    }
    let own = to.contains(shape, cell);
    let cover = if own { ground.cover.min(CoverGrade::NineTenths) } else { cover };
    enough(cover).then(|| {
        let (form, blocks, by) = (Form::Cell(centre(shape, cell)), Blocks::Ground(cover), Obstacle::Cell(by));
        Obstruction { form, blocks, by, own, separates: false }
    })
}

/// The board cell nearest to a cell. Terrain at the rim extends outward so that no line slips around it.
pub(in crate::grid::sight) fn nearest(board: &Board, cell: Cell) -> Cell {
    let within = |at: i16, most: u16| at.clamp(0, i16::try_from(most).unwrap_or(i16::MAX).saturating_sub(1));
    Cell::new(within(cell.x, board.width()), within(cell.y, board.height()))
}

/// Barriers between a cell and its later neighbours. Walls that end at the rim of the board extend outward.
fn edges(board: &Board, area: &Area, cell: Cell) -> impl Iterator<Item = Obstruction> {
    let shape = board.shape();
    shape.neighbours(cell).filter(move |other| cell < *other).filter_map(move |other| {
        let (near, beyond) = (nearest(board, cell), nearest(board, other));
        let cover = hides(board.barrier(near, beyond)?);
        let (start, end) = shared_edge(shape, cell, other)?;
        let form = Form::Edge(start, end);
        let (blocks, by) = (Blocks::Ground(cover), Obstacle::Barrier(near, beyond));
        let separates = area.parts(board, (cell, other), cover);
        (cover > CoverGrade::None).then_some(Obstruction { form, blocks, by, own: false, separates })
    })
}

/// The end points of the edge between two neighbouring cells.
pub(in crate::grid::sight) fn shared_edge(shape: Shape, cell: Cell, other: Cell) -> Option<(Point, Point)> {
    let far = outline(shape, other);
    let mut shared = outline(shape, cell).into_iter().filter(|point| far.contains(point));
    Some((shared.next()?, shared.next()?))
}

fn hides(barrier: &Barrier) -> CoverGrade {
    if barrier.opaque { CoverGrade::Total } else { barrier.cover }
}

/// Bounding block of two footprints with a margin of one cell.
pub(in crate::grid::sight) struct Area {
    pub from: Footprint,
    pub to: Footprint,
    least: Cell,
    most: Cell,
}

impl Area {
    pub fn about(shape: Shape, from: Footprint, to: Footprint) -> Area {
        let (mut least, mut most) = (from.anchor, from.anchor);
        for cell in from.cells(shape).iter().chain(&to.cells(shape)) {
            least = Cell::new(least.x.min(cell.x), least.y.min(cell.y));
            most = Cell::new(most.x.max(cell.x), most.y.max(cell.y));
        }
        Area { from, to, least: least.shifted(-1, -1), most: most.shifted(1, 1) }
    }

    /// Visits the cells that lines between the footprints can touch, row by row. Some may be off the board.
    pub fn for_each_between(&self, shape: Shape, mut visit: impl FnMut(Cell)) {
        let strip = Strip::between(shape, self.from, self.to);
        for y in self.least.y..=self.most.y {
            strip.columns(shape, y, (self.least.x, self.most.x)).for_each(|x| visit(Cell::new(x, y)));
        }
    }

    /// Whether an edge lies on the side where the two footprints touch. Squares: on the outline of either. Hexagons:
    /// between the two, if no other edge between them gives less cover.
    fn parts(&self, board: &Board, (a, b): (Cell, Cell), cover: CoverGrade) -> bool {
        let (shape, ends) = (board.shape(), [(self.from, self.to), (self.to, self.from)]);
        match shape {
            Shape::Square => {
                let ways = [(a, b), (b, a)];
                ends.into_iter().any(|(one, other)| ways.into_iter().any(|way| is_on_side(one, other, way)))
            }
            Shape::Hex => {
                let less = |(a, b)| board.barrier(a, b).is_none_or(|barrier| hides(barrier) < cover);
                let touches = |one: Footprint, other: Footprint| one.contains(shape, a) && other.contains(shape, b);
                ends.into_iter().any(|(one, other)| touches(one, other)) && !self.touching(shape).any(less)
            }
        }
    }

    fn touching(&self, shape: Shape) -> impl Iterator<Item = (Cell, Cell)> {
        let to = self.to;
        let within = move |cell: &Cell| to.contains(shape, *cell);
        let pairs = move |cell: Cell| shape.neighbours(cell).filter(within).map(move |other| (cell, other));
        self.from.cells(shape).into_iter().flat_map(pairs)
    }

    /// Whether nothing in the block obstructs lines.
    pub fn is_open(&self, board: &Board) -> bool {
        board.is_open_between(self.least, self.most)
    }

    fn contains(&self, cell: Cell) -> bool {
        (self.least.x..=self.most.x).contains(&cell.x) && (self.least.y..=self.most.y).contains(&cell.y)
    }
}

/// Whether a step out of one square footprint, anywhere along that side, enters the other.
fn is_on_side(one: Footprint, other: Footprint, (a, b): (Cell, Cell)) -> bool {
    let shape = Shape::Square;
    let out_of_one = one.contains(shape, a) && !one.contains(shape, b);
    let step = shape.direction_of_step(a, b).filter(|_| out_of_one);
    let meets = |cell: Cell| step.is_some_and(|step| other.contains(shape, shape.step(cell, step)));
    let level = |cell: &Cell| if a.y == b.y { cell.x == a.x } else { cell.y == a.y };
    one.cells(shape).into_iter().filter(level).any(meets)
}

/// A strip containing every line between two footprints; obstructions outside it can be ignored.
struct Strip {
    start: Point,
    along: Point,
    /// Largest distance from the centre line at which something still reaches into the strip, as a cross product.
    wide: i64,
}

impl Strip {
    fn between(shape: Shape, from: Footprint, to: Footprint) -> Strip {
        let (starts, ends) = (corners(shape, from), corners(shape, to));
        let first = |corners: &[Corner]| corners.first().map_or((0, 0), |corner| corner.at);
        let (start, end) = (first(&starts), first(&ends));
        let along = away(start, end);
        let inside = starts.iter().chain(&ends).map(|corner| cross(along, away(start, corner.at)).abs()).max();
        // No point of a cell is further than this from its centre on either axis.
        let cell = if shape == Shape::Square { 1 } else { 2 };
        Strip { start, along, wide: inside.unwrap_or(0) + cell * (along.0.abs() + along.1.abs()) }
    }

    /// The columns of a row, from `least` to `most` inclusive, whose cells lie in the strip.
    fn columns(&self, shape: Shape, row: i16, (least, most): (i16, i16)) -> Range<i16> {
        let apart = |x: i16| cross(self.along, away(self.start, centre(shape, Cell::new(x, row))));
        let (first, step) = (apart(least), apart(least.saturating_add(1)) - apart(least));
        if step == 0 {
            return if first.abs() <= self.wide { least..most.saturating_add(1) } else { 0..0 };
        }
        // Solves |first + n * step| <= wide for n.
        let (one, other) = (-self.wide - first, self.wide - first);
        let (low, high) = if step > 0 { (one, other) } else { (-other, -one) };
        let low = low.div_euclid(step.abs()) + i64::from(low.rem_euclid(step.abs()) > 0);
        let (low, high) = (low.max(0), high.div_euclid(step.abs()).min(i64::from(most) - i64::from(least)));
        if low > high { 0..0 } else { least + low as i16..least + high as i16 + 1 }
    }

    fn meets(&self, middle: Point) -> bool {
        cross(self.along, away(self.start, middle)).abs() <= self.wide
    }
}

/// Whether an obstacle is at least `least` cells across in some direction, or ground that obstructs by its height.
pub(super) fn is_large(board: &Board, area: &Area, by: Obstacle, (incline, least): (Option<Incline>, u8)) -> bool {
    match by {
        Obstacle::Cell(cell) => {
            let ends = (area.from, area.to);
            incline.is_some_and(|incline| incline.hidden_by(board, ends, cell) > CoverGrade::None)
                || ground_spans(board, cell, least)
        }
        Obstacle::Barrier(a, b) => barriers_span(board, (a, b), least),
    }
}

/// Whether the connected area of a cell's terrain kind is at least `least` cells wide or high.
fn ground_spans(board: &Board, cell: Cell, least: u8) -> bool {
    let (mut known, mut open) = (BTreeSet::from([cell]), vec![cell]);
    let (mut low, mut high) = (cell, cell);
    let spans = |low: Cell, high: Cell| (high.x - low.x).max(high.y - low.y) >= i16::from(least) - 1;
    while let Some(one) = open.pop() {
        (low, high) = (Cell::new(low.x.min(one.x), low.y.min(one.y)), Cell::new(high.x.max(one.x), high.y.max(one.y)));
        if spans(low, high) {
            return true;
        }
        let alike = |other: &Cell| board.contains(*other) && board.tile(*other) == board.tile(cell);
        open.extend(board.shape().neighbours(one).filter(alike).filter(|other| known.insert(*other)));
    }
    false
}

/// Whether barriers of the same kind placed end to end measure at least `least` edges together.
fn barriers_span(board: &Board, edge: (Cell, Cell), least: u8) -> bool {
    let shape = board.shape();
    let ends = |(a, b): (Cell, Cell)| -> SmallVec<[_; 2]> {
        let far = outline(shape, b);
        outline(shape, a).into_iter().filter(|point| far.contains(point)).collect()
    };
    let Some(kind) = board.barrier(edge.0, edge.1).map(|barrier| &barrier.name) else { return false };
    let (mut known, mut open) = (BTreeSet::from([edge]), vec![edge]);
    while let Some(one) = open.pop() {
        if known.len() >= usize::from(least) {
            return true;
        }
        let near = ends(one);
        let joins = |other: &(Cell, Cell)| ends(*other).iter().any(|point| near.contains(point));
        let alike = board.barriers().iter().filter(|(_, barrier)| barrier.name == *kind).map(|(edge, _)| *edge);
        open.extend(alike.filter(joins).filter(|other| known.insert(*other)));
    }
    known.len() >= usize::from(least)
}
