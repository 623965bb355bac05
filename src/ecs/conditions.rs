//! Conditions in force as a component.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::Combatant;
use crate::content::Name;
use crate::mechanics::status;

/// All conditions in force that have an effect, each once: stored ones, those by stance, holds and place, and implied ones.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct EffectiveConditions(pub Vec<Name>);

pub(super) fn plugin(app: &mut App) {
    app.register_type::<EffectiveConditions>().add_systems(BattleStep, derive_conditions.in_set(BattleSystems::Derive));
}

fn derive_conditions(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut EffectiveConditions)>) {
    for (combatant, mut effective) in &mut combatants {
        let mut names: Vec<Name> = Vec::new();
        for (condition, _) in status::each(battle.game(), combatant.id) {
            if !names.contains(&condition.id) {
                names.push(condition.id);
            }
        }
        effective.set_if_neq(EffectiveConditions(names));
    }
}
