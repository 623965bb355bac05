//! The volumes, among the general settings.

use bevy_egui::egui::{Slider, Ui};

use crate::gui::hud::style;
use crate::gui::hud::widgets::line;
use crate::gui::sound::{SoundState, Volumes};

/// Shows the volumes, and why there is no sound if there is none.
pub fn rows(ui: &mut Ui, volumes: &mut Volumes, state: &SoundState) {
    ui.checkbox(&mut volumes.on, "Play sounds");
    let parts = [("Volume", &mut volumes.master), ("Effects", &mut volumes.effects), ("Music", &mut volumes.music)];
    for (name, volume) in parts {
        ui.add_enabled(volumes.on, Slider::new(volume, 0..=100).step_by(5.0).suffix(" %").text(name));
    }
    match state {
        SoundState::Plays => {}
        SoundState::Looking => line(ui, "Looking for a sound server…", style::FAINT),
        SoundState::Silent(why) => line(ui, format!("The game is silent: {why}."), style::FAINT),
    }
}
