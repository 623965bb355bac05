//! Spells being cast, and lasting spells.

use serde::{Deserialize, Serialize};

use super::{Act, CombatantId, SpellZone, Target, Until};
use crate::content::Name;
use crate::content::spell::Components;

/// The caster's choices for a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Casting {
    /// Energy spent on each component.
    pub energy: Components,
    /// Target of the spell.
    pub at: Target,
}

/// Number of a lasting spell, unique within its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpellId(pub u32);

/// A lasting spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveSpell {
    /// Number of the spell.
    pub id: SpellId,
    /// Caster.
    pub caster: CombatantId,
    /// Id of the action that cast it.
    pub spell: Name,
    /// Energy spent on each component.
    pub energy: Components,
    /// Target of the spell.
    pub at: Target,
    /// The zone it creates, if any.
    pub zone: Option<Box<SpellZone>>,
    /// When it ends by itself.
    pub until: Until,
    /// Number of the caster's turn in which it was cast.
    pub cast: u16,
    /// Number of the caster's turn in which it was last controlled.
    pub controlled: Option<u16>,
}

impl ActiveSpell {
    /// The affected combatant; `None` if the spell targets a place.
    pub fn target(&self) -> Option<CombatantId> {
        match self.at {
            Target::Combatant(who) => Some(who),
            _ => None,
        }
    }

    /// The act that cast it.
    pub fn act(&self) -> Act {
        let casting = Casting { energy: self.energy, at: self.at.clone() };
        Act { target: Target::Cast(Box::new(casting)), ..Act::own(self.spell) }
    }
}
