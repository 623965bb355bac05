//! The toolbar: which battle it is and how far, and buttons for speed, undo and windows.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    Align, Button, Color32, ComboBox, Galley, Layout, Rect, Sense, TextFormat, TextStyle, Ui, UiBuilder, pos2, vec2,
};
use std::sync::Arc;

use crate::battle::Side;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::{OpenWindows, PausePage, SidePanel, Tab};
use crate::gui::hud::{style, widgets};
use crate::gui::keys::KeyCommand;
use crate::gui::playback::Speed;
use crate::gui::saves::SessionRequest;

/// Below this width the speeds are a list, in points.
const NARROW: f32 = 760.0;

/// Distance between two texts, and the least width of a battle's name, in points.
const GAP: f32 = 8.0;
const NAME: f32 = 48.0;

pub fn toolbar(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    // Buttons are higher than the text of a low bar.
    let all = ui.max_rect().expand2(vec2(0.0, 6.0));
    let builder = UiBuilder::new().max_rect(all).layout(Layout::right_to_left(Align::Center));
    let mut right = ui.new_child(builder);
    right.spacing_mut().item_spacing.x = 4.0;
    buttons(&mut right, params, windows);
    let left = Rect::from_min_max(all.min, pos2(right.min_rect().left() - GAP, all.bottom()));
    battle(ui, params, left);
}

/// Draws the count or round, before it the name of the battle as far as it fits, and behind it the sides if they fit.
fn battle(ui: &mut Ui, params: &HudParams, room: Rect) {
    let setup = &params.session.opening.setup;
    let body = TextStyle::Body.resolve(ui.style());
    let text = |words: &str, colour: Color32| {
        let format = TextFormat::simple(body.clone(), colour);
        ui.painter().layout_job(LayoutJob::single_section(words.to_owned(), format))
    };
    let mut moment = vec![text(&format!("{} {}", params.moment(), params.count()), style::INK)];
    if params.session.is_replay() {
        moment.push(text("Replay", style::TIRED));
    }
    let width = |all: &[Arc<Galley>]| all.iter().map(|galley| galley.size().x + GAP).sum::<f32>();
    let sides = (0..).map(Side).zip(&setup.sides).map(|(side, party)| {
        let left = params.present().filter(|data| data.combatant.side == side).count();
        text(&format!("{} {left}", party.name), style::side(side))
    });
    let sides: Vec<Arc<Galley>> = sides.collect();
    let left = room.width() - width(&moment);
    let name = widgets::fitted(ui, &setup.name, TextStyle::Heading, left);
    let has_name = left >= NAME;
    let free = left - name.size().x - GAP;
    let fits = has_name && free >= width(&sides);
    let mut x = room.left();
    let mut place = |galley: &Galley| {
        let at = pos2(x, room.center().y - galley.size().y / 2.0);
        x += galley.size().x + GAP;
        at
    };
    if has_name {
        ui.painter().galley_with_override_text_color(place(&name), name, style::GOLD);
    }
    for galley in moment.into_iter().chain(sides.into_iter().filter(|_| fits)) {
        ui.painter().galley(place(&galley), galley, style::INK);
    }
    ui.interact(room, ui.id().with("battle"), Sense::hover()).on_hover_text(&*setup.name);
}

fn buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    let narrow = ui.available_width() < NARROW;
    if ui
        .button("Menu")
        .on_hover_text(params.keys.hint("Pause menu: save, load, surrender, quit", KeyCommand::Cancel))
        .clicked()
    {
        windows.pause = Some(PausePage::Menu);
    }
    window_buttons(ui, params, windows);
    if params.session.is_replay() {
        return;
    }
    let can_undo = params.session.before_last_turn().is_some();
    if icon_button(ui, params, "undo", can_undo, params.keys.hint(KeyCommand::Undo.words(), KeyCommand::Undo)) {
        params.requests.write(SessionRequest::Undo);
    }
    ui.separator();
    speeds(ui, &mut params.playback.speed, narrow);
    let icon = if params.playback.paused { "play" } else { "pause" };
    if icon_button(ui, params, icon, true, params.keys.hint("Pause or continue", KeyCommand::Pause)) {
        params.playback.paused = !params.playback.paused;
    }
}

/// Draws the choice of a speed: a row of words, or a list where the toolbar is narrow.
fn speeds(ui: &mut Ui, speed: &mut Speed, narrow: bool) {
    const ABOUT: &str = "Animation speed";
    if narrow {
        let list = ComboBox::from_id_salt("speed").width(44.0).selected_text(speed.word());
        let shown = list.show_ui(ui, |ui| {
            for choice in Speed::ALL {
                ui.selectable_value(speed, choice, choice.word());
            }
        });
        shown.response.on_hover_text(ABOUT);
        return;
    }
    for choice in Speed::ALL.into_iter().rev() {
        ui.selectable_value(speed, choice, choice.word()).on_hover_text(ABOUT);
    }
}

fn window_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if icon_button(ui, params, "settings", true, params.keys.hint("Settings", KeyCommand::ShowSettings)) {
        windows.settings = !windows.settings;
    }
    let kept = params.automatic_answers();
    let words = if kept > 0 { format!("Orders ({kept})") } else { "Orders".to_owned() };
    let plays = !params.session.is_replay();
    if plays && ui.button(words).on_hover_text("Automatic answers, and units moving under orders").clicked() {
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
fn icon_button(ui: &mut Ui, params: &HudParams, icon: &str, enabled: bool, words: impl Into<String>) -> bool {
    let tint = if enabled { style::INK } else { Color32::from_gray(110) };
    let picture = params.pictures.icon(icon);
    let button = picture.map_or_else(|| Button::new(icon), |picture| Button::new(picture.image(17.0).tint(tint)));
    let (shown, words) = (ui.add_enabled(enabled, button), words.into());
    widgets::name_button(&shown, || words.clone());
    let shown = shown
        .on_hover_text(words)
        .on_disabled_hover_text("Nothing to undo: dice were rolled, a hidden unit was found, or nothing was done yet");
    shown.clicked()
}
