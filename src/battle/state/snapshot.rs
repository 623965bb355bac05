//! The whole state of a battle.

use serde::{Deserialize, Serialize};

use super::{Row, RowPart, View};
use crate::battle::{ActiveSpell, CombatantId, Count, Field, Link, Vitals};

/// The whole state of a battle except timeline and unfinished work. Rules read it through a [`View`].
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// One row per combatant, indexed by number.
    pub rows: Vec<Row>,
    /// The battlefield.
    pub field: Field,
    /// All links, oldest first.
    pub links: Vec<Link>,
    /// All spells that last, oldest first.
    pub spells: Vec<ActiveSpell>,
    /// Current count (or round).
    pub count: Count,
    /// Incremented by every event; values computed at an older revision are stale.
    pub revision: u64,
    /// Revisions of the last changes. Not part of [`Snapshot::checksum`].
    pub changed: Changed,
}

/// Revisions of the last events that changed something. Events for the log alone change nothing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Anything that rules read.
    pub any: u64,
    /// Positions or abilities of combatants.
    pub bodies: u64,
    /// Hit points, fatigue or energy of combatants.
    pub pools: u64,
    /// Conditions or stances, combatants that left the battle, and spent hit points.
    pub able: u64,
    /// Ground, links, spells and lights.
    pub around: u64,
}

impl Snapshot {
    /// State before the first event: count 0, no holds, no lasting spells.
    pub fn new(rows: Vec<Row>, field: Field) -> Snapshot {
        let (links, spells, changed) = (Vec::new(), Vec::new(), Changed::default());
        Snapshot { rows, field, links, spells, count: 0, revision: 0, changed }
    }

    /// Changes one part of a row and notes the revision.
    pub(crate) fn edit<C: RowPart>(&mut self, who: CombatantId, change: impl FnOnce(&mut C)) {
        let Some(row) = self.rows.get_mut(who.index()) else { return };
        let was_spent = row.vitals.is_spent();
        change(C::of_mut(row));
        let spent = C::BIT == Vitals::BIT && (was_spent || row.vitals.is_spent());
        self.changed.any = self.revision;
        if C::BIT & Row::BODY != 0 || spent {
            row.touched = self.revision;
            self.changed.bodies = self.revision;
        }
        if C::BIT == Vitals::BIT {
            self.changed.pools = self.revision;
        }
        if C::BIT & Row::ABLE != 0 || spent {
            self.changed.able = self.revision;
        }
    }

    /// Takes a combatant out of the fight.
    pub(crate) fn remove(&mut self, who: CombatantId) {
        let Some(row) = self.rows.get_mut(who.index()) else { return };
        (row.gone, row.touched) = (true, self.revision);
        let now = self.revision;
        self.changed = Changed { any: now, bodies: now, able: now, ..self.changed };
    }

    /// Notes a change of ground, links, spells or lights.
    pub(crate) fn changed_around(&mut self) {
        (self.changed.any, self.changed.around) = (self.revision, self.revision);
    }

    /// A view of the state for rules.
    pub fn view(&self) -> View<'_> {
        View::of(self)
    }
}
