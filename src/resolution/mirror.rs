//! Components are made the same as the rows that rules read, before anybody sees the world again.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use smallvec::SmallVec;

use super::resolve::Battle;
use crate::battle::{CombatantId, Link, Roster, Snapshot};
use crate::turn::Timeline;

/// Components that are to be written.
#[derive(Default)]
pub(super) struct Stale {
    /// Combatants with the bits of their parts.
    bodies: SmallVec<[(CombatantId, u16); 8]>,
    /// Whether the links are.
    pub links: bool,
}

impl Stale {
    /// A part of a combatant is to be written.
    pub fn mark(&mut self, who: CombatantId, part: u16) {
        match self.bodies.iter_mut().find(|(other, _)| *other == who) {
            Some((_, parts)) => *parts |= part,
            None => self.bodies.push((who, part)),
        }
    }

    /// Writes the components.
    pub fn mirror(self, world: &mut World) {
        let snapshot = entity_of::<Snapshot>(world);
        for (who, parts) in self.bodies {
            let Some(entity) = world.resource::<Roster>().entity(who) else { continue };
            let [snapshot, mut body] = world.entity_mut([snapshot, entity]);
            let row = snapshot.get::<Snapshot>().and_then(|snapshot| snapshot.rows.get(who.index()));
            row.into_iter().for_each(|row| row.write_into(parts, &mut body));
        }
        if self.links {
            mirror_links(world);
        }
    }
}

/// There are few links, and they change seldom: all are made anew.
fn mirror_links(world: &mut World) {
    let old: Vec<Entity> = world.query_filtered::<Entity, With<Link>>().iter(world).collect();
    for link in old {
        world.despawn(link);
    }
    let now = world.resource::<Snapshot>().links.clone();
    world.spawn_batch(now).for_each(drop);
}

/// What a world holds of a battle, all at once, to be changed.
///
/// # Panics
/// If the world has no battle: [`begin`](super::begin()) puts one there.
pub(super) fn parts_of(world: &mut World) -> (Mut<'_, Snapshot>, Mut<'_, Timeline>) {
    let [snapshot, timeline] = world.entity_mut([entity_of::<Snapshot>(world), entity_of::<Timeline>(world)]);
    (part(snapshot), part(timeline))
}

/// The same with the battle itself.
pub(super) fn with_battle(world: &mut World) -> (Mut<'_, Battle>, Mut<'_, Snapshot>, Mut<'_, Timeline>) {
    let entities = [entity_of::<Battle>(world), entity_of::<Snapshot>(world), entity_of::<Timeline>(world)];
    let [battle, snapshot, timeline] = world.entity_mut(entities);
    (part(battle), part(snapshot), part(timeline))
}

/// The entity that holds a resource.
fn entity_of<R: Resource>(world: &World) -> Entity {
    let entity = world.component_id::<R>().and_then(|id| world.resource_entities().get(id));
    entity.unwrap_or_else(|| panic!("the world has no {}", std::any::type_name::<R>()))
}

fn part<R: Resource<Mutability = Mutable>>(entity: EntityMut<'_>) -> Mut<'_, R> {
    entity.into_mut::<R>().unwrap_or_else(|| panic!("the world has no {}", std::any::type_name::<R>()))
}
