//! The list of all keys and of the marks on the board.

use bevy_egui::egui::{Label, RichText, ScrollArea, Ui, vec2};

use crate::gui::hud::style;
use crate::gui::hud::widgets::line;
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
        ui.columns_const(|[left, right]| {
            left.vertical(|ui| keys_of(ui, keys));
            right.vertical(marks);
        });
    });
}

fn keys_of(ui: &mut Ui, keys: &KeyMap) {
    let mut group = "";
    for command in KeyCommand::all() {
        if command.group() != group {
            group = command.group();
            ui.add_space(6.0);
            ui.label(style::heading(group));
        }
        row(ui, &keys.words(command), command.words());
    }
    ui.add_space(6.0);
    ui.label(style::heading("Actions and questions"));
    row(ui, "on the button", "picks the action");
    row(ui, "1 to 9", "the weapon or answer with that number");
    line(ui, "Every key can be changed in the settings.", style::FAINT);
}

fn row(ui: &mut Ui, key: &str, words: &str) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(112.0, 18.0), |ui| {
            ui.set_min_width(112.0);
            ui.add(Label::new(RichText::new(key).strong()).wrap());
        });
        line(ui, words, style::FAINT);
    });
}

fn marks(ui: &mut Ui) {
    ui.add_space(6.0);
    ui.label(style::heading("The mouse"));
    row(ui, "left", "acts: move, attack, choose; elsewhere it selects a unit");
    row(ui, "right", "takes one step back; drag to pan");
    row(ui, "wheel", "zooms to the pointer; drag the middle button to pan");
    row(ui, "rest", "on a unit: the odds; a little longer: all their terms");
    ui.add_space(6.0);
    ui.label(style::heading("Marks on the board"));
    for (mark, words) in MARKS {
        ui.add(Label::new(RichText::new(mark).strong()).wrap());
        ui.indent(mark, |ui| line(ui, words, style::FAINT));
    }
}
