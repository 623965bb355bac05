//! The left column of the title screen: the unfinished battle, the rule systems, the battles to begin with, all battles of the rule
//! system, and the newest recordings.

use std::path::PathBuf;

use bevy_egui::egui::{
    self, Align, Label, Layout, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, vec2,
};

use super::library::{BattleSelection, ScenarioEntry, ScenarioLibrary, choose, choose_easy};
use super::map::Maps;
use crate::battle::Side;
use crate::gui::hud::{name_button, style};
use crate::gui::learn::Tutorials;
use crate::gui::saves::BattleSummary;

/// Height of a card, and size of its picture, in points.
const CARD: f32 = 92.0;
const PICTURE: egui::Vec2 = vec2(126.0, 76.0);

/// From this width on cards stand in two columns, in points.
const TWO_COLUMNS: f32 = 620.0;

/// Size of a token of the card of a rule system, and the most of them, in points.
const TOKEN: f32 = 34.0;
const MOST_TOKENS: usize = 8;

/// A click in the column that leaves the start screen.
pub enum ListClick {
    /// The unfinished battle.
    Continue,
    /// A recording.
    Recording(PathBuf),
}

/// Draws the column.
pub fn show(
    ui: &mut Ui,
    (scenarios, tutorials): (&ScenarioLibrary, &Tutorials),
    maps: &Maps,
    chosen: &mut BattleSelection,
) -> Option<ListClick> {
    let mut clicked = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        if unfinished(ui, scenarios, maps, chosen) {
            clicked = Some(ListClick::Continue);
        }
        if scenarios.entries.is_empty() {
            ui.label("No scenarios found.");
            return;
        }
        rule_systems(ui, scenarios, chosen);
        let ruleset = chosen.ruleset.clone();
        let tutorial = tutorials.all.iter().find(|tutorial| tutorial.ruleset == ruleset);
        let first = tutorial.into_iter().flat_map(|tutorial| &tutorial.battles);
        let first: Vec<(&ScenarioEntry, String, String)> = (1..)
            .zip(first.filter_map(|battle| Some((scenarios.named(&battle.scenario, &ruleset)?, &battle.about))))
            .map(|(number, (entry, about))| (entry, format!("{number}. {}", entry.scenario.name), about.clone()))
            .collect();
        about_rules(ui, scenarios, maps, &ruleset, first.first().map(|(entry, ..)| *entry));
        if chosen.scenario.is_none() {
            first_choice(chosen, first.first().map(|(entry, ..)| *entry), scenarios);
        }
        if !first.is_empty() {
            heading(ui, "Start here");
            if let Some(entry) = cards(ui, &first, (scenarios, maps), chosen) {
                choose_easy(chosen, entry);
            }
        }
        heading(ui, "All battles");
        let supported = scenarios.entries.iter().filter(|entry| entry.rulesets.contains(&ruleset));
        let all: Vec<(&ScenarioEntry, String, String)> =
            supported.map(|entry| (entry, entry.scenario.name.clone(), sides(entry))).collect();
        if let Some(entry) = cards(ui, &all, (scenarios, maps), chosen) {
            choose(chosen, entry);
        }
        clicked = recordings(ui, scenarios, chosen).map(ListClick::Recording).or(clicked.take());
    });
    clicked
}

/// Chooses the first recommended battle, or else the first of the list.
fn first_choice(chosen: &mut BattleSelection, first: Option<&ScenarioEntry>, scenarios: &ScenarioLibrary) {
    let ruleset = &chosen.ruleset;
    match first {
        Some(entry) => choose_easy(chosen, entry),
        None => {
            let supported = scenarios.entries.iter().find(|entry| entry.rulesets.contains(ruleset));
            if let Some(entry) = supported.or(scenarios.entries.first()) {
                choose(chosen, entry);
            }
        }
    }
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(words).color(style::GOLD).heading());
}

/// Draws the names of the rule systems. A click chooses one, and its first battle if it does not support the chosen one.
fn rule_systems(ui: &mut Ui, scenarios: &ScenarioLibrary, chosen: &mut BattleSelection) {
    let ids = scenarios.rulesets();
    if chosen.ruleset.is_empty() {
        chosen.ruleset = ids.first().cloned().unwrap_or_default();
    }
    heading(ui, "Rule system");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for id in ids {
            let name = RichText::new(scenarios.rules_name(&id)).size(16.0);
            if ui.selectable_label(chosen.ruleset == id, name).clicked() && chosen.ruleset != id {
                let entry = chosen.scenario.as_ref().and_then(|path| scenarios.entry(path));
                if !entry.is_some_and(|entry| entry.rulesets.contains(&id)) {
                    chosen.scenario = None;
                }
                chosen.ruleset = id;
            }
        }
    });
}

/// Draws what a rule system is like: some of its units, and its three lines.
fn about_rules(ui: &mut Ui, scenarios: &ScenarioLibrary, maps: &Maps, ruleset: &str, battle: Option<&ScenarioEntry>) {
    let Some(rules) = scenarios.rules(ruleset) else { return };
    let members = battle.into_iter().flat_map(|entry| &entry.scenario.sides).zip(0..).flat_map(|(side, number)| {
        let mut figures: Vec<String> =
            side.members.iter().filter_map(|member| scenarios.figure(ruleset, &member.unit)).collect();
        figures.dedup();
        figures.into_iter().map(move |figure| (Side(number), figure))
    });
    let room = ((ui.available_width() / (TOKEN + 4.0)) as usize).min(MOST_TOKENS);
    let tokens: Vec<(Side, String)> = members.take(room).collect();
    if !tokens.is_empty() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (side, figure) in tokens {
                let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(TOKEN), Sense::hover());
                maps.pictures.token(ui.painter(), rect, side, &figure);
            }
        });
    }
    for line in &rules.codex.about {
        ui.add(Label::new(RichText::new(line).color(style::FAINT)).wrap());
    }
}

/// The sides of a scenario with their numbers of units.
fn sides(entry: &ScenarioEntry) -> String {
    let side = |side: &crate::scenario::ScenarioSide| format!("{} {}", side.members.len(), side.name);
    entry.scenario.sides.iter().map(side).collect::<Vec<_>>().join(", ")
}

/// Draws cards of scenarios, each with a title and a sentence, in as many columns as fit. Returns the one that was clicked.
fn cards<'a>(
    ui: &mut Ui,
    all: &[(&'a ScenarioEntry, String, String)],
    (scenarios, maps): (&ScenarioLibrary, &Maps),
    chosen: &BattleSelection,
) -> Option<&'a ScenarioEntry> {
    let columns = if ui.available_width() >= TWO_COLUMNS { 2 } else { 1 };
    let gap = ui.spacing().item_spacing.x;
    // A measuring pass may have no room.
    let width = ((ui.available_width() - 4.0 + gap) / columns as f32 - gap).max(150.0);
    let mut clicked = None;
    for row in all.chunks(columns) {
        ui.horizontal(|ui| {
            for (entry, title, about) in row {
                let picked = chosen.scenario.as_ref() == Some(&entry.path);
                let words = [(title.as_str(), style::INK), (about.as_str(), style::FAINT)];
                let map = (maps, scenarios, Some(*entry), chosen.ruleset.as_str());
                if card(ui, width, map, picked, &words).clicked() {
                    clicked = Some(*entry);
                }
            }
        });
    }
    clicked
}

/// Draws a card: the map of a scenario, and beside it a title and lines. `is_marked` gives it a gold edge.
fn card(
    ui: &mut Ui,
    width: f32,
    (maps, scenarios, entry, ruleset): (&Maps, &ScenarioLibrary, Option<&ScenarioEntry>, &str),
    is_marked: bool,
    lines: &[(&str, egui::Color32)],
) -> Response {
    let (rect, shown) = ui.allocate_exact_size(vec2(width, CARD), Sense::click());
    name_button(&shown, || lines.iter().map(|(words, _)| *words).collect::<Vec<_>>().join(". "));
    if !ui.is_rect_visible(rect) {
        return shown;
    }
    let painter = ui.painter_at(rect);
    let visuals = ui.visuals().widgets.style(&shown);
    let fill = if is_marked { ui.visuals().selection.bg_fill } else { visuals.weak_bg_fill };
    painter.rect_filled(rect, 4.0, fill);
    let edge = if is_marked { style::GOLD } else { style::EDGE };
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let picture = Rect::from_min_size(rect.min + vec2(8.0, 8.0), PICTURE);
    match entry {
        Some(entry) => maps.draw(&painter, picture, &entry.scenario, (scenarios, ruleset)),
        None => drop(painter.rect_filled(picture, 2.0, style::WELL)),
    }
    let words = Rect::from_min_max(egui::pos2(picture.right() + 10.0, rect.top() + 6.0), rect.max - vec2(8.0, 4.0));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(words).layout(Layout::top_down(Align::Min)));
    inner.set_clip_rect(words.intersect(ui.clip_rect()));
    inner.spacing_mut().item_spacing.y = 1.0;
    for (at, (words, colour)) in lines.iter().enumerate() {
        let text = RichText::new(*words).color(*colour);
        match at {
            0 => inner.add(Label::new(text.strong().size(17.0)).truncate()),
            _ => inner.add(Label::new(text.small()).wrap()),
        };
    }
    shown
}

/// Draws the card of the unfinished battle, if there is one. Returns whether it was clicked.
fn unfinished(ui: &mut Ui, scenarios: &ScenarioLibrary, maps: &Maps, chosen: &BattleSelection) -> bool {
    let Some(battle) = &chosen.unfinished else { return false };
    let entry = scenarios.entries.iter().find(|entry| entry.scenario.name == battle.name);
    let rules =
        format!("{}, {} {}", scenarios.rules_name(&battle.ruleset), scenarios.moment(&battle.ruleset), battle.count);
    let sides = entry.map(sides).unwrap_or_default();
    let title = format!("Continue: {}", battle.name);
    let lines = [(title.as_str(), style::GOLD), (rules.as_str(), style::INK), (sides.as_str(), style::FAINT)];
    let width = (ui.available_width() - 4.0).max(150.0);
    let shown = card(ui, width, (maps, scenarios, entry, &battle.ruleset), false, &lines);
    shown.on_hover_text("The battle as you left it").clicked()
}

/// Draws the newest recordings. Returns the one that was clicked.
fn recordings(ui: &mut Ui, scenarios: &ScenarioLibrary, chosen: &BattleSelection) -> Option<PathBuf> {
    let known =
        |summary: &BattleSummary| Some((summary.path.clone(), summary.age(), summary.content.as_ref().ok()?.clone()));
    let known: Vec<_> = chosen.recordings.iter().filter_map(known).collect();
    if known.is_empty() {
        return None;
    }
    heading(ui, "Watch again");
    let mut clicked = None;
    for (path, age, content) in known {
        let words = format!("{}, {}, {age}", content.name, scenarios.rules_name(&content.ruleset));
        let shown = ui.add(egui::Button::new(words).truncate().min_size(vec2(ui.available_width() - 4.0, 28.0)));
        let ending = content.ending.unwrap_or_else(|| "not finished".to_owned());
        if shown.on_hover_text(format!("Opens the recording: {ending}")).clicked() {
            clicked = Some(path);
        }
    }
    clicked
}
