//! The form of the settings.

use bevy_egui::egui::{Grid, Label, Ui};

use crate::gui::hud::style;
use crate::gui::hud::widgets::line;
use crate::gui::keys::KeyCommand;
use crate::gui::playback::Speed;
use crate::gui::settings::{Settings, SettingsFile};
use crate::gui::theme::Palette;

/// Draws the form of the settings.
pub fn form(ui: &mut Ui, settings: &mut Settings, file: &mut SettingsFile) {
    show_error(ui, file);
    Grid::new("settings").num_columns(2).spacing([24.0, 12.0]).show(ui, |ui| {
        ui.label("Animation speed");
        ui.horizontal(|ui| {
            for speed in Speed::ALL {
                ui.selectable_value(&mut settings.speed, speed, speed.word());
            }
        });
        ui.end_row();
        ui.label("UI scale");
        ui.horizontal(|ui| {
            for scale in [75, 100, 125, 150, 175, 200] {
                ui.selectable_value(&mut settings.scale, scale, format!("{scale} %"));
            }
        });
        ui.end_row();
        ui.label("Team colours");
        ui.vertical(|ui| {
            for palette in Palette::ALL {
                ui.radio_value(&mut settings.palette, palette, palette.words());
            }
        });
        ui.end_row();
        ui.label("Window");
        let words = format!("Full screen ({})", settings.keys.words(KeyCommand::FullScreen));
        ui.checkbox(&mut settings.full_screen, words);
        ui.end_row();
        ui.label("Accessibility");
        ui.checkbox(&mut settings.reduced_motion, "Reduce motion");
        ui.end_row();
        ui.label("Hot seat");
        ui.vertical(|ui| {
            ui.checkbox(&mut settings.pass_screen, "Hide the board between players");
            ui.colored_label(style::FAINT, "Then show what happened since that side's last turn.");
        });
        ui.end_row();
    });
    ui.add_space(8.0);
    line(ui, &format!("Stored in {}", file.path.display()), style::FAINT);
}

/// Draws the error in the settings file, and a button that renames the file.
fn show_error(ui: &mut Ui, file: &mut SettingsFile) {
    let Some(why) = &file.broken else { return };
    line(ui, &format!("The settings file is broken: {why}"), style::BAD);
    let words = "Default settings are used. Changes last until the window is closed: a broken file is not overwritten.";
    ui.add(Label::new(words).wrap());
    let pressed = ui.button("Rename the broken file").on_hover_text("Settings are saved again afterwards");
    if pressed.clicked()
        && let Err(why) = file.rename_broken()
    {
        file.broken = Some(format!("it cannot be renamed: {why}"));
    }
    ui.separator();
}
