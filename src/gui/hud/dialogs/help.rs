//! The list of all keys and of the marks on the board.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use crate::gui::hud::style;
use crate::gui::keys::{KeyCommand, KeyMap};

/// Marks on the board and their meanings.
const MARKS: [(&str, &str); 14] = [
    ("bright cells, full line", "reached with the next move"),
    ("dark cells, dashed line", "reached later: the number is the count or action"),
    ("red hatching", "threatened by an enemy"),
    ("green rings", "can be chosen or targeted"),
    ("crossed out", "cannot be targeted; the tooltip says why"),
    ("line of sight", "green: clear; yellow: cover; red: blocked, with the obstacle"),
    ("gold dashes", "zone of a goal"),
    ("violet dashes", "two flankers and their target"),
    ("question mark in a ring", "a hidden unit was last seen there"),
    ("question mark in a square", "the picked attack may target a hidden unit there"),
    ("dark cells, curls", "darkness; fog"),
    ("small badges on a token", "conditions: point at one to read its rule; altitude in feet beside them"),
    ("bars under a token", "green: hit points; amber: fatigue"),
    ("disc patterns", "each side has its own pattern"),
];

/// Draws the list.
pub fn show(ui: &mut Ui, keys: &KeyMap) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.columns(2, |columns| {
            let (left, right) = columns.split_at_mut(1);
            left[0].vertical(|ui| keys_of(ui, keys));
            right[0].vertical(marks);
        });
    });
}

fn keys_of(ui: &mut Ui, keys: &KeyMap) {
    let mut group = "";
    for command in KeyCommand::all() {
        if command.group() != group {
            group = command.group();
            ui.add_space(6.0);
            ui.label(RichText::new(group).color(style::GOLD).size(17.0));
        }
        line(ui, &keys.words(command), command.words());
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Actions and questions").color(style::GOLD).size(17.0));
    line(ui, "on the button", "picks the action");
    line(ui, "1 to 9", "the weapon or answer with that number");
    let words = "Every key can be changed in the settings.";
    ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap());
}

fn line(ui: &mut Ui, key: &str, words: &str) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui(egui::vec2(112.0, 18.0), |ui| {
            ui.set_min_width(112.0);
            ui.add(egui::Label::new(RichText::new(key).strong()).wrap());
        });
        ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap());
    });
}

fn marks(ui: &mut Ui) {
    ui.add_space(6.0);
    ui.label(RichText::new("The mouse").color(style::GOLD).size(17.0));
    line(ui, "left", "acts: move, attack, choose; elsewhere it selects a unit");
    line(ui, "right", "takes one step back; drag to pan");
    line(ui, "wheel", "zooms to the pointer; drag the middle button to pan");
    line(ui, "rest", "on a unit: the odds; a little longer: all their terms");
    ui.add_space(6.0);
    ui.label(RichText::new("Marks on the board").color(style::GOLD).size(17.0));
    for (mark, words) in MARKS {
        ui.add(egui::Label::new(RichText::new(mark).strong()).wrap());
        ui.indent(mark, |ui| ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap()));
    }
}
