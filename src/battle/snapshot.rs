use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{
    ActiveSpell, Arms, CombatantId, Conditions, Count, Drift, Facing, Field, Incanting, Link, Momentum, PairFacts,
    Position, Ready, Sheet, Side, Stance, TurnState, View, Vitals,
};
use crate::content::condition::Condition;
use crate::content::flags::StatusFlags;
use crate::content::table::Table;

/// Everything about one combatant that rules read often: a copy of its components.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: CombatantId,
    pub side: Side,
    pub name: Arc<str>,
    /// What it is now: its own sheet with what its conditions change. Worked out anew whenever those change.
    pub sheet: Arc<Sheet>,
    /// What it is with nothing on it. Never changes.
    pub own: Arc<Sheet>,
    /// Under whose command it is; nobody for those who act by themselves. Never changes.
    pub commanders: Arc<[CombatantId]>,
    pub position: Position,
    pub facing: Facing,
    pub vitals: Vitals,
    pub conditions: Conditions,
    /// What its conditions come to. Worked out anew whenever they change, outside checksum and save.
    pub held: StatusFlags,
    pub stance: Stance,
    pub arms: Arms,
    pub momentum: Momentum,
    pub drift: Drift,
    pub pairs: PairFacts,
    pub turn_state: TurnState,
    pub ready: Ready,
    pub incanting: Incanting,
    /// Out of the fight: dead, fled or otherwise gone from the board.
    pub gone: bool,
    /// The revision of the last event that changed where it is or what it is able to do. Derived, outside checksum and
    /// save.
    pub touched: u64,
}

/// A component that rows hold a copy of.
pub trait RowPart: Component<Mutability = Mutable> + Clone + PartialEq {
    /// The bit that stands for it among the parts of a row.
    const BIT: u16;
    /// Its place in a row.
    fn of(row: &Row) -> &Self;
    /// Its place in a row, to be written.
    fn of_mut(row: &mut Row) -> &mut Self;
}

macro_rules! row_parts {
    ($($part:ty => $field:ident, $bit:literal);* $(;)?) => {$(
        impl RowPart for $part {
            const BIT: u16 = 1 << $bit;
            fn of(row: &Row) -> &Self {
                &row.$field
            }
            fn of_mut(row: &mut Row) -> &mut Self {
                &mut row.$field
            }
        }
    )*
    };
}

row_parts! {
    Position => position, 0; Facing => facing, 1; Vitals => vitals, 2; Conditions => conditions, 3; Stance => stance, 4;
    Arms => arms, 5; Momentum => momentum, 6; Drift => drift, 7; PairFacts => pairs, 8; TurnState => turn_state, 9;
    Ready => ready, 10; Incanting => incanting, 11;
}

impl Row {
    /// Parts that say where somebody is, or what it is able to do.
    const BODY: u16 = Position::BIT | Arms::BIT | Row::ABLE;
    /// Parts that say what it is able to do, whatever it has in hand.
    const ABLE: u16 = Conditions::BIT | Stance::BIT;

    /// Works out anew what its conditions come to.
    pub fn sum_up(&mut self, table: &Table<Condition>) {
        self.held = table.sum(self.conditions.0.iter().map(|held| held.condition));
    }
}

/// A copy of the whole battle as rules read it. See [`View`].
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// One row per combatant, by number.
    pub rows: Vec<Row>,
    /// The battlefield.
    pub field: Field,
    /// All links, oldest first.
    pub links: Vec<Link>,
    /// All spells that last, oldest first.
    pub spells: Vec<ActiveSpell>,
    /// The count (or round) it is.
    pub count: Count,
    /// Raised by every event: what was computed from an older one is stale.
    pub revision: u64,
    /// When what last changed. Derived, outside checksum and save.
    pub changed: Changed,
}

/// The revisions of the last events that changed something. Events that only tell change nothing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// Anything that rules read.
    pub any: u64,
    /// Where somebody is, or what it is able to do.
    pub bodies: u64,
    /// The pools of anybody.
    pub pools: u64,
    /// Conditions or stances of anybody, who is gone, and whose hit points are spent.
    pub able: u64,
    /// What belongs to no combatant: ground, links, spells, lights.
    pub around: u64,
}

impl Snapshot {
    /// A battle that has not begun: no time has passed, nothing is tied, no spell lasts.
    pub fn new(rows: Vec<Row>, field: Field) -> Snapshot {
        let (links, spells, changed) = (Vec::new(), Vec::new(), Changed::default());
        Snapshot { rows, field, links, spells, count: 0, revision: 0, changed }
    }

    /// Changes one part of a row, and notes when.
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

    /// Notes that something has changed that belongs to no combatant.
    pub(crate) fn changed_around(&mut self) {
        (self.changed.any, self.changed.around) = (self.revision, self.revision);
    }

    /// The view of it that rules take.
    pub fn view(&self) -> View<'_> {
        View::of(self)
    }
}
