//! The combat log.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui};

use super::cite::{Pen, explain};
use super::desk::Desk;
use super::lines::Noted;
use super::look;
use crate::battle::CombatantId;
use crate::content::codex::Codex;
use crate::narration::{Line, LineKind, Span, Tone};
use crate::rules::Ruleset;

/// Lines shown at most; the filter reaches all.
const MOST: usize = 200;

/// Points from the end at which the log goes on by itself.
const AT_END: f32 = 6.0;

/// Room of a blank between words, in points.
const BLANK: f32 = 4.0;

/// Draws the log.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    filters(ui, desk);
    ui.separator();
    let rules = desk.session.opening.setup.rules.clone();
    let mut touched = Touched::default();
    let (wanted, first) = lines(desk);
    let area = ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).stick_to_bottom(true);
    let shown = area.show(ui, |ui| {
        if wanted.is_empty() {
            let words = match desk.book.lines.is_empty() {
                true => "Nothing has happened yet.",
                false => "Nothing of the kinds picked above has happened.",
            };
            ui.label(RichText::new(words).color(look::FAINT));
        }
        let mut count = None;
        for &(at, noted) in &wanted {
            if count != Some(noted.count) {
                count = Some(noted.count);
                ui.label(RichText::new(format!("{} {}", desk.moment(), noted.count)).color(look::FAINT).small());
            }
            let unfolded = desk.book.unfolded.contains(&at);
            let drawn = Drawn { at, line: &noted.line, unfolded, desk, rules: &rules };
            drawn.show(ui, pen, &mut touched);
        }
    });
    let end = shown.state.offset.y + shown.inner_rect.height() + AT_END;
    let from = first.filter(|_| end < shown.content_size.y);
    if desk.book.from != from {
        desk.book.from = from;
    }
    match touched {
        Touched { who: Some(who), .. } => desk.look_at(who),
        Touched { line: Some(at), .. } => click(desk, at),
        _ => {}
    }
}

/// The lines that are shown and the number of the first: the last of all, or more of them where an earlier one is read,
/// so that it stays where it is.
fn lines<'a>(desk: &'a Desk<'_, '_>) -> (Vec<(usize, &'a Noted)>, Option<usize>) {
    let all = || desk.book.wanted(&desk.watch);
    let mut lines: Vec<_> = match desk.book.from {
        Some(from) => all().rev().take_while(|(at, _)| *at >= from).collect(),
        None => all().rev().take(MOST).collect(),
    };
    lines.reverse();
    let first = lines.first().map(|(at, _)| *at);
    (lines, first)
}

/// What was clicked on the log.
#[derive(Default)]
struct Touched {
    line: Option<usize>,
    who: Option<CombatantId>,
}

fn filters(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for kind in LineKind::ALL {
            let on = desk.book.kinds.contains(&kind);
            if ui.selectable_label(on, RichText::new(kind.word()).size(14.0)).clicked() {
                match on {
                    true => drop(desk.book.kinds.remove(&kind)),
                    false => drop(desk.book.kinds.insert(kind)),
                }
            }
        }
    });
    ui.horizontal(|ui| {
        let noticed = desk.snapshot.rows.iter().filter(|row| desk.watch.notices(row.id));
        let names: Vec<_> = noticed.map(|row| (row.id, row.name.to_string())).collect();
        let about = desk.book.about;
        let shown = about.map_or_else(|| "everybody".to_owned(), |who| desk.name(who).to_owned());
        egui::ComboBox::from_id_salt("about").width(150.0).selected_text(shown).show_ui(ui, |ui| {
            let mut wanted = about;
            ui.selectable_value(&mut wanted, None, "everybody");
            for (id, name) in names {
                ui.selectable_value(&mut wanted, Some(id), name);
            }
            if wanted != about {
                desk.book.about = wanted;
            }
        });
        if ui.button("Copy").on_hover_text("Copies the lines that are shown, with every term").clicked() {
            let lines = desk.book.wanted(&desk.watch);
            let text: Vec<String> = lines.map(|(_, noted)| noted.line.to_string()).collect();
            ui.ctx().copy_text(text.join("\n"));
        }
    });
}

/// One line with its numbers folded, as it is told to a side that has not seen it; says whether it was clicked.
pub fn show_line(ui: &mut Ui, at: usize, line: &Line, desk: &Desk, pen: &mut Pen<'_>) -> bool {
    let mut touched = Touched::default();
    Drawn { at, line, unfolded: false, desk, rules: desk.rules() }.show(ui, pen, &mut touched);
    touched.line.is_some()
}

/// One line of the log as it is drawn.
struct Drawn<'a, 'w, 's> {
    at: usize,
    line: &'a Line,
    unfolded: bool,
    desk: &'a Desk<'w, 's>,
    rules: &'a Ruleset,
}

impl Drawn<'_, '_, '_> {
    fn show(&self, ui: &mut Ui, pen: &mut Pen<'_>, touched: &mut Touched) {
        let before = (pen.clicked.clone(), touched.who);
        // The line lies below what can be clicked on it.
        let builder = egui::UiBuilder::new().id_salt(("line", self.at)).sense(Sense::click());
        let shown = ui.scope_builder(builder, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(0.0, 1.0);
                if !self.line.sums.is_empty() {
                    let fold = if self.unfolded { "–  " } else { "+  " };
                    ui.label(RichText::new(fold).color(look::GOLD));
                }
                let mut opens = "";
                for (at, span) in self.line.spans.iter().enumerate() {
                    let next = self.line.spans.get(at + 1).filter(|_| !matches!(span, Span::Words(_)));
                    let mark = next.map_or("", mark_of);
                    self.span(ui, span, (opens, mark), pen, touched);
                    opens = mark;
                }
            });
        });
        let hit = &shown.response;
        if hit.hovered() {
            ui.painter().rect_filled(hit.rect.expand(1.0), 2.0, look::GOLD.gamma_multiply(0.12));
        }
        if self.unfolded {
            ui.indent(("sums", self.at), |ui| {
                for sum in &self.line.sums {
                    pen.terms(ui, &sum.title, &sum.number);
                }
            });
        }
        if hit.clicked() && before == (pen.clicked.clone(), touched.who) {
            touched.line = Some(self.at);
        }
    }

    /// One part of the line: without the mark that was drawn with the part before, and with the one that opens the next.
    fn span(&self, ui: &mut Ui, span: &Span, (opens, mark): (&str, &str), pen: &mut Pen<'_>, touched: &mut Touched) {
        let colour = tone(self.line.tone);
        let marked = |words: &str| format!("{words}{mark}");
        match span {
            Span::Rule(rule) => {
                ui.add_space(4.0);
                pen.rule_and(ui, rule.as_str(), mark);
            }
            Span::Combatant(who, name) => {
                let side = self.desk.view().find(*who).map_or(colour, |row| look::side(row.side));
                let shown = word(ui, RichText::new(marked(name)).color(side).strong());
                if shown.on_hover_text("Look at it").clicked() {
                    touched.who = Some(*who);
                }
            }
            Span::Action(action, name) => {
                let rule = self.rules.actions.get(*action).map(|action| action.rule);
                explained(ui, &self.rules.codex, &marked(name), rule.map(|rule| rule.as_str()));
            }
            Span::Condition(condition, name) => {
                let rule = self.rules.conditions.get(*condition).map(|condition| condition.rule);
                explained(ui, &self.rules.codex, &marked(name), rule.map(|rule| rule.as_str()));
            }
            Span::Sum(at, total) => {
                let text = RichText::new(marked(&total.to_string())).color(look::GOLD);
                let shown = ui.add(egui::Label::new(text));
                if let Some(sum) = self.line.sums.get(*at) {
                    shown.on_hover_ui(|ui| pen.terms(ui, &sum.title, &sum.number));
                }
            }
            Span::Words(words) => {
                let words = &words[opens.len()..];
                // A blank at either end of a line that was broken takes no room by itself.
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

/// The mark with which words begin that belongs to what stands before them, so that no line begins with it.
fn mark_of(span: &Span) -> &str {
    let Span::Words(words) = span else { return "" };
    let begins = words.starts_with(['.', ',', ';', ':', ')', '\'']);
    words.split(' ').next().filter(|_| begins).unwrap_or_default()
}

fn tone(tone: Tone) -> egui::Color32 {
    match tone {
        Tone::Plain => look::INK,
        Tone::Good => look::GOOD,
        Tone::Bad => look::BAD,
        Tone::Quiet => look::FAINT,
    }
}

fn word(ui: &mut Ui, text: RichText) -> egui::Response {
    ui.add(egui::Label::new(text).sense(Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A word that shows its rule when looked at.
fn explained(ui: &mut Ui, codex: &Codex, words: &str, rule: Option<&str>) {
    let shown = ui.add(egui::Label::new(RichText::new(words).color(look::INK).underline()));
    if let Some(rule) = rule.filter(|rule| !rule.is_empty()) {
        shown.on_hover_ui(|ui| explain(ui, codex, rule));
    }
}

/// A click looks at the place and unfolds the numbers.
fn click(desk: &mut Desk, at: usize) {
    let Some(noted) = desk.book.lines.get(at) else { return };
    let (place, has_sums) = (noted.place(&desk.watch, desk.view()), !noted.line.sums.is_empty());
    if let Some(cell) = place {
        let at = desk.layout.centre(cell);
        desk.focus.on(at);
    }
    if has_sums && !desk.book.unfolded.remove(&at) {
        desk.book.unfolded.insert(at);
    }
}
