//! The combat log.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui};

use super::book::LogEntry;
use crate::battle::CombatantId;
use crate::content::codex::Codex;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::widgets::{RuleLinks, explain};
use crate::narration::{Line, LineKind, Span, Tone};
use crate::rules::Ruleset;

/// Most lines drawn at once. The filters search all lines.
const MOST: usize = 200;

/// Distance from the end within which the log keeps scrolling, in points.
const AT_END: f32 = 6.0;

/// Width of a space between words, in points.
const BLANK: f32 = 4.0;

/// Draws the log.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    filters(ui, params);
    ui.separator();
    let rules = params.session.opening.setup.rules.clone();
    let mut clicked = Clicked::default();
    let (wanted, first) = lines(params);
    let area = ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).stick_to_bottom(true);
    let shown = area.show(ui, |ui| {
        if wanted.is_empty() {
            let words = match params.log.lines.is_empty() {
                true => "Nothing has happened yet.",
                false => "No lines match the filters.",
            };
            ui.label(RichText::new(words).color(style::FAINT));
        }
        let mut count = None;
        for &(at, noted) in &wanted {
            if count != Some(noted.count) {
                count = Some(noted.count);
                ui.label(RichText::new(format!("{} {}", params.moment(), noted.count)).color(style::FAINT).small());
            }
            let unfolded = params.log.unfolded.contains(&at);
            let drawn = Drawn { at, line: &noted.line, unfolded, params, rules: &rules };
            drawn.show(ui, links, &mut clicked);
        }
    });
    let end = shown.state.offset.y + shown.inner_rect.height() + AT_END;
    let from = first.filter(|_| end < shown.content_size.y);
    if params.log.from != from {
        params.log.from = from;
    }
    match clicked {
        Clicked { who: Some(who), .. } => params.select_and_focus(who),
        Clicked { line: Some(at), .. } => click(params, at),
        _ => {}
    }
}

/// The visible lines and the number of the first: the last ones, or more while the player has scrolled up, so that the
/// view stays.
fn lines<'a>(params: &'a HudParams<'_, '_>) -> (Vec<(usize, &'a LogEntry)>, Option<usize>) {
    let all = || params.log.wanted(&params.watch);
    let mut lines: Vec<_> = match params.log.from {
        Some(from) => all().rev().take_while(|(at, _)| *at >= from).collect(),
        None => all().rev().take(MOST).collect(),
    };
    lines.reverse();
    let first = lines.first().map(|(at, _)| *at);
    (lines, first)
}

/// The clicked part of the log.
#[derive(Default)]
struct Clicked {
    line: Option<usize>,
    who: Option<CombatantId>,
}

fn filters(ui: &mut Ui, params: &mut HudParams) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for kind in LineKind::ALL {
            let on = params.log.kinds.contains(&kind);
            if ui.selectable_label(on, RichText::new(kind.word()).size(14.0)).clicked() {
                match on {
                    true => drop(params.log.kinds.remove(&kind)),
                    false => drop(params.log.kinds.insert(kind)),
                }
            }
        }
    });
    ui.horizontal(|ui| {
        let names: Vec<_> = params.noticed().map(|data| (data.combatant.id, data.combatant.name.clone())).collect();
        let about = params.log.about;
        let shown = about.map_or_else(|| "everyone".to_owned(), |who| params.name(who).to_owned());
        egui::ComboBox::from_id_salt("about").width(150.0).selected_text(shown).show_ui(ui, |ui| {
            let mut wanted = about;
            ui.selectable_value(&mut wanted, None, "everyone");
            for (id, name) in names {
                ui.selectable_value(&mut wanted, Some(id), name);
            }
            if wanted != about {
                params.log.about = wanted;
            }
        });
        if ui.button("Copy").on_hover_text("Copies the visible lines with all their terms").clicked() {
            let lines = params.log.wanted(&params.watch);
            let text: Vec<String> = lines.map(|(_, noted)| noted.line.to_string()).collect();
            ui.ctx().copy_text(text.join("\n"));
        }
    });
}

/// Draws one line with its terms folded. Returns whether it was clicked.
pub fn show_line(ui: &mut Ui, at: usize, line: &Line, params: &HudParams, links: &mut RuleLinks<'_>) -> bool {
    let mut clicked = Clicked::default();
    Drawn { at, line, unfolded: false, params, rules: params.rules() }.show(ui, links, &mut clicked);
    clicked.line.is_some()
}

/// A line of the log, ready to be drawn.
struct Drawn<'a, 'w, 's> {
    at: usize,
    line: &'a Line,
    unfolded: bool,
    params: &'a HudParams<'w, 's>,
    rules: &'a Ruleset,
}

impl Drawn<'_, '_, '_> {
    fn show(&self, ui: &mut Ui, links: &mut RuleLinks<'_>, clicked: &mut Clicked) {
        let before = (links.clicked.clone(), clicked.who);
        // The line lies behind its clickable words.
        let builder = egui::UiBuilder::new().id_salt(("line", self.at)).sense(Sense::click());
        let shown = ui.scope_builder(builder, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(0.0, 1.0);
                if !self.line.sums.is_empty() {
                    let fold = if self.unfolded { "–  " } else { "+  " };
                    ui.label(RichText::new(fold).color(style::GOLD));
                }
                let mut opens = "";
                for (at, span) in self.line.spans.iter().enumerate() {
                    let next = self.line.spans.get(at + 1).filter(|_| !matches!(span, Span::Words(_)));
                    let mark = next.map_or("", leading_punctuation);
                    self.span(ui, span, (opens, mark), links, clicked);
                    opens = mark;
                }
            });
        });
        let hit = &shown.response;
        if hit.hovered() {
            ui.painter().rect_filled(hit.rect.expand(1.0), 2.0, style::GOLD.gamma_multiply(0.12));
        }
        if self.unfolded {
            ui.indent(("sums", self.at), |ui| {
                for sum in &self.line.sums {
                    links.terms(ui, &sum.title, &sum.number);
                }
            });
        }
        if hit.clicked() && before == (links.clicked.clone(), clicked.who) {
            clicked.line = Some(self.at);
        }
    }

    /// Draws one part of the line. Punctuation is drawn with the preceding part: `opens` is skipped, `mark` is added.
    fn span(
        &self,
        ui: &mut Ui,
        span: &Span,
        (opens, mark): (&str, &str),
        links: &mut RuleLinks<'_>,
        clicked: &mut Clicked,
    ) {
        let colour = tone_colour(self.line.tone);
        let marked = |words: &str| format!("{words}{mark}");
        match span {
            Span::Rule(rule) => {
                ui.add_space(4.0);
                links.rule_and(ui, rule.as_str(), mark);
            }
            Span::Combatant(who, name) => {
                let side = self.params.side(*who).map_or(colour, style::side);
                let shown = clickable(ui, RichText::new(marked(name)).color(side).strong());
                if shown.on_hover_text("Shows it on the board").clicked() {
                    clicked.who = Some(*who);
                }
            }
            Span::Action(action, name) => {
                let rule = self.rules.actions.get(*action).map(|action| action.rule);
                rule_word(ui, &self.rules.codex, &marked(name), rule.map(|rule| rule.as_str()));
            }
            Span::Condition(condition, name) => {
                let rule = self.rules.conditions.get(*condition).map(|condition| condition.rule);
                rule_word(ui, &self.rules.codex, &marked(name), rule.map(|rule| rule.as_str()));
            }
            Span::Sum(at, total) => {
                let text = RichText::new(marked(&total.to_string())).color(style::GOLD);
                let shown = ui.add(egui::Label::new(text));
                if let Some(sum) = self.line.sums.get(*at) {
                    shown.on_hover_ui(|ui| links.terms(ui, &sum.title, &sum.number));
                }
            }
            Span::Words(words) => {
                let words = &words[opens.len()..];
                // A space at either end takes no width in a wrapped line.
                if words.starts_with(' ') {
                    ui.add_space(BLANK);
                }
                if !words.trim().is_empty() {
                    ui.label(RichText::new(words.trim()).color(colour));
                    if words.ends_with(' ') {
                        ui.add_space(BLANK);
                    }
                }
            }
            Span::Cell(_) => drop(ui.label(RichText::new(marked(&span.to_string())).color(colour))),
        }
    }
}

/// Leading punctuation of a part, which belongs to the preceding one so that no line begins with it.
fn leading_punctuation(span: &Span) -> &str {
    let Span::Words(words) = span else { return "" };
    let begins = words.starts_with(['.', ',', ';', ':', ')', '\'']);
    words.split(' ').next().filter(|_| begins).unwrap_or_default()
}

fn tone_colour(tone: Tone) -> egui::Color32 {
    match tone {
        Tone::Plain => style::INK,
        Tone::Good => style::GOOD,
        Tone::Bad => style::BAD,
        Tone::Quiet => style::FAINT,
    }
}

fn clickable(ui: &mut Ui, text: RichText) -> egui::Response {
    ui.add(egui::Label::new(text).sense(Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A word with a tooltip that explains its rule.
fn rule_word(ui: &mut Ui, codex: &Codex, words: &str, rule: Option<&str>) {
    let shown = ui.add(egui::Label::new(RichText::new(words).color(style::INK).underline()));
    if let Some(rule) = rule.filter(|rule| !rule.is_empty()) {
        shown.on_hover_ui(|ui| explain(ui, codex, rule));
    }
}

/// Handles a click on a line: focuses its place and toggles its terms.
fn click(params: &mut HudParams, at: usize) {
    let Some(noted) = params.log.lines.get(at) else { return };
    let (place, has_sums) = (noted.place(&params.watch, &params.combatants), !noted.line.sums.is_empty());
    if let Some(cell) = place {
        let at = params.layout.centre(cell);
        params.focus.on(at);
    }
    if has_sums && !params.log.unfolded.remove(&at) {
        params.log.unfolded.insert(at);
    }
}
