//! Spells as they are cast, and those that last.

use serde::{Deserialize, Serialize};

use super::{Act, CombatantId, Target, Until};
use crate::content::Name;
use crate::content::spell::Components;

/// The choices of one who casts a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Casting {
    /// The energy spent on each component.
    pub energy: Components,
    /// At whom, or where.
    pub at: Target,
}

/// The number of a spell that lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpellId(pub u32);

/// A spell that lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ongoing {
    pub id: SpellId,
    pub caster: CombatantId,
    /// The action by which it was cast.
    pub spell: Name,
    pub energy: Components,
    pub target: CombatantId,
    /// When it ends by itself.
    pub until: Until,
    /// The turn of its caster in which it was cast.
    pub cast: u16,
    /// The turn of its caster in which it was controlled last.
    pub controlled: Option<u16>,
}

impl Ongoing {
    /// The act by which it was cast.
    pub fn act(&self) -> Act {
        let casting = Casting { energy: self.energy, at: Target::Combatant(self.target) };
        Act { target: Target::Cast(Box::new(casting)), ..Act::own(self.spell) }
    }
}
