//! Spells as they are cast, and those that last.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Act, CombatantId, Count, Target, Until, Zone};
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
    /// On whom it lasts, or where.
    pub at: Target,
    /// What it has laid there, if anything.
    pub zone: Option<Box<Zone>>,
    /// When it ends by itself.
    pub until: Until,
    /// The turn of its caster in which it was cast.
    pub cast: u16,
    /// The turn of its caster in which it was controlled last.
    pub controlled: Option<u16>,
}

impl Ongoing {
    /// The one on whom it lasts; nobody where it lies on a place.
    pub fn target(&self) -> Option<CombatantId> {
        match self.at {
            Target::Combatant(who) => Some(who),
            _ => None,
        }
    }

    /// The act by which it was cast.
    pub fn act(&self) -> Act {
        let casting = Casting { energy: self.energy, at: self.at.clone() };
        Act { target: Target::Cast(Box::new(casting)), ..Act::own(self.spell) }
    }
}

/// What somebody has to do with spells that are prepared before they are cast.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Incanting {
    /// How often each spell was tried today.
    pub tried: Vec<(Name, u8)>,
    /// The spell that is being prepared, or is prepared.
    pub spell: Option<Prepared>,
}

/// A spell that is being prepared, or is prepared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prepared {
    /// The action by which it is cast.
    pub spell: Name,
    /// Harm and fatigue taken before it was prepared.
    pub hurt: i16,
    /// Turns in which its caster moved before it was prepared.
    pub moved: i16,
    /// Charges put into it.
    pub charges: i16,
    /// Until when it can be held; `None` before it is prepared.
    pub until: Option<Count>,
}

impl Incanting {
    /// How often a spell was tried today.
    pub fn tried(&self, spell: Name) -> u8 {
        self.tried.iter().find(|(known, _)| *known == spell).map_or(0, |(_, times)| *times)
    }

    /// The spell that is being prepared.
    pub fn under_way(&self) -> Option<&Prepared> {
        self.spell.as_ref().filter(|spell| spell.until.is_none())
    }

    /// The spell that is prepared.
    pub fn ready(&self) -> Option<&Prepared> {
        self.spell.as_ref().filter(|spell| spell.until.is_some())
    }

    /// The same with the spell gone.
    #[must_use]
    pub fn without_spell(&self) -> Incanting {
        Incanting { spell: None, ..self.clone() }
    }

    /// The same with one more attempt at a spell, which is gone by it.
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
