//! Flanking as a component.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::{Combatant, CombatantId};
use crate::mechanics::flanking;

/// Two enemies that flank this combatant; `None` while it is not flanked.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Flanked(pub Option<(CombatantId, CombatantId)>);

pub(super) fn plugin(app: &mut App) {
    app.register_type::<Flanked>().add_systems(BattleStep, derive_flanked.in_set(BattleSystems::Derive));
}

fn derive_flanked(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut Flanked)>) {
    for (combatant, mut flanked) in &mut combatants {
        flanked.set_if_neq(Flanked(flanking::flankers(battle.game(), combatant.id)));
    }
}
