//! Cache of what terrain hides between pairs of cells.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::CornerSight;
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::cover::CoverGrade;
use crate::grid::footprint::Footprint;
use crate::grid::incline::Incline;
use crate::grid::line::Obstacle;
use crate::grid::shape::Direction;

/// Capacity in cell pairs. A new pair overwrites the old one in its slot.
const SLOTS: usize = 1 << 15;
/// Bits used for the answer; the bits above hold the pair.
const ANSWER: u32 = 32;

/// Cache of the cover that terrain gives between pairs of cells. Clones of a board share the cache until one of them
/// changes. All entries can be recomputed, so results never depend on earlier queries.
#[derive(Clone, Default)]
pub struct SightCache(Arc<OnceLock<Pairs>>);

struct Pairs {
    stature: Stature,
    slots: Box<[AtomicU64]>,
}

/// Heights of both bodies: ignored, or both standing on the ground with the same height in feet.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Stature {
    Flat,
    Tall(i16),
}

/// Two cells whose line of sight can be cached.
#[derive(Copy, Clone)]
pub(super) struct Pair {
    stature: Stature,
    from: u16,
    to: u16,
}

impl fmt::Debug for SightCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SightCache")
    }
}

impl Eq for SightCache {}

impl PartialEq for SightCache {
    /// Always equal: the cache does not affect comparison.
    fn eq(&self, _: &SightCache) -> bool {
        true
    }
}

impl Pair {
    /// The cache key for two one-cell footprints; `None` unless the heights fit a [`Stature`].
    pub fn of(board: &Board, from: Footprint, to: Footprint, incline: Option<Incline>) -> Option<Pair> {
        let index = |space: Footprint| {
            let one = space.across() == 1 && board.contains(space.anchor);
            one.then(|| u16::try_from(board.index(space.anchor)).ok()).flatten()
        };
        let stature = match incline {
            None => Stature::Flat,
            Some(incline) => {
                let tall = incline.eyes - board.elevation(from.anchor);
                let ground = board.elevation(to.anchor);
                ((incline.bottom, incline.top) == (ground, ground + tall)).then_some(Stature::Tall(tall))?
            }
        };
        Some(Pair { stature, from: index(from)?, to: index(to)? })
    }

    fn key(self) -> u64 {
        u64::from(self.from) << 16 | u64::from(self.to)
    }

    fn slot(self) -> usize {
        (self.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % SLOTS
    }
}

impl SightCache {
    /// The cached answer, computed and stored if missing.
    pub(super) fn get_or_compute(
        &self,
        board: &Board,
        pair: Pair,
        compute: impl FnOnce() -> CornerSight,
    ) -> CornerSight {
        let pairs = self.0.get_or_init(|| Pairs {
            stature: pair.stature,
            slots: (0..SLOTS).map(|_| AtomicU64::new(u64::MAX)).collect(),
        });
        if pairs.stature != pair.stature {
            return compute();
        }
        let slot = &pairs.slots[pair.slot()];
        let kept = slot.load(Ordering::Relaxed);
        if kept >> ANSWER == pair.key() {
            return unpack(board, kept);
        }
        let sight = compute();
        if let Some(answer) = pack(board, &sight) {
            slot.store(pair.key() << ANSWER | answer, Ordering::Relaxed);
        }
        sight
    }
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
const WHOLE: u64 = 15;

/// Packs, from the lowest bit: grade, whether an obstacle exists, side of the cell, cell index.
fn pack(board: &Board, sight: &CornerSight) -> Option<u64> {
    let grade = GRADES.iter().position(|grade| *grade == sight.cover)? as u64;
    let (side, cell) = match sight.by {
        None => return Some(grade),
        Some(Obstacle::Cell(cell)) => (WHOLE, cell),
        Some(Obstacle::Barrier(cell, other)) => (u64::from(board.shape().direction_of_step(cell, other)?.0), cell),
    };
    let place = u16::try_from(board.index(cell)).ok().filter(|_| board.contains(cell))?;
    Some(grade | 1 << 3 | side << 4 | u64::from(place) << 8)
}

fn unpack(board: &Board, kept: u64) -> CornerSight {
    let (place, side) = ((kept >> 8 & 0xFFFF) as u16, kept >> 4 & 15);
    let cell = Cell::new((place % board.width()) as i16, (place / board.width()) as i16);
    let by = match side {
        _ if kept & 1 << 3 == 0 => None,
        WHOLE => Some(Obstacle::Cell(cell)),
        side => Some(Obstacle::Barrier(cell, board.shape().step(cell, Direction(side as u8)))),
    };
    CornerSight { cover: GRADES[(kept & 7) as usize % GRADES.len()], by, body: None }
}
