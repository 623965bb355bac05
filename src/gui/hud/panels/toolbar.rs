//! The toolbar: name and time of the battle, playback speed, and buttons for windows and files.

use bevy_egui::egui::{Align, Button, Color32, Layout, RichText, Ui, WidgetText};

use crate::battle::Side;
use crate::gui::hud::dialogs::open_windows::{Leaving, OpenWindows};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::{SidePanel, Tab};
use crate::gui::hud::style;
use crate::gui::keys::KeyCommand;
use crate::gui::playback::Speed;
use crate::gui::saves::SessionRequest;

/// Draws the toolbar.
pub fn show(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let setup = &params.session.opening.setup;
        ui.label(RichText::new(&*setup.name).color(style::GOLD).size(17.0));
        let words = format!("{} {}", params.moment(), params.count());
        ui.label(RichText::new(words).color(style::INK).strong());
        if ui.available_width() > 860.0 {
            for (side, party) in (0..).map(Side).zip(&setup.sides) {
                let left = params.present().filter(|data| data.combatant.side == side).count();
                ui.colored_label(style::side(side), format!("{} {left}", party.name));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, params, windows));
    });
}

fn buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if icon_button(ui, params, "quit", true, "Leave the battle; continue it from the title screen") {
        windows.leaving = Some(Leaving::Battle);
    }
    windows_buttons(ui, params, windows);
    for (icon, words, key, request) in [
        ("load", "Quick load", KeyCommand::QuickLoad, SessionRequest::QuickLoad),
        ("save", "Quick save", KeyCommand::QuickSave, SessionRequest::QuickSave),
        ("undo", KeyCommand::Undo.words(), KeyCommand::Undo, SessionRequest::Undo),
    ] {
        let enabled = request != SessionRequest::Undo || params.session.before_last_turn().is_some();
        if icon_button(ui, params, icon, enabled, params.keys.hint(words, key)) {
            params.requests.write(request);
        }
    }
    ui.separator();
    for speed in Speed::ALL.into_iter().rev() {
        let chosen = params.playback.speed == speed;
        if ui.selectable_label(chosen, speed.word()).on_hover_text("Animation speed").clicked() {
            params.playback.speed = speed;
        }
    }
    let icon = if params.playback.paused { "play" } else { "pause" };
    if icon_button(ui, params, icon, true, params.keys.hint("Pause or continue", KeyCommand::Pause)) {
        params.playback.paused = !params.playback.paused;
    }
}

fn windows_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if icon_button(ui, params, "settings", true, params.keys.hint("Settings", KeyCommand::ShowSettings)) {
        windows.settings = !windows.settings;
    }
    let kept = params.automatic_answers();
    let words = if kept > 0 { format!("Orders ({kept})") } else { "Orders".to_owned() };
    if ui.button(words).on_hover_text("Automatic answers, and units moving under orders").clicked() {
        windows.orders = !windows.orders;
    }
    if ui.button("?").on_hover_text(params.keys.hint("Keys and marks", KeyCommand::ShowHelp)).clicked() {
        windows.help = !windows.help;
    }
    if icon_button(ui, params, "book", true, params.keys.hint("Codex", KeyCommand::ShowCodex)) {
        windows.codex = windows.codex.is_none().then(Default::default);
    }
    if icon_button(ui, params, "flag", true, "Goals") {
        params.hud.open(SidePanel::Log, true);
        params.hud.tab = Tab::Goals;
    }
    ui.separator();
}

/// Draws a button with an icon and a tooltip. Returns whether it was clicked. The only one ever disabled is undo.
fn icon_button(ui: &mut Ui, params: &HudParams, icon: &str, enabled: bool, words: impl Into<WidgetText>) -> bool {
    let tint = if enabled { style::INK } else { Color32::from_gray(110) };
    let picture = params.pictures.icon(icon);
    let button = picture.map_or_else(|| Button::new(icon), |picture| Button::new(picture.image(17.0).tint(tint)));
    let shown = ui
        .add_enabled(enabled, button)
        .on_hover_text(words)
        .on_disabled_hover_text("Nothing to undo: dice were rolled, a hidden unit was found, or nothing was done yet");
    shown.clicked()
}
