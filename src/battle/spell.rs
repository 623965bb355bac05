//! Spells being cast, lasting spells and spells in preparation.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Act, CombatantId, Count, Target, Until, Zone};
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
    pub zone: Option<Box<Zone>>,
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

/// Spell preparation of a combatant, in systems where spells are prepared before casting.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incanting {
    /// Attempts at each spell today.
    pub tried: Vec<(Name, u8)>,
    /// The spell in preparation or ready to cast.
    pub spell: Option<Prepared>,
}

/// A spell in preparation or ready to cast.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// Id of the action that casts it.
    pub spell: Name,
    /// Damage and fatigue taken during preparation.
    pub hurt: i16,
    /// Number of turns with movement during preparation.
    pub moved: i16,
    /// Charges put into it.
    pub charges: i16,
    /// Until when it can be held; `None` while still in preparation.
    pub until: Option<Count>,
}

impl Incanting {
    /// Attempts at a spell today.
    pub fn tried(&self, spell: Name) -> u8 {
        self.tried.iter().find(|(known, _)| *known == spell).map_or(0, |(_, times)| *times)
    }

    /// The spell in preparation.
    pub fn under_way(&self) -> Option<&Prepared> {
        self.spell.as_ref().filter(|spell| spell.until.is_none())
    }

    /// The spell ready to cast.
    pub fn ready(&self) -> Option<&Prepared> {
        self.spell.as_ref().filter(|spell| spell.until.is_some())
    }

    /// A copy without the spell.
    #[must_use]
    pub fn without_spell(&self) -> Incanting {
        Incanting { spell: None, ..self.clone() }
    }

    /// A copy after an attempt at a spell: one more attempt counted, and no spell.
    #[must_use]
    pub fn after_trying(&self, spell: Name) -> Incanting {
        let mut after = self.without_spell();
        match after.tried.iter_mut().find(|(known, _)| *known == spell) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => after.tried.push((spell, 1)),
        }
        after
    }
}
