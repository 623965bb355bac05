use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::CombatantId;
use crate::content::effect::Hold;

/// A link's number in its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LinkId(pub u32);

/// What ties two combatants together.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// One holds the other in a grab.
    Grab,
    /// One holds the other, and both share one space.
    Clinch,
}

/// A tie between two combatants, an entity with a state of its own. One combatant may be in many.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its number.
    pub id: LinkId,
    /// What it is.
    pub kind: LinkKind,
    /// Who holds.
    pub holder: CombatantId,
    /// Who is held.
    pub held: CombatantId,
    /// Further qualities of the hold.
    pub qualities: SmallVec<[Hold; 2]>,
}

impl Link {
    /// Whether the held one is pinned.
    pub fn is_pin(&self) -> bool {
        self.qualities.contains(&Hold::Pinned)
    }

    /// The penalty on getting out of it: 0 or less.
    pub fn firmness(&self) -> i16 {
        let penalties = self.qualities.iter().map(|quality| match quality {
            Hold::HardToBreak(amount) => *amount,
            Hold::Pinned => 0,
        });
        penalties.min().unwrap_or(0).min(0)
    }
}
