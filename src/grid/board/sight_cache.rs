//! What makes sight fast: a cache of the cover between pairs of cells, and counts of cells that can obstruct a line.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::grid::{Board, Cell, CoverGrade};

/// Capacity in cell pairs. A new pair overwrites the old one in its slot.
const SLOTS: usize = 1 << 15;
/// Bits used for the answer; the bits above hold the pair.
const ANSWER: u32 = 32;

/// Cache of one packed answer for each pair of cells, shared by clones of a board until one of them changes.
#[derive(Clone, Default)]
pub struct SightCache(Arc<OnceLock<Pairs>>);

/// The answers of one kind, that of the first query.
struct Pairs {
    basis: SightBasis,
    slots: Box<[AtomicU64]>,
}

/// The inputs of the answers of a cache, apart from the cells.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum SightBasis {
    /// Lines between corners. The height in the board's unit of both bodies, which stand on the ground; `None` where heights are
    /// ignored.
    Corners(Option<i16>),
    /// Lines to sampled points.
    Sampled(SampledHeights),
}

/// Heights in hundredths of the board's unit above the ground on which observer and target stand, and the number of points sampled.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SampledHeights {
    /// The number of points along each side of a square space.
    pub points: u8,
    /// The eyes of the observer.
    pub eyes: i32,
    /// The points of the target.
    pub levels: [i32; 2],
    /// Whether the heights of the ground count.
    pub uneven: bool,
}

/// Two cells, by their indices on the board.
#[derive(Copy, Clone)]
pub struct SightKey {
    /// The other inputs of the answer.
    pub basis: SightBasis,
    /// Indices of the cells of observer and target.
    pub ends: (u16, u16),
}

impl SightKey {
    fn pair(self) -> u64 {
        u64::from(self.ends.0) << 16 | u64::from(self.ends.1)
    }
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

impl SightCache {
    /// The cached answer.
    pub fn get(&self, key: SightKey) -> Option<u32> {
        let kept = self.slot(key)?.load(Ordering::Relaxed);
        (kept >> ANSWER == key.pair()).then_some(kept as u32)
    }

    /// Stores an answer, unless the cache holds those of another kind.
    pub fn store(&self, key: SightKey, answer: u32) {
        if let Some(slot) = self.slot(key) {
            slot.store(key.pair() << ANSWER | u64::from(answer), Ordering::Relaxed);
        }
    }

    /// The slot of a pair; `None` if the cache holds answers of another kind.
    fn slot(&self, key: SightKey) -> Option<&AtomicU64> {
        let pairs = self
            .0
            .get_or_init(|| Pairs { basis: key.basis, slots: (0..SLOTS).map(|_| AtomicU64::new(u64::MAX)).collect() });
        let hash = || (key.pair().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize;
        (pairs.basis == key.basis).then(|| &pairs.slots[hash() % SLOTS])
    }
}

impl Board {
    /// Whether nothing in the block of cells from `least` to `most` can hide anything. Cells off the board are ignored.
    /// ```
    /// use warboard::grid::{Board, Cell, Shape};
    /// let mut board = Board::open(Shape::Square, 3, 2);
    /// board.set_tile(Cell::new(1, 0), 1); // A wall.
    /// assert!(board.is_open_between(Cell::new(-1, 1), Cell::new(3, 1)));
    /// assert!(!board.is_open_between(Cell::new(0, 0), Cell::new(2, 1)));
    /// ```
    pub fn is_open_between(&self, least: Cell, most: Cell) -> bool {
        let within = |at: i16, side: u16| usize::from(at.max(0).unsigned_abs().min(side));
        let (west, north) = (within(least.x, self.width()), within(least.y, self.height()));
        let (east, south) = (within(most.x + 1, self.width()), within(most.y + 1, self.height()));
        let count = |x: usize, y: usize| self.obstructions[y * (usize::from(self.width()) + 1) + x];
        count(east, south) + count(west, north) == count(east, north) + count(west, south)
    }

    /// Recomputes everything derived from the terrain and discards the sight cache.
    pub(super) fn update_obstructions(&mut self) {
        let stride = usize::from(self.width()) + 1;
        let mut counts = vec![0; stride * (usize::from(self.height()) + 1)];
        for cell in self.cells() {
            let place = self.index(cell);
            let terrain = self.terrain(cell);
            let hides = terrain.shelter().is_some() || terrain.cover > CoverGrade::None || self.edged[place];
            let at = (usize::from(cell.y.unsigned_abs()) + 1) * stride + usize::from(cell.x.unsigned_abs()) + 1;
            counts[at] = u32::from(hides) + counts[at - 1] + counts[at - stride] - counts[at - stride - 1];
        }
        self.obstructions = counts;
        self.narrow = self.cells().any(|cell| self.terrain(cell).narrow);
        self.sight_cache = SightCache::default();
    }
}
