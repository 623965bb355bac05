//! Spells in preparation.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::Count;
use crate::content::Name;

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
