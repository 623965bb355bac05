//! Keys that work on the whole battle screen.

use bevy::prelude::*;

use super::state::Hud;
use crate::gui::input::Hovered;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::playback::Playback;

/// Pins or unpins the forecast of the combatant under the pointer; pauses or continues playback.
pub fn toggles(keys: Keys, hovered: Res<Hovered>, mut hud: ResMut<Hud>, mut playback: ResMut<Playback>) {
    if keys.pressed(KeyCommand::PinForecast) {
        hud.pinned = if hud.pinned.is_some() { None } else { hovered.who };
    }
    if keys.pressed(KeyCommand::Pause) {
        playback.paused = !playback.paused;
    }
}
