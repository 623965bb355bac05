//! Clears the battle screen. Board, tokens and overlays spawn their own entities.

use bevy::prelude::*;

use super::Screen;
use crate::ecs;
use crate::gui::BattleScene;
use crate::gui::board::Layout;

/// Clears the board unless the result screen follows.
pub fn plugin(app: &mut App) {
    app.add_systems(OnTransition { exited: Screen::Result, entered: Screen::Title }, clear)
        .add_systems(OnTransition { exited: Screen::Result, entered: Screen::Battle }, clear)
        .add_systems(OnTransition { exited: Screen::Battle, entered: Screen::Battle }, clear)
        .add_systems(OnTransition { exited: Screen::Battle, entered: Screen::Title }, clear);
}

fn clear(world: &mut World) {
    ecs::clear(world);
    let mut left = world.query_filtered::<Entity, With<BattleScene>>();
    let left: Vec<Entity> = left.iter(world).collect();
    for entity in left {
        world.despawn(entity);
    }
    world.remove_resource::<Layout>();
}
