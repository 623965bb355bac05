//! Which screen is shown, and what screens need to know.

use std::sync::Arc;

use bevy::prelude::*;

use crate::gui::WindowOptions;
use crate::rules::Ruleset;

/// Which screen is shown.
#[derive(States, Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Choosing a battle.
    #[default]
    Title,
    /// The board.
    Battle,
    /// The result of a battle.
    Result,
}

/// The options the window was opened with.
#[derive(Resource, Clone, Debug)]
pub struct Launch(pub WindowOptions);

/// The rules whose codex is shown outside a battle.
#[derive(Resource, Clone, Debug)]
pub struct CodexSource(pub Arc<Ruleset>);
