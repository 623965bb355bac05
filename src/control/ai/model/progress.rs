//! When a side last harmed an enemy, and when it last made progress.

use crate::battle::{Count, Side, View};

/// Counts without harm to an enemy after which a side stops waiting.
const PATIENCE: Count = 40;
/// Counts without progress after which a side attacks at any risk.
const OVERDUE: Count = 120;

/// The progress of one side in its battle.
#[derive(Clone, Debug, Default)]
pub struct ProgressTracker {
    count: Count,
    /// Hit points less fatigue, over all enemies.
    enemy_vigour: i32,
    /// When it last went down.
    last_harm: Count,
    /// The lowest enemy vigour so far, and the count at which it was reached.
    lowest: Option<(i32, Count)>,
}

impl ProgressTracker {
    /// Takes note of the current battle. A count earlier than the last one starts a new battle.
    pub fn update(&mut self, view: View<'_>, side: Side) {
        let now = view.count();
        let vigour = view.enemies_of(side).map(|row| i32::from(row.vitals.current() - row.vitals.fatigue)).sum();
        if vigour < self.enemy_vigour || now < self.count {
            self.last_harm = now;
        }
        if now < self.count || self.lowest.is_none_or(|(lowest, _)| vigour < lowest) {
            self.lowest = Some((vigour, now));
        }
        (self.count, self.enemy_vigour) = (now, vigour);
    }

    /// Whether the side has waited long enough: no enemy was harmed for some time.
    ///
    /// `counts_per_tick` is the length of one tick of the battle's clock: rounds are longer than counts.
    pub fn is_impatient(&self, counts_per_tick: i32) -> bool {
        (self.count - self.last_harm) * counts_per_tick > PATIENCE
    }

    /// Whether the side has made no progress for too long: the total vigour of its enemies has reached no new minimum.
    /// Enemies that heal or hide cannot delay this for ever, as each new minimum is lower than the last.
    pub fn is_overdue(&self, counts_per_tick: i32) -> bool {
        self.lowest.is_some_and(|(_, since)| (self.count - since) * counts_per_tick > OVERDUE)
    }
}
