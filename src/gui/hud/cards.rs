//! The panel at the right with its tabs, and the panel at the bottom.

use bevy_egui::egui::{RichText, Ui};

use super::cite::Pen;
use super::desk::{Desk, SidePanel, Tab};
use super::{FOLDED, actions, goals, log, look, prompts, thoughts};
use crate::battle::CombatantId;
use crate::gui::keys::Command;
use crate::resolution::Asks;

/// The panel at the right: log, goals, thoughts.
pub fn side(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    if ui.available_width() < FOLDED {
        let words = desk.keys.hint("Log, goals and thoughts", Command::ToggleLog);
        if ui.button("<").on_hover_text(words).clicked() {
            desk.hud.open(SidePanel::Log, true);
        }
        return;
    }
    ui.horizontal(|ui| {
        for (tab, word) in [(Tab::Log, "Log"), (Tab::Goals, "Goals"), (Tab::Thoughts, "AI thoughts")] {
            if ui.selectable_label(desk.hud.tab == tab, word).clicked() {
                desk.hud.tab = tab;
            }
        }
        ui.with_layout(bevy_egui::egui::Layout::right_to_left(bevy_egui::egui::Align::Center), |ui| {
            if ui.button(">").on_hover_text(desk.keys.hint("Fold away", Command::ToggleLog)).clicked() {
                desk.hud.open(SidePanel::Log, false);
            }
        });
    });
    match desk.hud.tab {
        Tab::Log => log::show(ui, desk, pen),
        Tab::Goals => goals::show(ui, desk),
        Tab::Thoughts => thoughts::show(ui, desk),
    }
}

/// The panel at the bottom: the actions of the one who is asked, or the question.
pub fn bottom(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    let asks = desk.asked.0.as_ref().map(|prompt| prompt.asks == Asks::Act);
    match asks {
        Some(true) => actions::show(ui, desk, pen),
        Some(false) => prompts::show(ui, desk, pen),
        None => waiting(ui, desk),
    }
}

/// Nobody at this window is asked.
fn waiting(ui: &mut Ui, desk: &mut Desk) {
    let key = |command| desk.keys.words(command);
    let words = if desk.playback.paused {
        format!("Stopped. Press {} or the button above to go on.", key(Command::Pause))
    } else if desk.playback.is_idle() {
        return thinks(ui, desk);
    } else {
        format!("{} hurries, {} skips to your next turn.", key(Command::Hurry), key(Command::Cancel))
    };
    ui.label(RichText::new(words).color(look::FAINT));
    on_the_way(ui, desk);
}

/// Who thinks, who acts in the same moment, and what can be done meanwhile.
fn thinks(ui: &mut Ui, desk: &Desk) {
    ui.horizontal(|ui| match desk.thinking().and_then(|who| desk.view().find(who)) {
        Some(row) => {
            ui.label(RichText::new(&*row.name).color(look::side(row.side)).strong().size(17.0));
            ui.label(RichText::new("is thinking...").size(17.0));
        }
        None => drop(ui.label(RichText::new("Enemy turn...").size(17.0))),
    });
    let acting: Vec<_> = desk.acting().into_iter().filter(|who| desk.watch.notices(*who)).collect();
    if acting.len() > 1 {
        let words = format!("Acting simultaneously: {}.", prompts::names(&desk.snapshot, &acting));
        ui.label(RichText::new(words).color(look::FAINT));
    }
    let words = "(you can still pan and inspect)";
    ui.label(RichText::new(words).color(look::FAINT));
    on_the_way(ui, desk);
}

/// Who walks or waits on by itself.
fn on_the_way(ui: &mut Ui, desk: &Desk) {
    let stop = desk.keys.words(Command::Cancel);
    let walking: Vec<CombatantId> = desk.orders.walks().map(|(who, _)| who).filter(|who| desk.commands(*who)).collect();
    let waiting: Vec<CombatantId> = desk.orders.watches().filter(|who| desk.commands(*who)).collect();
    for (ids, what) in [(walking, "moving"), (waiting, "waiting")] {
        if !ids.is_empty() {
            let is = if ids.len() == 1 { "is" } else { "are" };
            let words = format!("{} {is} {what}. {stop}: stop", prompts::names(&desk.snapshot, &ids));
            ui.label(RichText::new(words).color(look::FAINT));
        }
    }
}
