//! The toolbar: name and time of the battle, playback speed, and buttons for windows and files.

use bevy_egui::egui::{self, Align, Button, Color32, Layout, RichText, Ui};

use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::{Leaving, OpenWindows, SidePanel, Tab};
use crate::gui::hud::style;
use crate::gui::keys::KeyCommand;
use crate::gui::playback::Speed;
use crate::gui::saves::SessionRequest;

/// Draws the toolbar.
pub fn show(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let name = params.session.opening.setup.name.to_string();
        ui.label(RichText::new(name).color(style::GOLD).size(17.0));
        let words = format!("{} {}", params.moment(), params.count());
        ui.label(RichText::new(words).color(style::INK).strong());
        let sides = params.session.opening.setup.sides.len() as u8;
        if ui.available_width() > 860.0 {
            for side in (0..sides).map(crate::battle::Side) {
                let left = params.present().filter(|data| data.combatant.side == side).count();
                let party = &params.session.opening.setup.sides[usize::from(side.0)].name;
                ui.label(RichText::new(format!("{party} {left}")).color(style::side(side)));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, params, windows));
    });
}

fn buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    let leave = "Leave the battle; continue it from the title screen".to_owned();
    let requests: [(&str, String, SessionRequest); 4] = [
        ("quit", leave, SessionRequest::Leave),
        ("load", params.keys.hint("Quick load", KeyCommand::QuickLoad), SessionRequest::QuickLoad),
        ("save", params.keys.hint("Quick save", KeyCommand::QuickSave), SessionRequest::QuickSave),
        ("undo", params.keys.hint(KeyCommand::Undo.words(), KeyCommand::Undo), SessionRequest::Undo),
    ];
    for (icon, words, request) in requests {
        let enabled = request != SessionRequest::Undo || params.session.before_last_turn().is_some();
        let pressed = icon_button(ui, params, icon, enabled).on_hover_text(words);
        let pressed = pressed.on_disabled_hover_text(
            "Nothing to undo: dice were rolled, a hidden unit was found, or nothing was done yet",
        );
        match request {
            _ if !pressed.clicked() => {}
            SessionRequest::Leave => windows.leaving = Some(Leaving::Battle),
            request => drop(params.requests.write(request)),
        }
        if request == SessionRequest::Leave {
            windows_buttons(ui, params, windows);
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
    if icon_button(ui, params, icon, true)
        .on_hover_text(params.keys.hint("Pause or continue", KeyCommand::Pause))
        .clicked()
    {
        params.playback.paused = !params.playback.paused;
    }
}

fn windows_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if icon_button(ui, params, "settings", true)
        .on_hover_text(params.keys.hint("Settings", KeyCommand::ShowSettings))
        .clicked()
    {
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
    if icon_button(ui, params, "book", true).on_hover_text(params.keys.hint("Codex", KeyCommand::ShowCodex)).clicked() {
        windows.codex = if windows.codex.is_some() { None } else { Some(Default::default()) };
    }
    if icon_button(ui, params, "flag", true).on_hover_text("Goals").clicked() {
        params.hud.open(SidePanel::Log, true);
        params.hud.tab = Tab::Goals;
    }
    ui.separator();
}

fn icon_button(ui: &mut Ui, params: &HudParams, icon: &str, enabled: bool) -> egui::Response {
    match params.pictures.icon(icon) {
        Some(picture) => {
            let tint = if enabled { style::INK } else { Color32::from_gray(110) };
            ui.add_enabled(enabled, Button::new(picture.image(17.0).tint(tint)))
        }
        None => ui.add_enabled(enabled, Button::new(icon)),
    }
}
