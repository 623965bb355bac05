//! What a side remembers of a battle: who comes closer, and when it last came to blows.

use crate::battle::{CombatantId, Count, Side, View};
use crate::content::policy::Rulebook;
use crate::mechanics::reach;

/// Counts for which somebody who came closer is taken to go on.
const GOES_ON: Count = 8;
/// Counts without a blow after which a side waits no longer.
const PATIENCE: Count = 50;

/// What one side remembers.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    count: Count,
    /// For each combatant its distance to our nearest, and when that last shrank.
    nearness: Vec<(u16, Count)>,
    /// Hit points less fatigue of everybody together.
    vigour: i32,
    /// When somebody was last hurt.
    blow: Count,
}

impl Memory {
    /// Looks at the battle; costs nothing more than once a count.
    pub fn look(&mut self, view: View<'_>, book: Rulebook<'_>, side: Side) {
        let now = view.count();
        if self.nearness.len() != view.rows().len() || now < self.count {
            *self = Memory { nearness: vec![(u16::MAX, Count::MIN); view.rows().len()], blow: now, ..Memory::default() };
            self.count = now - 1;
        }
        if now == self.count {
            return;
        }
        self.count = now;
        for foe in view.enemies_of(side) {
            let ours = view.present().filter(|row| row.side == side);
            let near = ours.map(|row| reach::distance_between(view, book, row.id, foe.id)).min().unwrap_or(u16::MAX);
            let known = &mut self.nearness[foe.id.index()];
            if near < known.0 && known.0 != u16::MAX {
                known.1 = now;
            }
            known.0 = near;
        }
        let vigour = view.present().map(|row| i32::from(row.vitals.current() - row.vitals.fatigue)).sum();
        if vigour < self.vigour {
            self.blow = now;
        }
        self.vigour = vigour;
    }

    /// Whether an enemy has been coming closer.
    pub fn comes(&self, foe: CombatantId) -> bool {
        self.nearness.get(foe.index()).is_some_and(|(_, at)| self.count.saturating_sub(*at) <= GOES_ON)
    }

    /// Whether nothing has happened for so long that waiting is idle.
    pub fn is_weary(&self) -> bool {
        self.count - self.blow > PATIENCE
    }
}
