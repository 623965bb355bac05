//! Rule ids on panels: a tooltip shows the rule, a click opens the codex. Numbers are listed with all their terms.

use bevy_egui::egui::{self, Align, FontId, Layout, RichText, Sense, Ui};

use crate::content::advantage::{AdvantageKind, AdvantageTerms};
use crate::content::breakdown::Breakdown;
use crate::content::codex::{Codex, Scope};
use crate::gui::hud::style;

/// Font of rule ids.
const ID_FONT: FontId = FontId::proportional(14.0);

/// Writes rule ids and terms, and remembers the clicked id.
pub struct RuleLinks<'a> {
    /// The rules.
    pub codex: &'a Codex,
    /// The id that was clicked in this frame.
    pub clicked: Option<String>,
}

impl<'a> RuleLinks<'a> {
    /// Links to these rules.
    pub fn new(codex: &'a Codex) -> RuleLinks<'a> {
        RuleLinks { codex, clicked: None }
    }

    /// Writes a rule id.
    pub fn rule(&mut self, ui: &mut Ui, id: &str) {
        self.rule_and(ui, id, "");
    }

    /// Writes a rule id followed by punctuation on the same line.
    pub fn rule_and(&mut self, ui: &mut Ui, id: &str, mark: &str) {
        if id.is_empty() {
            return;
        }
        let words = RichText::new(format!("{id}{mark}")).color(style::GOLD).font(ID_FONT);
        let shown = ui.add(egui::Label::new(words).sense(Sense::click()).extend());
        let codex = self.codex;
        let shown = shown.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| explain(ui, codex, id));
        if shown.clicked() {
            self.clicked = Some(id.to_owned());
        }
    }

    /// Writes a number with all its terms, one line each.
    pub fn terms(&mut self, ui: &mut Ui, title: &str, sum: &Breakdown) {
        self.row(ui, &sum.total().to_string(), title, "", true);
        for term in sum.terms() {
            self.row(ui, &format!("{:+}", term.amount), &term.label.words(), term.rule.as_str(), false);
        }
    }

    /// Writes the sources of advantage and disadvantage with their rules, and the net result.
    pub fn edge(&mut self, ui: &mut Ui, edge: &AdvantageTerms) {
        for term in edge.terms() {
            let number = if term.gives == AdvantageKind::Advantage { "adv" } else { "dis" };
            self.row(ui, number, &term.label.words(), term.rule.as_str(), false);
        }
        let words = match edge.net() {
            Some(AdvantageKind::Advantage) => "advantage: the better of two dice",
            Some(AdvantageKind::Disadvantage) => "disadvantage: the worse of two dice",
            None if edge.terms().is_empty() => return,
            None => "both kinds cancel: one die",
        };
        ui.label(RichText::new(words).color(style::GOLD));
    }

    /// Writes a number with its label and rule id; long labels are wrapped.
    pub fn row(&mut self, ui: &mut Ui, number: &str, words: &str, rule: &str, strong: bool) {
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(egui::vec2(34.0, 18.0), Layout::right_to_left(Align::Min), |ui| {
                let colour = if number.starts_with('-') { style::BAD } else { style::INK };
                let text = RichText::new(number).color(if strong { style::GOLD } else { colour });
                ui.add(egui::Label::new(if strong { text.strong() } else { text }).extend());
            });
            let cited = ui.painter().layout_no_wrap(rule.to_owned(), ID_FONT, style::GOLD).size().x;
            let room = ui.available_width() - cited - ui.spacing().item_spacing.x;
            let text = RichText::new(words);
            let text = if strong { text.strong() } else { text.color(style::FAINT) };
            ui.scope(|ui| {
                ui.set_max_width(room.max(60.0));
                ui.add(egui::Label::new(text).wrap());
            });
            self.rule(ui, rule);
        });
    }
}

/// Writes the text of a rule or ruling.
pub fn explain(ui: &mut Ui, codex: &Codex, id: &str) {
    ui.set_max_width(380.0);
    if let Some(rule) = codex.rule(id) {
        ui.label(RichText::new(format!("{id}  {}", rule.section)).color(style::GOLD));
        let ruling = rule.ruling.as_deref().and_then(|id| codex.ruling(id));
        // Gaps in the source are notes for designers: players read the ruling that fills them.
        if rule.scope != Scope::Undefined || ruling.is_none() {
            ui.add(egui::Label::new(&rule.rule).wrap());
        }
        if let Some(ruling) = ruling {
            ui.label(RichText::new(format!("Ruling {}", ruling.id)).color(style::GOLD));
            ui.add(egui::Label::new(&ruling.ruling).wrap());
        }
    } else if let Some(ruling) = codex.ruling(id) {
        ui.label(RichText::new(format!("Ruling {id}")).color(style::GOLD));
        ui.add(egui::Label::new(&ruling.ruling).wrap());
    } else {
        ui.label(format!("{id} is not in the codex"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::hud::widgets::controls;

    /// The width of a panel after something was drawn on it.
    fn width(most: f32, add: impl Fn(&mut Ui)) -> f32 {
        let mut wide = 0.0;
        let _ = egui::Context::default().run_ui(egui::RawInput::default(), |ui| {
            ui.scope(|ui| {
                ui.set_max_width(most);
                add(ui);
                wide = ui.min_rect().width();
            });
        });
        wide
    }

    #[test]
    fn a_term_with_long_words_does_not_widen_its_panel() {
        let codex = Codex::default();
        let words = "ground that is higher by more than a body's height, seen from the attacker";
        let wide = width(220.0, |ui| RuleLinks::new(&codex).row(ui, "+3", words, "TC-021", false));
        assert!((1.0..=220.5).contains(&wide), "{wide}");
    }

    #[test]
    fn a_fold_and_a_bar_with_long_words_do_not_widen_their_panel() {
        let words = "a two-handed sword of unknown make, drawn and held with both hands +11";
        let fold = width(220.0, |ui| controls::fold(ui, "fold", RichText::new(words), |_| {}));
        let gauge = width(220.0, |ui| drop(controls::gauge(ui, 0.5, style::GOOD, words)));
        assert!((1.0..=220.5).contains(&fold) && (1.0..=220.5).contains(&gauge), "{fold} {gauge}");
    }
}
