use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{CombatantId, Until};
use crate::content::Rule;

/// In what way a combatant is different towards one other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slant {
    /// Its next attack on the other has these bonuses.
    NextAttack { to_hit: i16, damage: i16 },
    /// Its attacks on the other have this modifier.
    Attack(i16),
    /// Its attack on the other, who attacks it at the same moment, has this modifier.
    Mutual(i16),
    /// Its defences against the other have this modifier.
    Defence(i16),
    /// It has this condition towards the other, and towards nobody else.
    Has(crate::content::Name),
    /// It has pushed its way through the space of the other, as over difficult ground or freely.
    Passes { difficult: bool },
}

/// A fact about a pair of combatants.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairFact {
    /// Towards whom.
    pub towards: CombatantId,
    /// What is different.
    pub slant: Slant,
    /// When it ends by itself.
    pub until: Until,
    /// The rule that says so.
    pub rule: Rule,
}

/// All facts about a combatant and one other.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairFacts(pub SmallVec<[PairFact; 2]>);

impl PairFacts {
    /// The facts towards one other.
    pub fn towards(&self, other: CombatantId) -> impl Iterator<Item = &PairFact> + '_ {
        self.0.iter().filter(move |fact| fact.towards == other)
    }
}
