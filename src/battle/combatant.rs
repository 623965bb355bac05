use std::fmt;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A combatant's number in its battle: its place in the roster. Events, logs and replays use it, never an `Entity`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct CombatantId(pub u16);

impl CombatantId {
    /// Its place in the roster.
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

/// Who an entity is.
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

/// The entities of all combatants, by number. Rules iterate this, never a query.
#[derive(Resource, Default, Debug)]
pub struct Roster(Vec<Entity>);

impl Roster {
    /// A roster of these entities, in the order of their numbers.
    pub fn new(entities: Vec<Entity>) -> Roster {
        Roster(entities)
    }

    /// The entity of a combatant.
    pub fn entity(&self, id: CombatantId) -> Option<Entity> {
        self.0.get(id.index()).copied()
    }

    /// All entities with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (CombatantId, Entity)> + '_ {
        self.0.iter().enumerate().map(|(at, entity)| (CombatantId(at as u16), *entity))
    }
}
