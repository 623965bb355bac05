//! Entities of a battle come and go together.

use bevy::prelude::*;

use super::publish::{Cells, EdgeBarrier, LastingSpell, LightSource, Roster, combatant};
use super::{CellPosition, ShownBattle};
use crate::battle::{Combatant, Link};
use crate::resolution::{Battlefield, Setup};

/// Every kind of entity that belongs to a battle.
type OfBattle =
    Or<(With<Combatant>, With<CellPosition>, With<EdgeBarrier>, With<LightSource>, With<Link>, With<LastingSpell>)>;

/// Puts the combatants and cells of a setup into a world as they are before the first fact. The entities of an earlier
/// battle are removed.
pub fn show(world: &mut World, setup: &Setup) {
    show_field(world, Battlefield::before_first_fact(setup));
}

/// Puts the combatants and cells of a battle that is under way into a world. The entities of an earlier battle are removed.
pub fn show_field(world: &mut World, field: Battlefield) {
    clear(world);
    let entities = field.snapshot().rows.iter().map(|row| world.spawn(combatant(row)).id()).collect();
    world.insert_resource(Roster::new(entities));
    let cells = Cells::spawn(world, &field.snapshot().field);
    world.insert_resource(cells);
    world.spawn_batch(EdgeBarrier::all(field.view().board()));
    world.insert_resource(ShownBattle::new(field));
}

/// Removes the shown battle and all its entities from a world.
pub fn clear(world: &mut World) {
    let mut shown = world.query_filtered::<Entity, OfBattle>();
    let entities: Vec<Entity> = shown.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<ShownBattle>();
    world.remove_resource::<Roster>();
    world.remove_resource::<Cells>();
}
