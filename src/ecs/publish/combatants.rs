//! Changed rows become components of combatants.

use std::sync::Arc;

use bevy::prelude::*;

use crate::battle::{
    Arms, Combatant, Conditions, Facing, Incanting, Momentum, PairFacts, Position, Ready, Row, RowPart, Sheet, Stance,
    TurnState, Vitals,
};
use crate::ecs::{BattleStep, BattleSystems, ShownBattle, derive};

/// The unit of a combatant, with its numbers as gear and conditions change them.
#[derive(Component, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct CombatantSheet(pub Arc<Sheet>);

/// Whether a combatant has left the board: dead, fled or carried away.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct OutOfPlay(pub bool);

/// Publishes combatants.
pub struct CombatantsPlugin;

impl Plugin for CombatantsPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<Combatant>()
            .register_type::<CombatantSheet>()
            .register_type::<OutOfPlay>()
            .register_type::<Position>()
            .register_type::<Facing>()
            .register_type::<Vitals>()
            .register_type::<Conditions>()
            .register_type::<Stance>()
            .register_type::<Arms>()
            .register_type::<Momentum>()
            .register_type::<PairFacts>()
            .register_type::<TurnState>()
            .register_type::<Ready>()
            .register_type::<Incanting>()
            .add_systems(
                BattleStep,
                (
                    (publish_sheets, publish_presence),
                    (publish::<Position>, publish::<Facing>, publish::<Vitals>, publish::<Conditions>),
                    (publish::<Stance>, publish::<Arms>, publish::<Momentum>, publish::<PairFacts>),
                    (publish::<TurnState>, publish::<Ready>, publish::<Incanting>),
                )
                    .in_set(BattleSystems::Publish),
            );
    }
}

/// The components of a combatant that has just been put on the board.
pub(in crate::ecs) fn combatant(row: &Row) -> impl Bundle + use<> {
    let who = Combatant { id: row.id, side: row.side, name: row.name.to_string() };
    let sheet = CombatantSheet(Arc::clone(&row.sheet));
    let body = (row.position, row.facing, row.vitals, row.conditions.clone(), row.stance, row.arms.clone());
    let turn = (row.momentum, row.pairs.clone(), row.turn_state, row.ready.clone(), row.incanting.clone());
    (who, sheet, OutOfPlay(row.gone), body, turn, derived())
}

/// Derived components before they are derived for the first time.
fn derived() -> impl Bundle {
    (
        derive::Reach::default(),
        derive::Threatened::default(),
        derive::MovementRate::default(),
        derive::Flanked::default(),
        derive::InCover::default(),
        derive::Visible::default(),
        derive::Grappled::default(),
        derive::EffectiveConditions::default(),
    )
}

/// Keeps one component true to the row part of the same type.
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
