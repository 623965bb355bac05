//! The level of a spell, and the zone that it creates.

use crate::content::{Effect, Spell, ZoneKind, ZoneShape};

impl Spell {
    /// Its level.
    pub fn level(&self) -> u8 {
        self.incantation.as_ref().map_or(self.level, |incantation| incantation.level)
    }

    /// The zone that it creates and its form, if any.
    pub fn lays(&self) -> Option<(ZoneKind, ZoneShape)> {
        self.effects.iter().find_map(|cited| match cited.does {
            Effect::Lay { what, form } => Some((what, form)),
            _ => None,
        })
    }
}
