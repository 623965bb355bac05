//! Light and darkness as a component of cells.

use bevy::prelude::*;

use crate::ecs::{BattleStep, BattleSystems, CellPosition, ShownBattle};
use crate::mechanics::{Game, sight};

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

/// Keeps [`CellLight`] true.
pub struct LightPlugin;

impl Plugin for LightPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<CellLight>().add_systems(BattleStep, derive_light.in_set(BattleSystems::Derive));
    }
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
