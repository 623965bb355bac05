//! Small pieces that several panels are built from: bars, folds, names, and rule ids with the rules behind them.

use std::hash::Hash;
use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align, Color32, FontId, Galley, Label, Layout, Painter, Rect, Response, RichText, Sense, Stroke, TextStyle,
    Ui, WidgetInfo, WidgetType, vec2,
};

use super::params::HudParams;
use super::style;
use crate::battle::CombatantId;
use crate::content::{AdvantageKind, AdvantageTerms, Breakdown, Codex, RollPolicy, Scope};
use crate::gui::settings::Settings;

/// Whether a widget was clicked once. The second half of a double click does not answer the next question.
pub fn clicked_once(response: &Response) -> bool {
    response.clicked() && !response.double_clicked() && !response.triple_clicked()
}

/// Names a painted button for screen readers.
pub fn name_button(shown: &Response, words: impl Fn() -> String) {
    shown.widget_info(|| WidgetInfo::labeled(WidgetType::Button, shown.enabled(), words()));
}

/// A bar filled to a share from 0 to 1, with a label. A label that is too long is cut off and shown whole in a tooltip.
pub fn gauge(ui: &mut Ui, share: f32, colour: Color32, words: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width().max(40.0), 19.0), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, style::WELL);
    let filled = Rect::from_min_size(rect.min, vec2(rect.width() * share.clamp(0.0, 1.0), rect.height()));
    painter.rect_filled(filled, 3.0, colour.gamma_multiply(0.75));
    painter.rect_stroke(rect, 3.0, Stroke::new(1.0, style::EDGE), egui::StrokeKind::Inside);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    let text = fitted(ui, words, TextStyle::Small, rect.width() - 8.0);
    let at = rect.center() - text.size() / 2.0;
    painter.galley_with_override_text_color(at + vec2(1.0, 1.0), text.clone(), style::WELL);
    painter.galley_with_override_text_color(at, text.clone(), Color32::WHITE);
    if text.elided { response.on_hover_text(words) } else { response }
}

/// One line of text, cut off at a width in points.
pub fn fitted(ui: &Ui, words: &str, style: TextStyle, width: f32) -> Arc<Galley> {
    let font = style.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, style::INK);
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    ui.painter().layout_job(job)
}

/// One line of text in the first of these sizes that fits a width in points, cut off in the last if none does.
pub fn shrunk(painter: &Painter, words: &str, sizes: &[f32], width: f32) -> Arc<Galley> {
    let line = |size: f32| {
        let mut job = LayoutJob::simple_singleline(words.to_owned(), FontId::proportional(size), style::INK);
        job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
        painter.layout_job(job)
    };
    let fits = sizes.iter().map(|size| line(*size)).find(|galley| !galley.elided);
    fits.unwrap_or_else(|| line(sizes.last().copied().unwrap_or(10.0)))
}

/// A heading that unfolds its content. A title that is too long is cut off and shown whole in a tooltip.
pub fn fold(ui: &mut Ui, name: impl Hash, title: RichText, add: impl FnOnce(&mut Ui)) {
    let id = ui.make_persistent_id(name);
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let clicked = ui.horizontal(|ui| {
        let (rect, icon) = ui.allocate_exact_size(vec2(12.0, 16.0), Sense::CLICK);
        let arrow = icon.clone().with_new_rect(rect.shrink2(vec2(1.0, 3.0)));
        egui::collapsing_header::paint_default_icon(ui, if open { 1.0 } else { 0.0 }, &arrow);
        let words = title.text().to_owned();
        let shown = ui.add(Label::new(title).truncate().sense(Sense::click()));
        shown.widget_info(|| WidgetInfo::selected(WidgetType::CollapsingHeader, true, open, &words));
        icon.clicked() || shown.clicked()
    });
    if clicked.inner {
        open = !open;
        ui.data_mut(|data| data.insert_temp(id, open));
    }
    if open {
        ui.indent(id, add);
    }
}

pub fn line(ui: &mut Ui, words: impl Into<String>, colour: Color32) {
    ui.add(Label::new(RichText::new(words).color(colour)).wrap());
}

pub fn name(ui: &mut Ui, params: &HudParams, who: CombatantId) {
    let side = params.combatants.side(who).unwrap_or_default();
    ui.label(RichText::new(params.name(who)).color(style::side(side)).strong().size(17.0));
}

const ID_FONT: FontId = FontId::proportional(14.0);
/// The sign for a rule where ids are not shown.
const SIGN: &str = "§";

/// Writes rule ids and terms, and remembers the clicked id.
pub struct RuleLinks<'a> {
    pub codex: &'a Codex,
    pub settings: &'a Settings,
    pub clicked: Option<String>,
}

impl RuleLinks<'_> {
    pub fn rule(&mut self, ui: &mut Ui, id: &str) {
        self.rule_and(ui, id, "");
    }

    /// Writes a rule id, or the sign for one, followed by punctuation on the same line.
    pub fn rule_and(&mut self, ui: &mut Ui, id: &str, mark: &str) {
        if id.is_empty() {
            return;
        }
        let sign = if self.settings.rule_ids { id } else { SIGN };
        let words = RichText::new(format!("{sign}{mark}")).color(style::GOLD).font(ID_FONT);
        let shown = ui.add(Label::new(words).sense(Sense::click()).extend());
        shown.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, format!("rule {id}")));
        self.explained(&shown.on_hover_cursor(egui::CursorIcon::PointingHand), id);
    }

    /// Explains a rule where something that follows from it is pointed at, and remembers its id if that is clicked.
    fn explained(&mut self, shown: &Response, id: &str) {
        if id.is_empty() {
            return;
        }
        shown.clone().on_hover_ui(|ui| explain(ui, self.codex, id));
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

    /// Writes the sources of advantage and disadvantage with their rules, and the net result, in the words of the rule system.
    pub fn edge(&mut self, ui: &mut Ui, edge: &AdvantageTerms, roll: &RollPolicy) {
        let names = roll.advantage_names();
        for term in edge.terms() {
            // The first letters fit the column of numbers.
            let number: String = names.of(term.gives).chars().take(4).collect();
            self.row(ui, &number, &term.label.words(), term.rule.as_str(), false);
        }
        let words = match edge.net() {
            Some(AdvantageKind::Advantage) => format!("{}: the better roll counts", names.better),
            Some(AdvantageKind::Disadvantage) => format!("{}: the worse roll counts", names.worse),
            None if edge.terms().is_empty() => return,
            None => format!("{} and {} cancel: one roll", names.better, names.worse),
        };
        ui.colored_label(style::GOLD, words);
    }

    /// Writes a number with its label and rule id; long labels are wrapped. Without ids, the label itself explains its rule.
    pub fn row(&mut self, ui: &mut Ui, number: &str, words: &str, rule: &str, strong: bool) {
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(vec2(34.0, 18.0), Layout::right_to_left(Align::Min), |ui| {
                let colour = if number.starts_with('-') { style::BAD } else { style::INK };
                let text = RichText::new(number).color(if strong { style::GOLD } else { colour });
                ui.add(Label::new(if strong { text.strong() } else { text }).extend());
            });
            let id = if self.settings.rule_ids { rule } else { "" };
            let cited = ui.painter().layout_no_wrap(id.to_owned(), ID_FONT, style::GOLD).size().x;
            let room = ui.available_width() - cited - ui.spacing().item_spacing.x;
            let text = RichText::new(words);
            let text = if strong { text.strong() } else { text.color(style::FAINT) };
            ui.scope(|ui| {
                ui.set_max_width(room.max(60.0));
                let sense = if id.is_empty() && !rule.is_empty() { Sense::click() } else { Sense::hover() };
                let shown = ui.add(Label::new(text).wrap().sense(sense));
                if id.is_empty() {
                    self.explained(&shown.on_hover_cursor(egui::CursorIcon::Help), rule);
                }
            });
            self.rule(ui, id);
        });
    }
}

pub fn explain(ui: &mut Ui, codex: &Codex, id: &str) {
    ui.set_max_width(380.0);
    let rule = codex.rule(id);
    let ruling = match rule {
        Some(rule) => rule.ruling.as_deref().and_then(|id| codex.ruling(id)),
        None => codex.ruling(id),
    };
    if let Some(rule) = rule {
        ui.colored_label(style::GOLD, format!("{id}  {}", rule.section));
        // Gaps in the source are notes for designers: players read the ruling that fills them.
        if rule.scope != Scope::Undefined || ruling.is_none() {
            ui.add(Label::new(&rule.rule).wrap());
        }
    }
    match ruling {
        Some(ruling) => {
            ui.colored_label(style::GOLD, format!("Ruling {}", ruling.id));
            ui.add(Label::new(ruling.words()).wrap());
        }
        None if rule.is_none() => drop(ui.label(format!("{id} is not in the codex"))),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The width of a panel after something was drawn on it.
    fn width(most: f32, mut add: impl FnMut(&mut Ui)) -> f32 {
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
        let settings = Settings { rule_ids: true, ..Settings::default() };
        let mut links = RuleLinks { codex: &codex, settings: &settings, clicked: None };
        let wide = width(220.0, |ui| links.row(ui, "+3", words, "TC-021", false));
        assert!((1.0..=220.5).contains(&wide), "{wide}");
    }

    #[test]
    fn a_fold_and_a_bar_with_long_words_do_not_widen_their_panel() {
        let words = "a two-handed sword of unknown make, drawn and held with both hands +11";
        let fold = width(220.0, |ui| super::fold(ui, "fold", RichText::new(words), |_| {}));
        let gauge = width(220.0, |ui| drop(super::gauge(ui, 0.5, style::GOOD, words)));
        assert!((1.0..=220.5).contains(&fold) && (1.0..=220.5).contains(&gauge), "{fold} {gauge}");
    }
}
