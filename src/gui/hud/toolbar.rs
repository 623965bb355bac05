//! The bar at the very top: where the battle is, the pace, and what opens what.

use bevy_egui::egui::{self, Align, Button, Color32, Layout, RichText, Ui};

use super::desk::{Desk, SidePanel, Tab};
use super::leaving::Leaving;
use super::{Windows, look};
use crate::gui::keys::Command;
use crate::gui::playback::Speed;
use crate::gui::saves::Request;

/// Draws the bar.
pub fn show(ui: &mut Ui, desk: &mut Desk, windows: &mut Windows) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let name = desk.session.opening.setup.name.to_string();
        ui.label(RichText::new(name).color(look::GOLD).size(17.0));
        let words = format!("{} {}", desk.moment(), desk.snapshot.count);
        ui.label(RichText::new(words).color(look::INK).strong());
        let sides = desk.session.opening.setup.sides.len() as u8;
        if ui.available_width() > 860.0 {
            for side in (0..sides).map(crate::battle::Side) {
                let of_side = desk.snapshot.view().present().filter(|row| row.side == side);
                let left = of_side.filter(|row| desk.watch.notices(row.id)).count();
                let party = &desk.session.opening.setup.sides[usize::from(side.0)].name;
                ui.label(RichText::new(format!("{party} {left}")).color(look::side(side)));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, desk, windows));
    });
}

fn buttons(ui: &mut Ui, desk: &mut Desk, windows: &mut Windows) {
    let leave = "Leave the battle; it can be continued from the start screen".to_owned();
    let requests: [(&str, String, Request); 4] = [
        ("quit", leave, Request::Leave),
        ("load", desk.keys.hint("Quick load", Command::QuickLoad), Request::QuickLoad),
        ("save", desk.keys.hint("Quick save", Command::QuickSave), Request::QuickSave),
        ("undo", desk.keys.hint(Command::Undo.words(), Command::Undo), Request::Undo),
    ];
    for (icon, words, request) in requests {
        let enabled = request != Request::Undo || desk.session.before_last_turn().is_some();
        let pressed = icon_button(ui, desk, icon, enabled).on_hover_text(words);
        let pressed = pressed.on_disabled_hover_text(
            "Nothing to take back: a die was rolled, somebody was found, or nothing was done yet",
        );
        match request {
            _ if !pressed.clicked() => {}
            Request::Leave => windows.leaving = Some(Leaving::Battle),
            request => drop(desk.requests.write(request)),
        }
        if request == Request::Leave {
            windows_buttons(ui, desk, windows);
        }
    }
    ui.separator();
    for speed in Speed::ALL.into_iter().rev() {
        let chosen = desk.playback.speed == speed;
        if ui.selectable_label(chosen, speed.word()).on_hover_text("Animation speed").clicked() {
            desk.playback.speed = speed;
        }
    }
    let icon = if desk.playback.paused { "play" } else { "pause" };
    if icon_button(ui, desk, icon, true).on_hover_text(desk.keys.hint("Stop and go on", Command::Pause)).clicked() {
        desk.playback.paused = !desk.playback.paused;
    }
}

fn windows_buttons(ui: &mut Ui, desk: &mut Desk, windows: &mut Windows) {
    if icon_button(ui, desk, "settings", true)
        .on_hover_text(desk.keys.hint("Settings", Command::ShowSettings))
        .clicked()
    {
        windows.settings = !windows.settings;
    }
    let kept = desk.habits_kept();
    let words = if kept > 0 { format!("orders ({kept})") } else { "orders".to_owned() };
    if ui.button(words).on_hover_text("What is always or never answered, and who is on the way").clicked() {
        windows.orders = !windows.orders;
    }
    if ui.button("?").on_hover_text(desk.keys.hint("Keys and marks", Command::ShowHelp)).clicked() {
        windows.help = !windows.help;
    }
    if icon_button(ui, desk, "book", true).on_hover_text(desk.keys.hint("Codex", Command::ShowCodex)).clicked() {
        windows.codex = if windows.codex.is_some() { None } else { Some(Default::default()) };
    }
    if icon_button(ui, desk, "flag", true).on_hover_text("Goals").clicked() {
        desk.hud.open(SidePanel::Log, true);
        desk.hud.tab = Tab::Goals;
    }
    ui.separator();
}

fn icon_button(ui: &mut Ui, desk: &Desk, icon: &str, enabled: bool) -> egui::Response {
    match desk.pictures.icon(icon) {
        Some(picture) => {
            let tint = if enabled { look::INK } else { Color32::from_gray(110) };
            ui.add_enabled(enabled, Button::new(picture.image(17.0).tint(tint)))
        }
        None => ui.add_enabled(enabled, Button::new(icon)),
    }
}
