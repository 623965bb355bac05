//! The battle screen: what is on it is spawned by the board, the tokens and the overlays; here it is cleared away.

use bevy::prelude::*;

use super::Screen;
use crate::ecs;
use crate::gui::Scene;
use crate::gui::board::Layout;

/// Clears the board when another screen than the result comes.
pub fn plugin(app: &mut App) {
    app.add_systems(OnTransition { exited: Screen::Result, entered: Screen::Title }, clear)
        .add_systems(OnTransition { exited: Screen::Result, entered: Screen::Battle }, clear)
        .add_systems(OnTransition { exited: Screen::Battle, entered: Screen::Battle }, clear)
        .add_systems(OnTransition { exited: Screen::Battle, entered: Screen::Title }, clear);
}

fn clear(world: &mut World) {
    ecs::clear(world);
    let mut left = world.query_filtered::<Entity, With<Scene>>();
    let left: Vec<Entity> = left.iter(world).collect();
    for entity in left {
        world.despawn(entity);
    }
    world.remove_resource::<Layout>();
}
