//! Clears the battle screen. Board, tokens and overlays spawn their own entities.

use bevy::prelude::*;

use super::Screen;
use crate::battle::{Combatant, Link, Roster, Snapshot};
use crate::gui::BattleScene;
use crate::gui::board::Layout;
use crate::turn::Timeline;

/// Clears the board unless the result screen follows.
pub fn plugin(app: &mut App) {
    app.add_systems(OnTransition { exited: Screen::Result, entered: Screen::Title }, clear)
        .add_systems(OnTransition { exited: Screen::Result, entered: Screen::Battle }, clear)
        .add_systems(OnTransition { exited: Screen::Battle, entered: Screen::Battle }, clear)
        .add_systems(OnTransition { exited: Screen::Battle, entered: Screen::Title }, clear);
}

fn clear(world: &mut World) {
    let mut left = world.query_filtered::<Entity, Or<(With<BattleScene>, With<Combatant>, With<Link>)>>();
    let left: Vec<Entity> = left.iter(world).collect();
    for entity in left {
        world.despawn(entity);
    }
    world.remove_resource::<Layout>();
    world.remove_resource::<Snapshot>();
    world.remove_resource::<Roster>();
    world.remove_resource::<Timeline>();
}
