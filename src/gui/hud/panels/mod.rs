//! The panels at fixed places of the battle screen: toolbar, right panel with its tabs, bottom panel.

pub mod goals;

use bevy_egui::egui::{Align, Button, Color32, Label, Layout, RichText, ScrollArea, Ui, WidgetText, vec2};

use crate::battle::{CombatantId, Side};
use crate::gui::hud::layout::FOLDED_WIDTH;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::{Leaving, OpenWindows, SidePanel, Tab};
use crate::gui::hud::text::choice_words;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{action_bar, log, prompts, style, widgets};
use crate::gui::keys::KeyCommand;
use crate::gui::playback::Speed;
use crate::gui::saves::SessionRequest;
use crate::gui::session::Seat;
use crate::resolution::Asks;

/// Draws the toolbar: name and time of the battle, playback speed, and buttons for windows and files.
pub fn toolbar(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
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
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| toolbar_buttons(ui, params, windows));
    });
}

fn toolbar_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if icon_button(ui, params, "quit", true, "Leave the battle; continue it from the title screen") {
        windows.leaving = Some(Leaving::Battle);
    }
    window_buttons(ui, params, windows);
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

fn window_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
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

/// Draws the right panel: log, goals or AI thoughts.
pub fn side(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    if ui.available_width() < FOLDED_WIDTH {
        let words = params.keys.hint("Log, goals and thoughts", KeyCommand::ToggleLog);
        if ui.button("<").on_hover_text(words).clicked() {
            params.hud.open(SidePanel::Log, true);
        }
        return;
    }
    ui.horizontal(|ui| {
        for (tab, word) in [(Tab::Log, "Log"), (Tab::Goals, "Goals"), (Tab::Thoughts, "AI thoughts")] {
            if ui.selectable_label(params.hud.tab == tab, word).clicked() {
                params.hud.tab = tab;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(">").on_hover_text(params.keys.hint("Collapse", KeyCommand::ToggleLog)).clicked() {
                params.hud.open(SidePanel::Log, false);
            }
        });
    });
    match params.hud.tab {
        Tab::Log => log::show(ui, params, links),
        Tab::Goals => goals::show(ui, params),
        Tab::Thoughts => show_thoughts(ui, params),
    }
}

/// Draws the options of the last decision of the selected combatant, or of the latest decision.
fn show_thoughts(ui: &mut Ui, params: &mut HudParams) {
    // The thoughts of a hidden combatant would reveal where it is.
    let decided = |who: &CombatantId| params.watch.knows(*who) && params.session.decision_of(*who).is_some();
    let wanted = params.selected.0.or(params.hovered.who).filter(decided);
    let all = params.combatants.iter().map(|data| data.combatant.id);
    let latest = all.filter(decided).max_by_key(|who| params.session.decision_of(*who).map(|made| made.count));
    let Some((who, decision)) = wanted.or(latest).and_then(|who| Some((who, params.session.decision_of(who)?))) else {
        let mut sides = (0..params.session.opening.setup.sides.len() as u8).map(Side);
        let has_mind = sides.any(|side| params.session.seat(side) != Seat::Human);
        let words = if has_mind { "The AI has not decided anything yet." } else { "The AI plays no side." };
        ui.colored_label(style::FAINT, words);
        return;
    };
    widgets::name(ui, params, who);
    let words = format!("at {} {}, best first. Scores are relative", params.moment(), decision.count);
    ui.colored_label(style::FAINT, words);
    ui.separator();
    ScrollArea::vertical().id_salt("thoughts").auto_shrink([false, false]).show(ui, |ui| {
        for thought in decision.thoughts.iter().take(40) {
            let taken = thought.choice == decision.choice;
            ui.horizontal_top(|ui| {
                let colour = if taken { style::GOLD } else { style::FAINT };
                ui.allocate_ui(vec2(54.0, 18.0), |ui| {
                    ui.set_min_width(54.0);
                    ui.add(Label::new(RichText::new(thought.score.to_string()).color(colour)).extend());
                });
                ui.vertical(|ui| {
                    let text = RichText::new(choice_words(params, &thought.choice));
                    ui.add(Label::new(if taken { text.color(style::GOLD).strong() } else { text }).wrap());
                    if !thought.why.is_empty() {
                        widgets::line(ui, &thought.why, style::FAINT);
                    }
                });
            });
        }
    });
}

/// Draws the bottom panel: the action bar, or the open question.
pub fn bottom(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    match params.asked.0.as_ref().map(|prompt| prompt.asks == Asks::Act) {
        Some(true) => action_bar::show(ui, params, links),
        Some(false) => prompts::show(ui, params, links),
        None => show_waiting(ui, params),
    }
}

/// Draws what is going on while no player is asked.
fn show_waiting(ui: &mut Ui, params: &mut HudParams) {
    let key = |command| params.keys.words(command);
    let words = if params.playback.paused {
        format!("Paused. Press {} or the button above to continue.", key(KeyCommand::Pause))
    } else if params.playback.is_idle() {
        return show_thinking(ui, params);
    } else {
        format!("{} speeds up, {} skips to your next turn.", key(KeyCommand::Hurry), key(KeyCommand::Cancel))
    };
    ui.colored_label(style::FAINT, words);
    show_orders(ui, params);
}

/// Draws who is thinking and who acts in the same moment.
fn show_thinking(ui: &mut Ui, params: &HudParams) {
    ui.horizontal(|ui| match params.thinking() {
        Some(who) => {
            widgets::name(ui, params, who);
            ui.label(RichText::new("is thinking...").size(17.0));
        }
        None => drop(ui.label(RichText::new("Enemy turn...").size(17.0))),
    });
    let acting: Vec<_> = params.acting().into_iter().filter(|who| params.watch.notices(*who)).collect();
    if acting.len() > 1 {
        ui.colored_label(style::FAINT, format!("Acting simultaneously: {}.", params.names(&acting)));
    }
    ui.colored_label(style::FAINT, "You can still pan and inspect.");
    show_orders(ui, params);
}

/// Draws who is moving or waiting under standing orders.
fn show_orders(ui: &mut Ui, params: &HudParams) {
    let stop = params.keys.words(KeyCommand::Cancel);
    let walking: Vec<CombatantId> =
        params.orders.walks().map(|(who, _)| who).filter(|who| params.commands(*who)).collect();
    let waiting: Vec<CombatantId> = params.orders.watches().filter(|who| params.commands(*who)).collect();
    for (ids, what) in [(walking, "moving"), (waiting, "waiting")] {
        if !ids.is_empty() {
            let is = if ids.len() == 1 { "is" } else { "are" };
            ui.colored_label(style::FAINT, format!("{} {is} {what}. {stop}: stop", params.names(&ids)));
        }
    }
}
