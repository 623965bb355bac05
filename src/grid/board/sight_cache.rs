//! Cache of the cover from terrain between pairs of cells.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Capacity in cell pairs. A new pair overwrites the old one in its slot.
const SLOTS: usize = 1 << 15;
/// Bits used for the answer; the bits above hold the pair.
const ANSWER: u32 = 32;

/// Cache of one packed answer for each pair of cells. Clones of a board share the cache until one of them changes. All
/// entries can be recomputed, so results never depend on earlier queries.
#[derive(Clone, Default)]
pub struct SightCache(Arc<OnceLock<Pairs>>);

/// The answers for bodies of one height, that of the first query.
struct Pairs {
    body_feet: Option<i16>,
    slots: Box<[AtomicU64]>,
}

/// Two cells, by their indices on the board, and the height of a body on each.
#[derive(Copy, Clone)]
pub struct SightKey {
    /// Height in feet of both bodies, which stand on the ground; `None` where heights are ignored.
    pub body_feet: Option<i16>,
    /// Index of the cell of the observer.
    pub from: u16,
    /// Index of the cell of the target.
    pub to: u16,
}

impl SightKey {
    fn pair(self) -> u64 {
        u64::from(self.from) << 16 | u64::from(self.to)
    }

    fn slot(self) -> usize {
        (self.pair().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % SLOTS
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

    /// Stores an answer, unless the cache holds those for bodies of another height.
    pub fn store(&self, key: SightKey, answer: u32) {
        if let Some(slot) = self.slot(key) {
            slot.store(key.pair() << ANSWER | u64::from(answer), Ordering::Relaxed);
        }
    }

    /// The slot of a pair; `None` if the cache is for bodies of another height.
    fn slot(&self, key: SightKey) -> Option<&AtomicU64> {
        let pairs = self.0.get_or_init(|| Pairs {
            body_feet: key.body_feet,
            slots: (0..SLOTS).map(|_| AtomicU64::new(u64::MAX)).collect(),
        });
        (pairs.body_feet == key.body_feet).then(|| &pairs.slots[key.slot()])
    }
}
