//! What ground hides between two cells, remembered for a board.

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

/// Pairs of cells that are remembered at once; a later pair takes the place of an earlier one.
const SLOTS: usize = 1 << 15;
/// Bits of what is remembered of a pair; the pair itself lies above them.
const ANSWER: u32 = 32;

/// What the ground of a board hides between pairs of its cells. Copies of a board share it until one of them changes. It
/// holds nothing that could not be worked out anew, so no answer depends on who asked before.
#[derive(Clone, Default)]
pub struct Memo(Arc<OnceLock<Pairs>>);

struct Pairs {
    stature: Stature,
    slots: Box<[AtomicU64]>,
}

/// How high those stand between whom lines run: on the ground and so many feet tall, or where height does not matter.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(super) enum Stature {
    Flat,
    Tall(i16),
}

/// Two cells between which lines can be remembered.
#[derive(Copy, Clone)]
pub(super) struct Pair {
    stature: Stature,
    from: u16,
    to: u16,
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

impl Eq for Memo {}

impl PartialEq for Memo {
    /// What is remembered makes no difference.
    fn eq(&self, _: &Memo) -> bool {
        true
    }
}

impl Pair {
    /// The pair of two spaces of one cell each between bodies that stand on the ground.
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

impl Memo {
    /// What the ground hides, remembered or worked out.
    pub(super) fn recall(&self, board: &Board, pair: Pair, work_out: impl FnOnce() -> CornerSight) -> CornerSight {
        let pairs = self.0.get_or_init(|| Pairs {
            stature: pair.stature,
            slots: (0..SLOTS).map(|_| AtomicU64::new(u64::MAX)).collect(),
        });
        if pairs.stature != pair.stature {
            return work_out();
        }
        let slot = &pairs.slots[pair.slot()];
        let kept = slot.load(Ordering::Relaxed);
        if kept >> ANSWER == pair.key() {
            return unpack(board, kept);
        }
        let sight = work_out();
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
/// No side of a cell: the cell itself.
const WHOLE: u64 = 15;

/// Grade, whether anything gives it, side of the cell and cell, from the lowest bits up.
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
