//! The whole state of a battle: a row for each combatant, the battlefield, and checksums of all of it.

use std::fmt::Debug;
use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use crate::battle::{
    ActiveSpell, Arms, Channelling, CombatantId, Conditions, Count, Digest, Drift, Facing, Field, Incanting, Link,
    Momentum, PairFacts, Position, Ready, Sheet, Side, Stance, TurnState, View, Vitals,
};
use crate::content::{Condition, StatusFlags, Table};

/// The whole state of a battle except timeline and unfinished work. Rules read it through a [`View`].
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// One row per combatant, indexed by number.
    pub rows: Vec<Row>,
    /// The battlefield.
    pub field: Field,
    /// All holds, oldest first.
    pub links: Vec<Link>,
    /// All lasting spells, oldest first.
    pub spells: Vec<ActiveSpell>,
    /// Current count, or round in rule systems with rounds.
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
    /// Ground, holds, spells and lights.
    pub around: u64,
}

impl Snapshot {
    /// State before the first event: count 0, no holds, no lasting spells.
    pub fn new(rows: Vec<Row>, field: Field) -> Snapshot {
        let (links, spells, changed) = (Vec::new(), Vec::new(), Changed::default());
        Snapshot { rows, field, links, spells, count: 0, revision: 0, changed }
    }

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
            row.drained = self.revision;
            self.changed.pools = self.revision;
        }
        if C::BIT & Row::ABLE != 0 || spent {
            self.changed.able = self.revision;
        }
    }

    pub(crate) fn remove(&mut self, who: CombatantId) {
        let Some(row) = self.rows.get_mut(who.index()) else { return };
        (row.gone, row.touched) = (true, self.revision);
        let now = self.revision;
        self.changed = Changed { any: now, bodies: now, able: now, ..self.changed };
    }

    pub(crate) fn changed_around(&mut self) {
        (self.changed.any, self.changed.around) = (self.revision, self.revision);
    }

    /// A view of the state for rules.
    pub fn view(&self) -> View<'_> {
        View::of(self)
    }
}

/// Everything about one combatant: the part of the battle's state that belongs to it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Number of the combatant.
    pub id: CombatantId,
    /// Side it fights for.
    pub side: Side,
    /// The name a player reads.
    pub name: Arc<str>,
    /// Sheet under the current conditions. Derived from `own`, recomputed when the conditions change.
    pub sheet: Arc<Sheet>,
    /// Sheet without conditions. Changes only when the combatant picks up a new weapon.
    pub own: Arc<Sheet>,
    /// Its commanders; empty for a combatant that acts by itself. Never changes.
    pub commanders: Arc<[CombatantId]>,
    /// Position.
    pub position: Position,
    /// Facing.
    pub facing: Facing,
    /// Hit points, fatigue and energy.
    pub vitals: Vitals,
    /// Conditions, oldest first.
    pub conditions: Conditions,
    /// Summary of the conditions. Derived, neither saved nor part of a checksum.
    pub held: StatusFlags,
    /// Stance.
    pub stance: Stance,
    /// Equipment state.
    pub arms: Arms,
    /// State of an ongoing movement.
    pub momentum: Momentum,
    /// Drift without gravity.
    pub drift: Drift,
    /// Temporary facts about other combatants.
    pub pairs: PairFacts,
    /// Turn order and turn budget.
    pub turn_state: TurnState,
    /// Readied action.
    pub ready: Ready,
    /// Spell preparation.
    pub incanting: Incanting,
    /// An action paid for over several turns.
    pub channelling: Channelling,
    /// Out of the fight: dead, fled or otherwise gone from the board.
    pub gone: bool,
    /// Revision of the last event that changed its position or abilities. Not part of [`Snapshot::checksum`].
    pub touched: u64,
    /// Revision of the last event that changed its hit points, fatigue or energy. Not part of [`Snapshot::checksum`].
    pub drained: u64,
}

/// A component that is a part of a row.
pub trait RowPart: Component<Mutability = Mutable> + Clone + PartialEq {
    /// Bit of the part in a set of parts.
    const BIT: u16;
    /// Reads the part from a row.
    fn of(row: &Row) -> &Self;
    /// Borrows the part of a row mutably.
    fn of_mut(row: &mut Row) -> &mut Self;
}

macro_rules! row_parts {
    ($($part:ty => $field:ident, $bit:literal);* $(;)?) => {
        $(impl RowPart for $part {
            const BIT: u16 = 1 << $bit;
            fn of(row: &Row) -> &Self {
                &row.$field
            }
            fn of_mut(row: &mut Row) -> &mut Self {
                &mut row.$field
            }
        })*

        impl Row {
            /// The names of the parts that change, in the order of [`Row::marks`].
            pub const PARTS: [&'static str; 14] = [$(stringify!($field),)* "gone"];

            fn parts(&self) -> [&dyn Part; Row::PARTS.len()] {
                [$(&self.$field,)* &self.gone]
            }
        }
    };
}

row_parts! {
    Position => position, 0; Facing => facing, 1; Vitals => vitals, 2; Conditions => conditions, 3; Stance => stance, 4;
    Arms => arms, 5; Momentum => momentum, 6; Drift => drift, 7; PairFacts => pairs, 8; TurnState => turn_state, 9;
    Ready => ready, 10; Incanting => incanting, 11; Channelling => channelling, 12;
}

impl Row {
    /// Parts that determine position and abilities.
    const BODY: u16 = Position::BIT | Arms::BIT | Row::ABLE;
    /// Parts that determine abilities, whatever is in hand.
    const ABLE: u16 = Conditions::BIT | Stance::BIT;

    /// Recomputes the summary of the conditions.
    pub fn sum_up(&mut self, table: &Table<Condition>) {
        self.held = table.sum(self.conditions.0.iter().map(|held| held.condition));
    }

    /// A short hash of every part that changes, to find the part that differs between two battles.
    pub fn marks(&self) -> [u16; Row::PARTS.len()] {
        self.parts().map(|part| {
            let mut digest = Digest::default();
            part.add_to(&mut digest);
            digest.hash() as u16
        })
    }

    /// Debug text of one part, by its name among [`Row::PARTS`]; empty for other names.
    pub fn part_in_words(&self, part: &str) -> String {
        let at = Row::PARTS.iter().position(|name| *name == part);
        at.map_or_else(String::new, |at| self.parts()[at].in_words())
    }
}

trait Part {
    fn add_to(&self, digest: &mut Digest);
    fn in_words(&self) -> String;
}

impl<T: Serialize + Debug> Part for T {
    fn add_to(&self, digest: &mut Digest) {
        digest.take(self);
    }

    fn in_words(&self) -> String {
        format!("{self:?}")
    }
}

impl Snapshot {
    /// A hash of time, rows, holds, spells, doors, items, ice, tunnels, objects and the number of rolls. It leaves out the timeline and
    /// carried lights: [`BattleState::checksum`](crate::resolution::BattleState::checksum) has everything.
    pub fn checksum(&self, rolls: u64) -> u64 {
        let mut digest = Digest::default();
        digest.take(&(self.count, rolls, self.rows.len() as u64));
        self.rows.iter().flat_map(Row::parts).for_each(|part| part.add_to(&mut digest));
        self.add_ground(&mut digest);
        digest.hash()
    }

    /// A short hash of the holds, lasting spells, doors, items, ice, tunnels and objects.
    pub fn ground_mark(&self) -> u16 {
        let mut digest = Digest::default();
        self.add_ground(&mut digest);
        digest.hash() as u16
    }

    fn add_ground(&self, digest: &mut Digest) {
        let field = &self.field;
        digest.take(&(&self.links, &self.spells, &field.doors, &field.items, &field.ice, &field.tunnels));
        if !field.things.is_empty() {
            digest.take(&field.things);
        }
    }
}
