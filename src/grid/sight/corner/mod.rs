//! Lines of sight from corner to corner, used by rule systems that count blocked corners. Corners have integer
//! coordinates on both board shapes (hexagons use skewed axes, which keep lines straight), so every test is exact. A
//! line is obstructed by whatever it passes through. Where it slips between two obstructions that touch it from both
//! sides, the weaker of the two counts: walls that meet at an edge or corner let nothing through.

pub(in crate::grid::sight) mod line;
pub(in crate::grid::sight) mod obstruction;

use smallvec::SmallVec;

use crate::grid::board::sight_cache::{SightBasis, SightKey};
use crate::grid::sight::packed::{pack_obstacle, pack_space, unpack_obstacle};
use crate::grid::{Board, Cell, CoverGrade, Footprint, Incline, Obstacle, Shape};
use line::{Corner, Line, Met, corners};
use obstruction::{Area, Obstruction, bodies_between, is_large, terrain_between};

/// Cover of a footprint seen from the best corner of another.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct CornerSight {
    /// The worse of two grades: the worst partial cover on any line, and the grade given by the share of blocked lines.
    /// `Total` if all lines are blocked.
    pub cover: CoverGrade,
    /// Terrain or barrier that gives the most cover on the most obstructed line.
    pub by: Option<Obstacle>,
    /// A cell of a body on one of the lines; `None` without such a body, or if all lines are blocked.
    pub body: Option<Cell>,
}

/// Cover of `to` from the best corner of `from`; `bodies` are the cells of other bodies. Terrain under `from` never counts,
/// terrain under `to` blocks no line, and ground above a line hides what is behind it; without an `incline`, heights are
/// ignored. Objects less than `least` cells across are ignored unless they hide everything (TA-202).
pub fn corner_sight(
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
    let mut obstructions = terrain_between(board, &area, incline, CoverGrade::None);
    if small {
        obstructions.retain(|obstruction| is_large(board, &area, obstruction.by, (incline, least)));
    }
    obstructions.extend(bodies);
    sight(board.shape(), &area, &obstructions)
}

fn ground_sight(board: &Board, area: &Area, incline: Option<Incline>) -> CornerSight {
    if incline.is_none() && area.is_open(board) {
        return CornerSight::default();
    }
    // Only pairs with a key are cached.
    let key = key(board, area.from, area.to, incline);
    let cached = key.and_then(|key| board.sight_cache.get(key));
    if let Some(answer) = cached.filter(|answer| ![REACHED, HIDDEN].contains(answer)) {
        return unpack(board, answer);
    }
    let sight = sight(board.shape(), area, &terrain_between(board, area, incline, CoverGrade::None));
    if let (Some(key), Some(answer)) = (key, pack(board, &sight)) {
        board.sight_cache.store(key, answer);
    }
    sight
}

fn sight(shape: Shape, area: &Area, obstructions: &[Obstruction]) -> CornerSight {
    if obstructions.is_empty() {
        return CornerSight::default();
    }
    let ends = corners(shape, area.to);
    let mut best: Option<((bool, usize), SmallVec<[Met; 6]>)> = None;
    for start in corners(shape, area.from) {
        let lines = ends.iter().map(|end| Line::between(shape, start, *end).meets(obstructions));
        let lines: SmallVec<[Met; 6]> = lines.collect();
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

/// Whether any line between corners of two footprints is unblocked. Without an `incline` it ignores heights and is symmetric.
pub fn is_reached(board: &Board, from: Footprint, to: Footprint, incline: Option<Incline>) -> bool {
    let (shape, area) = (board.shape(), Area::about(board.shape(), from, to));
    if incline.is_none() && area.is_open(board) {
        return true;
    }
    let key = key(board, from, to, incline);
    match key.and_then(|key| board.sight_cache.get(key)) {
        Some(REACHED) => return true,
        Some(HIDDEN) => return false,
        Some(answer) => return unpack(board, answer).cover < CoverGrade::Total,
        None => {}
    }
    // Only what blocks lines altogether matters.
    let walls = terrain_between(board, &area, incline, CoverGrade::Total);
    let is_clear =
        |(start, end): (Corner, Corner)| Line::between(shape, start, end).meets(&walls).cover < CoverGrade::Total;
    let ends = corners(shape, to);
    let mut lines = corners(shape, from).into_iter().flat_map(|start| ends.iter().map(move |end| (start, *end)));
    let reached = walls.is_empty() || lines.any(is_clear);
    if let Some(key) = key {
        board.sight_cache.store(key, if reached { REACHED } else { HIDDEN });
    }
    reached
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

/// The cache key of two one-cell footprints, if heights are ignored or equally tall bodies stand on the ground.
fn key(board: &Board, from: Footprint, to: Footprint, incline: Option<Incline>) -> Option<SightKey> {
    let body_feet = incline.map(|incline| incline.eyes - board.elevation(from.anchor));
    if let (Some(incline), Some(tall)) = (incline, body_feet) {
        let ground = board.elevation(to.anchor);
        ((incline.bottom, incline.top) == (ground, ground + tall)).then_some(())?;
    }
    Some(SightKey { basis: SightBasis::Corners(body_feet), ends: (pack_space(board, from)?, pack_space(board, to)?) })
}

const GRADES: [CoverGrade; 6] = [
    CoverGrade::None,
    CoverGrade::Quarter,
    CoverGrade::Half,
    CoverGrade::ThreeQuarters,
    CoverGrade::NineTenths,
    CoverGrade::Total,
];
const GRADE_BITS: u32 = 3;
/// Answers in a cache without a grade: some line is unblocked, or none is.
const REACHED: u32 = 6;
const HIDDEN: u32 = 7;

/// Packs, from the lowest bit: grade and obstacle.
fn pack(board: &Board, sight: &CornerSight) -> Option<u32> {
    Some(sight.cover as u32 | pack_obstacle(board, sight.by)? << GRADE_BITS)
}

fn unpack(board: &Board, answer: u32) -> CornerSight {
    let grade = answer & ((1 << GRADE_BITS) - 1);
    let by = unpack_obstacle(board, answer >> GRADE_BITS);
    CornerSight { cover: GRADES[grade as usize % GRADES.len()], by, body: None }
}
