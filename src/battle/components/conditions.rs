//! Conditions of a combatant.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::CombatantId;
use crate::content::Name;

/// When a condition or other temporary effect ends by itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Never; it lasts until something ends it.
    Ended,
    /// When its bearer next acts.
    BearerActs,
    /// When this combatant next acts.
    Acts(CombatantId),
    /// At the start of this combatant's turn in this round or later.
    Round(CombatantId, i32),
    /// At the end of its bearer's turn, by turn number.
    AfterTurn(u16),
    /// At this count.
    Count(i32),
    /// At the end of this combatant's turn, by turn number.
    TurnOf(CombatantId, u16),
    /// At the next attack on its bearer, or when its bearer next acts.
    Attacked,
    /// When its bearer's current movement is over.
    Halted,
}

/// One condition on a combatant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Afflicted {
    /// Id of the condition.
    pub condition: Name,
    /// The combatant that caused it.
    pub by: Option<CombatantId>,
    /// When it ends by itself.
    pub until: Until,
    /// Level or penalty, for conditions with a magnitude; 0 otherwise.
    pub level: i16,
}

/// Conditions of a combatant, oldest first. Conditions that follow from a hold are derived, not stored.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions(pub SmallVec<[Afflicted; 4]>);

impl Conditions {
    /// Whether this condition is present.
    pub fn has(&self, condition: Name) -> bool {
        self.0.iter().any(|held| held.condition == condition)
    }

    /// Sum of the levels of all instances of this condition; 0 if absent.
    pub fn level(&self, condition: Name) -> i16 {
        let held = self.0.iter().filter(|held| held.condition == condition);
        held.fold(0i16, |sum, held| sum.saturating_add(held.level))
    }
}
