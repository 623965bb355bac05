use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::CombatantId;
use crate::content::Name;

/// When a condition that somebody has ends by itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Only when something ends it.
    Ended,
    /// When its bearer next acts.
    BearerActs,
    /// When this combatant next acts.
    Acts(CombatantId),
    /// As the turn of this combatant starts in this round or a later one.
    Round(CombatantId, i32),
    /// At the end of its bearer's turn with this number.
    AfterTurn(u16),
    /// At this count.
    Count(i32),
    /// At the end of that turn of this combatant.
    TurnOf(CombatantId, u16),
    /// With the next attack on its bearer, or when its bearer next acts.
    Attacked,
    /// When the movement its bearer is in is over.
    Halted,
}

/// A condition somebody has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Afflicted {
    /// Which condition.
    pub condition: Name,
    /// Who caused it.
    pub by: Option<CombatantId>,
    /// When it ends by itself.
    pub until: Until,
    /// How strong it is, for conditions that come in degrees: a penalty, a level; 0 for others.
    pub level: i16,
}

/// The conditions of a combatant, oldest first. Those that follow from a link are derived, not stored.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conditions(pub SmallVec<[Afflicted; 4]>);

impl Conditions {
    /// Whether this condition is among them.
    pub fn has(&self, condition: Name) -> bool {
        self.0.iter().any(|held| held.condition == condition)
    }

    /// The level of this condition, of all its instances together; 0 if it is not among them.
    pub fn level(&self, condition: Name) -> i16 {
        let held = self.0.iter().filter(|held| held.condition == condition);
        held.fold(0i16, |sum, held| sum.saturating_add(held.level))
    }
}

/// The stance of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Stance {
    /// The stance; `None` is the basic one.
    pub held: Option<Name>,
    /// Still shifting into it: drawbacks only.
    pub shifting: bool,
}
