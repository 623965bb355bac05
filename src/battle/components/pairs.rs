//! Temporary facts that hold between two particular combatants.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{CombatantId, Until};
use crate::content::{Name, Rule};

/// How one combatant is affected in relation to one other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PairRelation {
    /// Bonuses on its next attack on the other.
    NextAttack {
        /// Bonus on the attack roll.
        to_hit: i16,
        /// Bonus on the damage.
        damage: i16,
    },
    /// Modifier on its attacks on the other.
    Attack(i16),
    /// Modifier on its attack on the other when both attack each other simultaneously.
    Mutual(i16),
    /// Modifier on its defences against the other.
    Defence(i16),
    /// This condition, only in relation to the other.
    Has(Name),
    /// Has forced its way through the other's space.
    Passes {
        /// Whether the space counts as difficult terrain.
        difficult: bool,
    },
}

/// A temporary fact between two combatants.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairFact {
    /// The other combatant.
    pub towards: CombatantId,
    /// The effect.
    pub slant: PairRelation,
    /// When it ends by itself.
    pub until: Until,
    /// Rule id.
    pub rule: Rule,
}

/// All pair facts of one combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairFacts(pub SmallVec<[PairFact; 2]>);

impl PairFacts {
    /// The facts in relation to one other combatant.
    pub fn towards(&self, other: CombatantId) -> impl Iterator<Item = &PairFact> + '_ {
        self.0.iter().filter(move |fact| fact.towards == other)
    }
}
