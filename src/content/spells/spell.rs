//! Spells, their energy and their effects.

use serde::{Deserialize, Serialize};

pub use super::components::{Component, Components};
pub use super::incantation::{Incant, Incantation};
use super::zone::{ZoneKind, ZoneShape};
use crate::content::action::Check;
use crate::content::effect::{CitedEffect, Effect};

/// Costs and effects of casting a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// The least energy that may be spent on each component.
    pub least: Components,
    /// The most energy that may be spent on each component.
    pub most: Components,
    /// The roll against each target, where one is made.
    pub attack: Option<Check>,
    /// The effects on each target without a roll.
    #[serde(default)]
    pub effects: Vec<CitedEffect>,
    /// The roll against its target by which it is controlled while active, where it can be.
    pub control: Option<Check>,
    /// How it is prepared, where spells must be prepared.
    pub incantation: Option<Incantation>,
}

impl Spell {
    /// The zone that it creates and its form, if any.
    pub fn lays(&self) -> Option<(ZoneKind, ZoneShape)> {
        self.effects.iter().find_map(|cited| match cited.does {
            Effect::Lay { what, form } => Some((what, form)),
            _ => None,
        })
    }
}
