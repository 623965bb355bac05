//! The screens of the window.

pub(super) mod replay;
pub(super) mod result;
pub(super) mod skirmish;
pub(super) mod title;

pub use replay::ReplayRequest;
pub use skirmish::SkirmishPlan;
pub(crate) use title::ScenarioLibrary;

use std::sync::Arc;

use bevy::prelude::*;

use super::board::Layout;
use super::frame::BattleScene;
use crate::ecs;
use crate::rules::Ruleset;

/// Which screen is shown.
#[derive(States, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Choosing a battle.
    #[default]
    Title,
    /// Setting up a skirmish.
    Skirmish,
    /// The board.
    Battle,
    /// The result of a battle.
    Result,
}

/// The rules whose codex is shown outside a battle.
#[derive(Resource, Clone, Debug)]
pub struct CodexSource(pub Arc<Ruleset>);

/// Adds the screen state. A battle that is left is removed from the board unless the result screen follows.
pub fn plugin(app: &mut App) {
    use Screen::{Battle, Result, Title};
    app.init_state::<Screen>();
    for (exited, entered) in [(Result, Title), (Result, Battle), (Battle, Battle), (Battle, Title)] {
        app.add_systems(OnTransition { exited, entered }, clear);
    }
}

/// Board, tokens and overlays spawn their own entities.
fn clear(world: &mut World) {
    ecs::clear(world);
    let mut left = world.query_filtered::<Entity, With<BattleScene>>();
    let left: Vec<Entity> = left.iter(world).collect();
    for entity in left {
        world.despawn(entity);
    }
    world.remove_resource::<Layout>();
}
