//! What a side remembers of a battle: when it last did any harm, and when it last made progress.

use crate::battle::{Count, Side, View};

/// Counts without harm to an enemy after which a side waits no longer.
const PATIENCE: Count = 40;
/// Counts without progress after which a side attacks at any risk.
const OVERDUE: Count = 120;

/// What one side remembers.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    count: Count,
    /// Hit points less fatigue of all enemies together.
    vigour: i32,
    /// When one of them was last hurt.
    blow: Count,
    /// The least vigour of all enemies so far, and the count at which they reached it.
    least: Option<(i32, Count)>,
}

impl Memory {
    /// Looks at the battle; a look at a count that is over begins a new one.
    pub fn look(&mut self, view: View<'_>, side: Side) {
        let now = view.count();
        let vigour = view.enemies_of(side).map(|row| i32::from(row.vitals.current() - row.vitals.fatigue)).sum();
        if vigour < self.vigour || now < self.count {
            self.blow = now;
        }
        if now < self.count || self.least.is_none_or(|(least, _)| vigour < least) {
            self.least = Some((vigour, now));
        }
        (self.count, self.vigour) = (now, vigour);
    }

    /// Whether nothing has been achieved for so long that waiting is idle.
    ///
    /// `span` is how many counts one of the battle's counts stands for: rounds are longer.
    pub fn is_weary(&self, span: i32) -> bool {
        (self.count - self.blow) * span > PATIENCE
    }

    /// Whether a side has made no progress for too long: the total vigour of its enemies has reached no new minimum.
    /// Enemies that heal or hide cannot delay this for ever, as each new minimum is lower than the last.
    pub fn is_overdue(&self, span: i32) -> bool {
        self.least.is_some_and(|(_, since)| (self.count - since) * span > OVERDUE)
    }
}
