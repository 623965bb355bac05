//! Movement rates as components.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::Combatant;
use crate::content::Gait;
use crate::mechanics::movement;

/// Feet that a combatant can walk with one action or in four counts, with everything that slows it; 0 once it is out of play.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct MovementRate(pub u16);

pub(super) fn plugin(app: &mut App) {
    app.register_type::<MovementRate>().add_systems(BattleStep, derive_rates.in_set(BattleSystems::Derive));
}

fn derive_rates(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut MovementRate)>) {
    for (combatant, mut rate) in &mut combatants {
        let present = !battle.whole_view().row(combatant.id).gone;
        let walked = if present { movement::rate(battle.game(), combatant.id, Gait::Walk) } else { 0 };
        rate.set_if_neq(MovementRate(walked));
    }
}
