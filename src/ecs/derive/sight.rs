//! Sight as a component.

use bevy::prelude::*;

use crate::battle::{Combatant, CombatantId, Detection};
use crate::ecs::{BattleStep, BattleSystems, ShownBattle};
use crate::mechanics::sight;

/// Enemies that do not see this combatant plainly, by number, with how they perceive it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Visible(pub Vec<(CombatantId, Detection)>);

/// Keeps [`Visible`] true.
pub struct SightPlugin;

impl Plugin for SightPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<Visible>().add_systems(BattleStep, derive_visibility.in_set(BattleSystems::Derive));
    }
}

fn derive_visibility(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut Visible)>) {
    for (combatant, mut visible) in &mut combatants {
        let game = battle.game();
        let by = battle.enemies_of(combatant.id).map(|enemy| (enemy, sight::visibility(game, enemy, combatant.id)));
        visible.set_if_neq(Visible(by.filter(|(_, seen)| *seen > Detection::Seen).collect()));
    }
}
