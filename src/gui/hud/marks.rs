//! The key that keeps a forecast in sight.

use bevy::prelude::*;

use super::desk::Hud;
use crate::gui::input::Hovered;
use crate::gui::keys::{Command, Keys};
use crate::gui::playback::Playback;

/// Pins the forecast of the one under the pointer, or takes the pin away; stops and starts playback.
pub fn toggles(keys: Keys, hovered: Res<Hovered>, mut hud: ResMut<Hud>, mut playback: ResMut<Playback>) {
    if keys.pressed(Command::PinForecast) {
        hud.pinned = if hud.pinned.is_some() { None } else { hovered.who };
    }
    if keys.pressed(Command::Pause) {
        playback.paused = !playback.paused;
    }
}
