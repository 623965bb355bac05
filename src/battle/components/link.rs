//! Grabs and clinches between combatants.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::CombatantId;
use crate::content::effect::Hold;

/// Number of a hold, unique within its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinkId(pub u32);

/// Kind of hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// The holder grabs the target from its own space.
    Grab,
    /// Both share one space.
    Clinch,
}

/// A hold of one combatant on another. A combatant can take part in several.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Number of the hold.
    pub id: LinkId,
    /// Kind of hold.
    pub kind: LinkKind,
    /// The holding combatant.
    pub holder: CombatantId,
    /// The held combatant.
    pub held: CombatantId,
    /// Further qualities of the hold.
    pub qualities: SmallVec<[Hold; 2]>,
}

impl Link {
    /// Whether the held combatant is pinned.
    pub fn is_pin(&self) -> bool {
        self.qualities.contains(&Hold::Pinned)
    }

    /// Penalty on escaping: 0 or negative.
    pub fn firmness(&self) -> i16 {
        let penalties = self.qualities.iter().map(|quality| match quality {
            Hold::HardToBreak(amount) => *amount,
            Hold::Pinned => 0,
        });
        penalties.min().unwrap_or(0).min(0)
    }
}
