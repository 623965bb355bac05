//! Cover from terrain between pairs of cells, through the cache of the board.

use super::CornerSight;
use crate::grid::board::Board;
use crate::grid::board::cover::CoverGrade;
use crate::grid::board::sight_cache::SightKey;
use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::footprint::Footprint;
use crate::grid::geometry::shape::Direction;
use crate::grid::sight::incline::Incline;
use crate::grid::sight::obstacle::Obstacle;

/// The cached cover of `to` seen from `from`, computed and stored if it is missing. Only pairs with a [`key`] are cached.
pub(super) fn get_or_compute(
    board: &Board,
    (from, to): (Footprint, Footprint),
    incline: Option<Incline>,
    compute: impl FnOnce() -> CornerSight,
) -> CornerSight {
    let Some(key) = key(board, from, to, incline) else { return compute() };
    if let Some(answer) = board.sight_cache().get(key) {
        return unpack(board, answer);
    }
    let sight = compute();
    if let Some(answer) = pack(board, &sight) {
        board.sight_cache().store(key, answer);
    }
    sight
}

/// The cache key for two one-cell footprints on the board; `None` unless heights are ignored or both bodies stand on the
/// ground and have the same height.
fn key(board: &Board, from: Footprint, to: Footprint, incline: Option<Incline>) -> Option<SightKey> {
    let index = |space: Footprint| {
        let one = space.across() == 1 && board.contains(space.anchor);
        one.then(|| u16::try_from(board.index(space.anchor)).ok()).flatten()
    };
    let body_feet = match incline {
        None => None,
        Some(incline) => {
            let tall = incline.eyes - board.elevation(from.anchor);
            let ground = board.elevation(to.anchor);
            ((incline.bottom, incline.top) == (ground, ground + tall)).then_some(Some(tall))?
        }
    };
    Some(SightKey { body_feet, from: index(from)?, to: index(to)? })
}

const GRADES: [CoverGrade; 6] = [
    CoverGrade::None,
    CoverGrade::Quarter,
    CoverGrade::Half,
    CoverGrade::ThreeQuarters,
    CoverGrade::NineTenths,
    CoverGrade::Total,
];
/// Marks an obstacle that is a whole cell, not one of its sides.
const WHOLE: u32 = 15;

/// Packs, from the lowest bit: grade, whether an obstacle exists, side of the cell, cell index.
fn pack(board: &Board, sight: &CornerSight) -> Option<u32> {
    let grade = GRADES.iter().position(|grade| *grade == sight.cover)? as u32;
    let (side, cell) = match sight.by {
        None => return Some(grade),
        Some(Obstacle::Cell(cell)) => (WHOLE, cell),
        Some(Obstacle::Barrier(cell, other)) => (u32::from(board.shape().direction_of_step(cell, other)?.0), cell),
    };
    let place = u16::try_from(board.index(cell)).ok().filter(|_| board.contains(cell))?;
    Some(grade | 1 << 3 | side << 4 | u32::from(place) << 8)
}

fn unpack(board: &Board, answer: u32) -> CornerSight {
    let (place, side) = ((answer >> 8) as u16, answer >> 4 & 15);
    let cell = Cell::new((place % board.width()) as i16, (place / board.width()) as i16);
    let by = match side {
        _ if answer & 1 << 3 == 0 => None,
        WHOLE => Some(Obstacle::Cell(cell)),
        side => Some(Obstacle::Barrier(cell, board.shape().step(cell, Direction(side as u8)))),
    };
    CornerSight { cover: GRADES[(answer & 7) as usize % GRADES.len()], by, body: None }
}
