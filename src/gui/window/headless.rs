//! The battle as the window plays it, without anything drawn.

use bevy::prelude::*;

use crate::ecs::{RulesPlugin, RunBattle};
use crate::gui::animating::Animating;
use crate::gui::files::file_watch;
use crate::gui::frame_systems::FrameSystems;
use crate::gui::{input, keys, known, playback, saves, screens, session, wake};

/// Plays battles without drawing: seats, playback, files and saves, in the order of a frame. The app must provide
/// states, input and time.
pub fn headless(app: &mut App) {
    let order = (
        FrameSystems::Input,
        FrameSystems::Battle,
        FrameSystems::Floor,
        FrameSystems::Tokens,
        FrameSystems::Overlays,
        FrameSystems::Camera,
    );
    app.init_resource::<Animating>()
        .configure_sets(Update, (order.chain(), RunBattle.in_set(FrameSystems::Battle)))
        .add_message::<input::Cancelled>()
        .add_systems(First, |mut animating: ResMut<Animating>| animating.moves = false)
        .add_plugins(RulesPlugin)
        .add_plugins((keys::plugin, screens::states, session::plugin, playback::plugin))
        .add_plugins((known::plugin, saves::plugin, wake::plugin, file_watch::plugin));
}
