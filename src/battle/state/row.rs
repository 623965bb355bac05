//! Everything about one combatant.

use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::prelude::Component;

use crate::battle::{
    Arms, CombatantId, Conditions, Drift, Facing, Incanting, Momentum, PairFacts, Position, Ready, Sheet, Side, Stance,
    TurnState, Vitals,
};
use crate::content::condition::Condition;
use crate::content::flags::StatusFlags;
use crate::content::table::Table;

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
    /// Out of the fight: dead, fled or otherwise gone from the board.
    pub gone: bool,
    /// Revision of the last event that changed its position or abilities. Not part of [`Snapshot::checksum`](super::Snapshot::checksum).
    pub touched: u64,
}

/// A component that is a part of a row.
pub trait RowPart: Component<Mutability = Mutable> + Clone + PartialEq {
    /// Bit of the part in a set of parts.
    const BIT: u16;
    /// The part of a row.
    fn of(row: &Row) -> &Self;
    /// The part of a row, mutable.
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
    /// Parts that determine position and abilities.
    pub(super) const BODY: u16 = Position::BIT | Arms::BIT | Row::ABLE;
    /// Parts that determine abilities, whatever is in hand.
    pub(super) const ABLE: u16 = Conditions::BIT | Stance::BIT;

    /// Recomputes the summary of the conditions.
    pub fn sum_up(&mut self, table: &Table<Condition>) {
        self.held = table.sum(self.conditions.0.iter().map(|held| held.condition));
    }
}
