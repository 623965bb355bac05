//! The screens of the window.

mod battle;
mod result;
mod state;
mod title;

pub use state::{CodexSource, Launch, Screen};

use bevy::prelude::*;

/// Adds the screen state and the cleanup between screens.
pub fn states(app: &mut App) {
    app.init_state::<Screen>().add_plugins(battle::plugin);
}

/// Adds the drawing of the screens.
pub fn plugin(app: &mut App) {
    app.add_plugins((title::plugin, result::plugin));
}
