//! Identity of a combatant.

use std::fmt;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A combatant's number in its battle: its index in the roster. Events, logs and replays use it, never an `Entity`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct CombatantId(pub u16);

impl CombatantId {
    /// Index in the roster.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for CombatantId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{}", self.0)
    }
}

/// A side's number in its battle. Combatants of one side are friends, all others are enemies.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct Side(pub u8);

/// Identity of the combatant that an entity shows.
#[derive(Component, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Combatant {
    /// Its number.
    pub id: CombatantId,
    /// Its side.
    pub side: Side,
    /// The name a player reads.
    pub name: String,
}
