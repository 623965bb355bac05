use bevy::prelude::*;

use crate::battle::CombatantId;

/// The entities of all combatants, by number.
#[derive(Resource, Default, Debug)]
pub struct Roster(Vec<Entity>);

impl Roster {
    /// A roster of these entities, in the order of their numbers.
    pub(in crate::ecs) fn new(entities: Vec<Entity>) -> Roster {
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
