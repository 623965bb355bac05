//! The codex: every rule and ruling with its other readings, by section or by search.

use std::collections::BTreeSet;

use bevy_egui::egui::{Align, ComboBox, Label, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::content::{Codex, CodexRule, OtherReading, Ruling, Scope};
use crate::gui::hud::state::CodexView;
use crate::gui::hud::style;

const RULINGS: &str = "Rulings";

/// Draws the rules and rulings that are searched for, each with the readings that house rules can choose instead.
pub fn show(ui: &mut Ui, codex: &Codex, view: &mut CodexView) {
    ui.horizontal(|ui| {
        ui.label("Search");
        ui.add(TextEdit::singleline(&mut view.search).desired_width(280.0).hint_text("words or a rule id"));
        let mut seen = BTreeSet::new();
        let names = codex.rules.iter().map(|rule| rule.section.as_str()).filter(|name| seen.insert(*name));
        let shown = view.section.as_deref().unwrap_or("all sections").to_owned();
        ComboBox::from_id_salt("section").width(260.0).selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(&mut view.section, None, "all sections");
            for name in names.chain([RULINGS]) {
                ui.selectable_value(&mut view.section, Some(name.to_owned()), name);
            }
        });
        if ui.button("All").clicked() {
            (view.section, view.marked) = (None, None);
            view.search.clear();
        }
    });
    let shown = |rule: &&CodexRule| view.shows(&rule.section, &[&rule.id, &rule.rule, &rule.section]);
    let rules: Vec<&CodexRule> = codex.rules.iter().filter(shown).collect();
    let shown = |made: &&Ruling| view.shows(RULINGS, &[&made.id, &made.words()]);
    let rulings: Vec<&Ruling> = codex.rulings.iter().filter(shown).collect();
    ui.colored_label(style::FAINT, format!("{} rules, {} rulings", rules.len(), rulings.len()));
    ui.separator();
    let whole = view.search.is_empty() && view.section.is_none();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        codex.about.iter().filter(|_| whole).for_each(|line| drop(ui.add(Label::new(line).wrap())));
        let mut section = "";
        for rule in rules {
            if rule.section != section {
                section = &rule.section;
                ui.add_space(6.0);
                ui.label(style::heading(section));
            }
            let ruling = rule.ruling.as_deref().and_then(|id| codex.ruling(id));
            match (rule.scope, ruling) {
                // Gaps in the source are notes for designers: players read the ruling that fills them.
                (Scope::Undefined, Some(made)) => entry(ui, view, &rule.id, (&made.ruling, None), &made.others),
                _ => {
                    let more = ruling.map(|made| format!("{}: {}", made.id, made.ruling));
                    let others = ruling.map_or(&[][..], |made| &made.others);
                    entry(ui, view, &rule.id, (&rule.rule, more), others);
                }
            }
        }
        if !rulings.is_empty() {
            ui.add_space(6.0);
            ui.label(style::heading(RULINGS));
        }
        for made in rulings {
            let completed = codex.rules.iter().filter(|rule| rule.ruling.as_ref() == Some(&made.id));
            let ids: Vec<&str> = completed.map(|rule| rule.id.as_str()).collect();
            let more = (!ids.is_empty()).then(|| format!("Completes {}.", ids.join(", ")));
            entry(ui, view, &made.id, (&made.ruling, more), &made.others);
        }
    });
}

fn entry(ui: &mut Ui, view: &mut CodexView, id: &str, (words, more): (&str, Option<String>), others: &[OtherReading]) {
    let marked = view.marked.as_deref() == Some(id);
    let shown = ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(74.0, 18.0), |ui| {
            ui.set_min_width(74.0);
            let text = RichText::new(id).color(style::GOLD);
            ui.add(Label::new(if marked { text.strong().background_color(style::EDGE) } else { text }).extend());
        });
        ui.vertical(|ui| {
            ui.add(Label::new(words).wrap());
            if let Some(more) = more {
                ui.add(Label::new(RichText::new(more).color(style::FAINT)).wrap());
            }
            others.iter().for_each(|reading| other_reading(ui, reading));
        });
    });
    if view.sought.as_deref() == Some(id) {
        shown.response.scroll_to_me(Some(Align::Center));
        view.sought = None;
    }
}

/// Another reading of a doubtful rule: what it says, whether it is in use, and the values that choose it.
fn other_reading(ui: &mut Ui, reading: &OtherReading) {
    let colour = if reading.is_used { style::GOOD } else { style::TIRED };
    let words = format!("{}: {}", reading.title(), reading.about);
    ui.add(Label::new(RichText::new(words).color(colour)).wrap());
    let values = format!("House rule: {}", reading.values());
    ui.add(Label::new(RichText::new(values).monospace().color(style::FAINT)).wrap());
}
