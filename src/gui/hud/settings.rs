//! What the player set once and for all, kept in a file.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use serde::{Deserialize, Serialize};

use super::desk::Hud;
use super::look;
use crate::content::authored::{Source, parse};
use crate::gui::home;
use crate::gui::playback::{Playback, Speed};
use crate::gui::theme::{self, Palette};
use crate::gui::tokens::PaletteShown;

/// The player's settings.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How fast facts are shown.
    pub speed: Speed,
    /// Size of panels and their words, in hundredths: 75 to 200.
    pub scale: u16,
    /// Colours of the sides.
    pub palette: Palette,
    /// Tokens jump instead of gliding.
    pub reduced_motion: bool,
    /// Whether the panels at the sides are open.
    pub unit_panel: bool,
    pub log_panel: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            speed: Speed::Normal,
            scale: 100,
            palette: Palette::Usual,
            reduced_motion: false,
            unit_panel: true,
            log_panel: true,
        }
    }
}

/// Reads the settings, and writes them when they change.
pub fn plugin(app: &mut App) {
    app.insert_resource(read()).add_systems(Update, (remember, keep).chain());
}

fn read() -> Settings {
    let path = home::settings();
    if !path.exists() {
        return Settings::default();
    }
    let found = Source::read(&path).and_then(|source| parse::<Settings>(&source));
    let mut settings = found.unwrap_or_else(|why| {
        warn!("the usual settings are used: {}", why.brief());
        Settings::default()
    });
    settings.scale = settings.scale.clamp(75, 200);
    settings
}

/// Speed and panels may be changed elsewhere too.
fn remember(playback: Res<Playback>, hud: Res<Hud>, mut settings: ResMut<Settings>, mut ready: Local<bool>) {
    if !std::mem::replace(&mut *ready, true) {
        return;
    }
    let now =
        Settings { speed: playback.speed, unit_panel: hud.unit_open, log_panel: hud.side_open, ..settings.clone() };
    settings.set_if_neq(now);
}

fn keep(
    settings: Res<Settings>,
    mut commands: Commands,
    mut playback: ResMut<Playback>,
    mut hud: ResMut<Hud>,
    mut known: Local<Option<Settings>>,
) {
    if known.as_ref() == Some(&*settings) {
        return;
    }
    theme::set_palette(settings.palette);
    commands.insert_resource(PaletteShown(settings.palette));
    playback.speed = settings.speed;
    playback.still = settings.reduced_motion;
    (hud.unit_open, hud.side_open) = (settings.unit_panel, settings.log_panel);
    let is_first = known.replace(settings.clone()).is_none();
    if !is_first {
        let text = ron::ser::to_string_pretty(&*settings, ron::ser::PrettyConfig::default()).unwrap_or_default();
        if let Err(why) = home::write_whole(&home::settings(), &text) {
            warn!("the settings are not kept: {why}");
        }
    }
}

/// Gives the panels their look at the chosen scale.
pub fn dress(mut contexts: EguiContexts, settings: Res<Settings>, mut known: Local<Option<u16>>) -> Result {
    let ctx = contexts.ctx_mut()?;
    if *known != Some(settings.scale) {
        look::apply(ctx, settings.scale);
        *known = Some(settings.scale);
    }
    // What an event changed is shown by the frame after it.
    if ctx.input(|input| !input.events.is_empty()) {
        ctx.request_repaint();
    }
    // Keys belong to the battle unless somebody types words.
    if !ctx.text_edit_focused() {
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    Ok(())
}

/// The settings as a form.
pub fn form(ui: &mut egui::Ui, settings: &mut Settings) {
    egui::Grid::new("settings").num_columns(2).spacing([24.0, 12.0]).show(ui, |ui| {
        ui.label("Speed of what is shown");
        ui.horizontal(|ui| {
            for speed in Speed::ALL {
                ui.selectable_value(&mut settings.speed, speed, speed.word());
            }
        });
        ui.end_row();
        ui.label("Size of panels");
        ui.horizontal(|ui| {
            for scale in [75, 100, 125, 150, 175, 200] {
                ui.selectable_value(&mut settings.scale, scale, format!("{scale} %"));
            }
        });
        ui.end_row();
        ui.label("Colours of the sides");
        ui.vertical(|ui| {
            for palette in Palette::ALL {
                ui.horizontal(|ui| {
                    ui.radio_value(&mut settings.palette, palette, palette.words());
                });
            }
        });
        ui.end_row();
        ui.label("Motion");
        ui.checkbox(&mut settings.reduced_motion, "Tokens jump instead of gliding");
        ui.end_row();
    });
    ui.add_space(8.0);
    ui.label(egui::RichText::new(format!("Kept in {}", home::settings().display())).color(look::FAINT));
}
