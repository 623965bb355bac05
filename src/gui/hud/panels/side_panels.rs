//! The right panel with its tabs, and the bottom panel.

use bevy_egui::egui::{RichText, Ui};

use super::{ai_thoughts, goals};
use crate::battle::CombatantId;
use crate::gui::hud::layout::FOLDED_WIDTH;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts::prompt_panel;
use crate::gui::hud::state::{SidePanel, Tab};
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{action_bar, log, style, widgets};
use crate::gui::keys::KeyCommand;
use crate::resolution::Asks;

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
        ui.with_layout(bevy_egui::egui::Layout::right_to_left(bevy_egui::egui::Align::Center), |ui| {
            if ui.button(">").on_hover_text(params.keys.hint("Collapse", KeyCommand::ToggleLog)).clicked() {
                params.hud.open(SidePanel::Log, false);
            }
        });
    });
    match params.hud.tab {
        Tab::Log => log::show(ui, params, links),
        Tab::Goals => goals::show(ui, params),
        Tab::Thoughts => ai_thoughts::show(ui, params),
    }
}

/// Draws the bottom panel: the action bar, or the open question.
pub fn bottom(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    let asks = params.asked.0.as_ref().map(|prompt| prompt.asks == Asks::Act);
    match asks {
        Some(true) => action_bar::show(ui, params, links),
        Some(false) => prompt_panel::show(ui, params, links),
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
    ui.label(RichText::new(words).color(style::FAINT));
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
        let words = format!("Acting simultaneously: {}.", params.names(&acting));
        ui.label(RichText::new(words).color(style::FAINT));
    }
    let words = "You can still pan and inspect.";
    ui.label(RichText::new(words).color(style::FAINT));
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
            let words = format!("{} {is} {what}. {stop}: stop", params.names(&ids));
            ui.label(RichText::new(words).color(style::FAINT));
        }
    }
}
