//! The screens of the window, one file each.

mod battle;
mod result;
mod title;

use std::sync::Arc;

use bevy::prelude::*;

use super::window::WindowOptions;
use crate::rules::Ruleset;

/// Which screen is shown.
#[derive(States, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The start: which battle.
    #[default]
    Title,
    /// The board.
    Battle,
    /// How a battle ended.
    Result,
}

/// What the window was opened with, for screens that look for files.
#[derive(Resource, Clone, Debug)]
pub struct Launch(pub WindowOptions);

/// The rules whose codex is shown where no battle is played.
#[derive(Resource, Clone, Debug)]
pub struct CodexSource(pub Arc<Ruleset>);

/// Which screen is shown, and what is cleared away between them.
pub fn states(app: &mut App) {
    app.init_state::<Screen>().add_plugins(battle::plugin);
}

/// What is drawn on the screens.
pub fn plugin(app: &mut App) {
    app.add_plugins((title::plugin, result::plugin));
}
