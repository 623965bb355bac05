//! The codex: a searchable list of every rule and ruling.

use std::collections::BTreeSet;

use bevy_egui::egui::{Align, ComboBox, Label, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::content::codex::{Codex, CodexRule, Ruling, Scope};
use crate::gui::hud::style;

/// Search, section and selected rule of the codex.
#[derive(Clone, Debug, Default)]
pub struct CodexView {
    search: String,
    section: Option<String>,
    /// The rule to scroll to.
    sought: Option<String>,
    marked: Option<String>,
}

impl CodexView {
    /// Scrolls to a rule.
    pub fn go_to(&mut self, id: &str) {
        (self.section, self.search) = (None, String::new());
        (self.sought, self.marked) = (Some(id.to_owned()), Some(id.to_owned()));
    }

    fn shows(&self, section: &str, texts: &[&str]) -> bool {
        let of_section = self.section.as_deref().is_none_or(|wanted| wanted == section);
        let words = self.search.to_lowercase();
        let found = |word: &str| texts.iter().any(|text| text.to_lowercase().contains(word));
        of_section && words.split_whitespace().all(found)
    }
}

/// The section of the rulings.
const RULINGS: &str = "Rulings";

/// Draws the codex.
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
    let shown = |made: &&Ruling| view.shows(RULINGS, &[&made.id, &made.ruling]);
    let rulings: Vec<&Ruling> = codex.rulings.iter().filter(shown).collect();
    ui.colored_label(style::FAINT, format!("{} rules, {} rulings", rules.len(), rulings.len()));
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
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
                (Scope::Undefined, Some(made)) => entry(ui, view, &rule.id, &made.ruling, None),
                _ => entry(ui, view, &rule.id, &rule.rule, ruling.map(|made| format!("{}: {}", made.id, made.ruling))),
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
            entry(ui, view, &made.id, &made.ruling, more);
        }
    });
}

fn entry(ui: &mut Ui, view: &mut CodexView, id: &str, words: &str, more: Option<String>) {
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
        });
    });
    if view.sought.as_deref() == Some(id) {
        shown.response.scroll_to_me(Some(Align::Center));
        view.sought = None;
    }
}
