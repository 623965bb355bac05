//! All keys, and what the marks on the board mean.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::look;
use crate::gui::keys::{Command, KeyMap};

/// Marks on the board and their meaning.
const MARKS: [(&str, &str); 14] = [
    ("bright cells, full line", "reached with the next movement"),
    ("dark cells, dashed line", "reached later: the number says on which count, or with which action"),
    ("red hatching", "an enemy could strike there"),
    ("green rings", "may be chosen, or aimed at"),
    ("crossed out", "may not be aimed at; the tooltip says why"),
    ("line of sight", "green: free; yellow: meets cover; red: stopped. What it meets is named"),
    ("gold dashes", "a place that a goal is about"),
    ("violet dashes", "two who flank the one between them"),
    ("question mark in a ring", "somebody who hides was last seen there"),
    ("question mark in a square", "the picked attack may guess that somebody hides there"),
    ("dark cells, curls", "no light falls there; fog"),
    ("small badges on a token", "what befalls it: point at one to read its rule; feet above the ground beside it"),
    ("bars under a token", "green: hit points left; amber: fatigue gathered"),
    ("disc patterns", "sides differ in pattern as well as in colour"),
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
    for command in Command::all() {
        if command.group() != group {
            group = command.group();
            ui.add_space(6.0);
            ui.label(RichText::new(group).color(look::GOLD).size(17.0));
        }
        line(ui, &keys.words(command), command.words());
    }
    ui.add_space(6.0);
    ui.label(RichText::new("Actions and questions").color(look::GOLD).size(17.0));
    line(ui, "on the button", "picks the action");
    line(ui, "1 to 9", "the weapon, or the answer with that number");
    let words = "Settings, Keys: every key can be changed there.";
    ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap());
}

fn line(ui: &mut Ui, key: &str, words: &str) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui(egui::vec2(112.0, 18.0), |ui| {
            ui.set_min_width(112.0);
            ui.add(egui::Label::new(RichText::new(key).strong()).wrap());
        });
        ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap());
    });
}

fn marks(ui: &mut Ui) {
    ui.add_space(6.0);
    ui.label(RichText::new("The mouse").color(look::GOLD).size(17.0));
    line(ui, "left", "does what is aimed at: walk, attack, choose; elsewhere it looks at a fighter");
    line(ui, "right", "takes one step back; dragged, it moves the board");
    line(ui, "wheel", "zooms to the pointer; the middle button drags the board");
    line(ui, "rest", "on a fighter: the odds; a little longer: every term of them");
    ui.add_space(6.0);
    ui.label(RichText::new("Marks on the board").color(look::GOLD).size(17.0));
    for (mark, words) in MARKS {
        ui.add(egui::Label::new(RichText::new(mark).strong()).wrap());
        ui.indent(mark, |ui| ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap()));
    }
}
