//! Grapples as a component.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::battle::{Combatant, CombatantId};

/// The holds on this combatant, and its holds on others.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Grappled {
    /// Its holders.
    pub by: Vec<CombatantId>,
    /// Combatants it holds.
    pub holding: Vec<CombatantId>,
}

pub(super) fn plugin(app: &mut App) {
    app.register_type::<Grappled>().add_systems(BattleStep, derive_grapples.in_set(BattleSystems::Derive));
}

fn derive_grapples(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut Grappled)>) {
    let view = battle.whole_view();
    for (combatant, mut grappled) in &mut combatants {
        let by = view.holds_on(combatant.id).map(|hold| hold.holder).collect();
        let holding = view.holds_by(combatant.id).map(|hold| hold.held).collect();
        grappled.set_if_neq(Grappled { by, holding });
    }
}
