//! Everything in a battle that is neither a combatant nor a cell is an entity: barriers, lights, holds and lasting spells.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::{ActiveSpell, LightFrom, Link};
use crate::grid::{Barrier, Cell, Footprint};

/// A barrier on the edge between two cells. Never changes.
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct EdgeBarrier {
    /// The cells it separates, the smaller first.
    pub between: (Cell, Cell),
    /// The barrier.
    pub barrier: Barrier,
}

/// A light source.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct LightSource {
    /// Its index in [`Field::lights`](crate::battle::Field::lights).
    pub number: usize,
    /// Its cell, or the cells of its bearer.
    pub at: Footprint,
}

/// A lasting spell with its zone.
#[derive(Component, Clone, Debug, PartialEq, Eq, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct LastingSpell(pub ActiveSpell);

/// Publishes lights, holds and lasting spells.
pub(super) fn plugin(app: &mut App) {
    app.register_type::<EdgeBarrier>()
        .register_type::<LightSource>()
        .register_type::<Link>()
        .register_type::<LastingSpell>()
        .add_systems(BattleStep, (publish_lights, publish_links, publish_spells).in_set(BattleSystems::Publish));
}

fn publish_lights(mut commands: Commands, battle: Res<ShownBattle>, shown: Query<(Entity, &mut LightSource)>) {
    let view = battle.whole_view();
    let place = |from: LightFrom| match from {
        LightFrom::Cell(cell) => cell.into(),
        LightFrom::Bearer(who) => view.footprint(who),
    };
    let lights = view.field().lights.iter().enumerate();
    let now = lights.map(|(number, light)| LightSource { number, at: place(light.from) }).collect();
    follow(&mut commands, now, shown, |a, b| a.number == b.number);
}

fn publish_links(mut commands: Commands, battle: Res<ShownBattle>, shown: Query<(Entity, &mut Link)>) {
    follow(&mut commands, battle.whole_view().links().to_vec(), shown, |a, b| a.id == b.id);
}

fn publish_spells(mut commands: Commands, battle: Res<ShownBattle>, shown: Query<(Entity, &mut LastingSpell)>) {
    let now = battle.whole_view().spells().iter().cloned().map(LastingSpell).collect();
    follow(&mut commands, now, shown, |a, b| a.0.id == b.0.id);
}

/// Keeps one entity for each of these: changes, removes and adds entities.
fn follow<C: Component<Mutability = Mutable> + Clone + PartialEq>(
    commands: &mut Commands,
    mut now: Vec<C>,
    mut shown: Query<(Entity, &mut C)>,
    is_same: impl Fn(&C, &C) -> bool,
) {
    for (entity, mut component) in &mut shown {
        match now.iter().position(|other| is_same(other, &component)) {
            Some(at) => drop(component.set_if_neq(now.remove(at))),
            None => commands.entity(entity).despawn(),
        }
    }
    commands.spawn_batch(now);
}
