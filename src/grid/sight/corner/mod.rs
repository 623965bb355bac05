//! Lines of sight from corner to corner, used by rule systems that count blocked corners.
//!
//! Corners have integer coordinates on both board shapes (hexagons use skewed axes, which keep lines straight), so
//! every test is exact. A line is obstructed by whatever it passes through. Where it slips between two obstructions
//! that touch it from both sides, the weaker of the two counts: walls that meet at an edge or corner let nothing
//! through.

mod cached;
mod extent;
mod line;
mod obstruction;
mod outline;

use smallvec::SmallVec;

use crate::grid::board::Board;
use crate::grid::board::cover::CoverGrade;
use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::footprint::Footprint;
use crate::grid::geometry::shape::Shape;
use crate::grid::sight::incline::Incline;
use crate::grid::sight::obstacle::Obstacle;
use line::{Line, Met};
use obstruction::{Area, Obstruction, bodies_between, terrain_between};
use outline::corners;

/// Cover of a footprint seen from the best corner of another.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct CornerSight {
    /// The worse of two grades: the worst partial cover on any line, and the grade given by the share of blocked lines.
    /// `Total` if all lines are blocked.
    pub cover: CoverGrade,
    /// Terrain or barrier that gives the most cover on the most obstructed line.
    pub by: Option<Obstacle>,
    /// A cell of a body on one of the lines; `None` if all lines are blocked.
    pub body: Option<Cell>,
}

/// Results of the lines from one corner to the corners of a footprint.
type Lines = SmallVec<[Met; 6]>;

/// Cover of `to` seen from the best corner of `from`. Lines run to all corners of `to`; `bodies` are cells occupied by
/// other bodies. Terrain under `from` never counts; terrain under `to` gives cover but blocks no line.
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
    corner_sight_over(board, from, to, bodies, (None, 1))
}

/// Cover of `to` seen from the best corner of `from` at the given body heights. Ground above a line hides what is
/// behind it. Objects less than `least` cells across are ignored unless they hide everything (TA-202).
#[must_use]
pub fn corner_sight_over(
    board: &Board,
    from: Footprint,
    to: Footprint,
    bodies: &[Cell],
    (incline, least): (Option<Incline>, u8),
) -> CornerSight {
    let area = Area::about(board.shape(), from, to);
    let (ground, bodies) = (ground_sight(board, &area, incline), bodies_between(board, &area, bodies));
    let small = least > 1 && ground.cover > CoverGrade::None;
    // Bodies block no line, so they cannot matter where nothing is visible.
    if (bodies.is_empty() && !small) || ground.cover == CoverGrade::Total {
        return ground;
    }
    let mut obstructions = terrain_between(board, &area, incline);
    if small {
        obstructions.retain(|obstruction| extent::is_large(board, &area, obstruction.by, (incline, least)));
    }
    obstructions.extend(bodies);
    sight(board.shape(), &area, &obstructions)
}

/// Cover from terrain and barriers alone.
fn ground_sight(board: &Board, area: &Area, incline: Option<Incline>) -> CornerSight {
    if incline.is_none() && area.is_open(board) {
        return CornerSight::default();
    }
    let compute = || sight(board.shape(), area, &terrain_between(board, area, incline));
    cached::get_or_compute(board, (area.from, area.to), incline, compute)
}

/// Cover from the given obstructions.
fn sight(shape: Shape, area: &Area, obstructions: &[Obstruction]) -> CornerSight {
    if obstructions.is_empty() {
        return CornerSight::default();
    }
    let ends = corners(shape, area.to);
    let mut best: Option<((bool, usize), Lines)> = None;
    for start in corners(shape, area.from) {
        let lines: Lines = ends.iter().map(|end| Line::between(shape, start, *end).meets(obstructions)).collect();
        let hidden = lines.iter().filter(|met| met.cover > CoverGrade::None || met.body.is_some()).count();
        let rank = (lines.iter().all(|met| met.cover == CoverGrade::Total), hidden);
        if best.as_ref().is_none_or(|(found, _)| rank < *found) {
            best = Some((rank, lines));
            if hidden == 0 {
                break;
            }
        }
    }
    best.map_or_else(CornerSight::default, |(_, lines)| summed(&lines))
}

/// Whether any line between corners of the two footprints is unblocked. Symmetric.
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
    is_reached_over(board, from, to, None)
}

/// Whether any part of `to` can be seen from `from` at the given body heights.
#[must_use]
pub fn is_reached_over(board: &Board, from: Footprint, to: Footprint, incline: Option<Incline>) -> bool {
    let area = Area::about(board.shape(), from, to);
    ground_sight(board, &area, incline).cover < CoverGrade::Total
}

fn summed(lines: &[Met]) -> CornerSight {
    let stopped = lines.iter().filter(|met| met.cover == CoverGrade::Total).count();
    let least = lines.iter().map(|met| met.cover).filter(|cover| *cover < CoverGrade::Total).max().unwrap_or_default();
    let hidden = |at: &usize| (lines[*at].cover, lines[*at].body.is_some(), std::cmp::Reverse(*at));
    let worst = (0..lines.len()).max_by_key(hidden).unwrap_or(0);
    CornerSight {
        cover: share(stopped, lines.len()).max(least),
        by: lines[worst].cover_by,
        body: lines.iter().find_map(|met| met.body),
    }
}

/// Cover grade for `stopped` blocked lines out of `lines`.
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
