//! Sight as a component of combatants, light and darkness as one of cells.

use bevy::prelude::*;

use super::{BattleStep, BattleSystems, CellPosition, ShownBattle};
use crate::battle::{Combatant, CombatantId, Detection};
use crate::mechanics::{Game, sight};

/// Enemies that do not see this combatant plainly, by number, with how they perceive it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Visible(pub Vec<(CombatantId, Detection)>);

fn derive_visibility(battle: Res<ShownBattle>, mut combatants: Query<(&Combatant, &mut Visible)>) {
    for (combatant, mut visible) in &mut combatants {
        let game = battle.game();
        let by = battle.enemies_of(combatant.id).map(|enemy| (enemy, sight::visibility(game, enemy, combatant.id)));
        visible.set_if_neq(Visible(by.filter(|(_, seen)| *seen > Detection::Seen).collect()));
    }
}

/// How bright the ground of a cell is.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub enum CellLight {
    /// In daylight.
    #[default]
    Daylight,
    /// In the dark, but within a light source's radius and line.
    Lit,
    /// In the dark.
    Dark,
}

pub(super) fn plugin(app: &mut App) {
    app.register_type::<Visible>()
        .register_type::<CellLight>()
        .add_systems(BattleStep, (derive_visibility, derive_light).in_set(BattleSystems::Derive));
}

/// Light depends on lights and ground, and on where their bearers are.
fn derive_light(
    battle: Res<ShownBattle>,
    mut cells: Query<(&CellPosition, &mut CellLight)>,
    mut derived: Local<Option<(u64, u64)>>,
) {
    let (view, changed) = (battle.whole_view(), battle.whole_view().changed());
    let now = Some((changed.bodies, changed.around));
    if !view.field().dark || (*derived == now && !battle.is_added()) {
        return;
    }
    *derived = now;
    for (cell, mut light) in &mut cells {
        let is_lit = sight::is_lit(Game::new(view, battle.book()), cell.0);
        light.set_if_neq(if is_lit { CellLight::Lit } else { CellLight::Dark });
    }
}
