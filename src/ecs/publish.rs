//! Changed rows become components.

use std::sync::Arc;

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, Roster, ShownBattle};
use crate::battle::{
    Arms, Combatant, Conditions, Facing, Incanting, Link, Momentum, PairFacts, Position, Ready, Row, RowPart, Sheet,
    Stance, TurnState, Vitals,
};

/// What a combatant is: its unit with what its gear and conditions make of its numbers.
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct CombatantSheet(pub Arc<Sheet>);

/// Whether a combatant has left the board: dead, fled or carried away.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct OutOfPlay(pub bool);

/// Publishes combatants and holds.
pub struct PublishPlugin;

impl Plugin for PublishPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<Combatant>().register_type::<CombatantSheet>().register_type::<OutOfPlay>();
        publish_part::<Position>(app);
        publish_part::<Facing>(app);
        publish_part::<Vitals>(app);
        publish_part::<Conditions>(app);
        publish_part::<Stance>(app);
        publish_part::<Arms>(app);
        publish_part::<Momentum>(app);
        publish_part::<PairFacts>(app);
        publish_part::<TurnState>(app);
        publish_part::<Ready>(app);
        publish_part::<Incanting>(app);
        app.register_type::<Link>();
        app.add_systems(BattleStep, (publish_sheets, publish_presence, publish_links).in_set(BattleSystems::Publish));
    }
}

/// Keeps one component true to the row part of the same type.
fn publish_part<C: RowPart + bevy::reflect::GetTypeRegistration>(app: &mut App) {
    app.register_type::<C>().add_systems(BattleStep, publish::<C>.in_set(BattleSystems::Publish));
}

/// The components of a combatant that has just been put on the board.
pub(super) fn combatant(row: &Row) -> impl Bundle + use<> {
    let who = Combatant { id: row.id, side: row.side, name: row.name.to_string() };
    let sheet = CombatantSheet(Arc::clone(&row.sheet));
    let body = (row.position, row.facing, row.vitals, row.conditions.clone(), row.stance, row.arms.clone());
    let turn = (row.momentum, row.pairs.clone(), row.turn_state, row.ready.clone(), row.incanting.clone());
    (who, sheet, OutOfPlay(row.gone), body, turn, derived())
}

/// Derived components before they are derived for the first time.
fn derived() -> impl Bundle {
    (
        super::Reach::default(),
        super::Threatened::default(),
        super::MovementRate::default(),
        super::Flanked::default(),
        super::InCover::default(),
        super::Visible::default(),
        super::Grappled::default(),
        super::EffectiveConditions::default(),
    )
}

fn publish<C: RowPart>(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut C)>) {
    for (combatant, mut component) in &mut combatants {
        let Some(row) = battle.whole_view().find(combatant.id) else { continue };
        let part = C::of(row);
        if *component != *part {
            component.clone_from(part);
        }
    }
}

fn publish_sheets(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut CombatantSheet)>) {
    for (combatant, mut sheet) in &mut combatants {
        let Some(row) = battle.whole_view().find(combatant.id) else { continue };
        if !Arc::ptr_eq(&sheet.0, &row.sheet) {
            sheet.0 = Arc::clone(&row.sheet);
        }
    }
}

fn publish_presence(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut OutOfPlay)>) {
    for (combatant, mut gone) in &mut combatants {
        let Some(row) = battle.whole_view().find(combatant.id) else { continue };
        gone.set_if_neq(OutOfPlay(row.gone));
    }
}

/// Every hold is an entity, a relation between those of its combatants.
fn publish_links(
    mut commands: Commands,
    battle: Res<ShownBattle>,
    roster: Res<Roster>,
    mut links: Query<(Entity, &mut Link)>,
) {
    let now = battle.whole_view().links();
    for (entity, mut link) in &mut links {
        match now.iter().find(|other| other.id == link.id) {
            Some(other) => drop(link.set_if_neq(other.clone())),
            None => commands.entity(entity).despawn(),
        }
    }
    let known: Vec<_> = links.iter().map(|(_, link)| link.id).collect();
    let new = now.iter().filter(|link| !known.contains(&link.id) && roster.entity(link.holder).is_some());
    commands.spawn_batch(new.cloned().collect::<Vec<_>>());
}
