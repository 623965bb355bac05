//! The combat log.

pub mod book;

use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{self, Button, PopupCloseBehavior, RichText, ScrollArea, Sense, Ui};

use crate::battle::{CombatantId, Count, Side};
use crate::content::Rule;
use crate::gui::hud::panels::goals;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::widgets::{self, RuleLinks, explain, line};
use crate::narration::{Line, LineKind, Span, Tone};

/// Width of a space between words, in points.
const BLANK: f32 = 4.0;

enum Clicked {
    Line(usize),
    Combatant(CombatantId),
}

pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks) {
    filters(ui, params);
    ui.separator();
    let (mut clicked, mut empty) = (None, false);
    // The last lines, or more while the player has scrolled up, so that the view stays.
    let all = params.log.wanted(&params.watch).rev();
    let mut wanted: Vec<_> = match params.log.from {
        Some(from) => all.take_while(|(at, _)| *at >= from).collect(),
        None => all.take(200).collect(),
    };
    wanted.reverse();
    let area = ScrollArea::vertical()
        .id_salt(("log", wanted.is_empty()))
        .auto_shrink([false, false])
        .stick_to_bottom(!wanted.is_empty());
    let shown = area.show(ui, |ui| {
        if wanted.is_empty() {
            empty = no_lines(ui, params);
        }
        let mut count = None;
        for &(at, noted) in &wanted {
            show_count(ui, params, noted.count, &mut count);
            let drawn = Drawn { at, line: &noted.line, unfolded: params.log.unfolded.contains(&at), params };
            clicked = drawn.show(ui, links).or(clicked.take());
        }
    });
    // This close to its end the log keeps scrolling.
    let end = shown.state.offset.y + shown.inner_rect.height() + 6.0;
    let from = wanted.first().map(|(at, _)| *at).filter(|_| end < shown.content_size.y);
    if params.log.from != from {
        params.log.from = from;
    }
    if empty {
        (params.log.kinds, params.log.about) = (LineKind::ALL.into_iter().collect(), None);
    }
    match clicked {
        Some(Clicked::Combatant(who)) => params.select_and_focus(who),
        Some(Clicked::Line(at)) => {
            focus_on(params, at);
            let has_sums = params.log.lines.get(at).is_some_and(|noted| !noted.line.sums.is_empty());
            if has_sums && !params.log.unfolded.remove(&at) {
                params.log.unfolded.insert(at);
            }
        }
        None => {}
    }
}

/// Draws what stands in place of lines: how each side wins before the first line that a player reads, or that the filters leave
/// none. Returns whether the player wants to read every line.
fn no_lines(ui: &mut Ui, params: &HudParams) -> bool {
    if params.log.has_usual_filters() {
        ui.colored_label(style::GOLD, "The battle begins.");
        for (side, party) in (0..).map(Side).zip(&params.session.opening.setup.sides) {
            ui.colored_label(style::side(side), RichText::new(&*party.name).strong());
            line(ui, goals::sentence(params, side), style::FAINT);
        }
        return false;
    }
    let hidden = params.log.told(&params.watch).count();
    if hidden == 0 {
        ui.colored_label(style::FAINT, "Nothing has happened yet.");
        return false;
    }
    let lines = if hidden == 1 { "1 line is".to_owned() } else { format!("{hidden} lines are") };
    line(ui, format!("No lines match the filters; {lines} hidden."), style::FAINT);
    ui.button("Show all lines").clicked()
}

/// Draws the filters in one row, two in the narrowest panels; the kinds of lines are in a menu.
fn filters(ui: &mut Ui, params: &mut HudParams) {
    ui.horizontal_wrapped(|ui| {
        let mut about = params.log.about;
        let shown = about.map_or("everyone", |who| params.name(who));
        let room = (ui.available_width() - 170.0).clamp(60.0, 150.0);
        let list = egui::ComboBox::from_id_salt("about").width(room).truncate();
        list.selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(&mut about, None, "everyone");
            for data in params.noticed() {
                ui.selectable_value(&mut about, Some(data.combatant.id), data.combatant.name.as_str());
            }
        });
        if about != params.log.about {
            params.log.about = about;
        }
        let count = params.log.kinds.len();
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let button = Button::new(format!("Filters {count}/{}", LineKind::ALL.len()));
        let (shown, _) = MenuButton::from_button(button).config(config).ui(ui, |ui| {
            for kind in LineKind::ALL {
                let on = params.log.kinds.contains(&kind);
                let pressed = ui.selectable_label(on, kind.word()).clicked();
                if pressed && !params.log.kinds.remove(&kind) {
                    params.log.kinds.insert(kind);
                }
            }
        });
        shown.on_hover_text("Which kinds of lines are shown");
        if ui.button("Copy").on_hover_text("Copies the visible lines with all their terms").clicked() {
            let lines = params.log.wanted(&params.watch);
            let text: Vec<String> = lines.map(|(_, noted)| noted.line.to_string()).collect();
            ui.ctx().copy_text(text.join("\n"));
        }
    });
}

/// Moves the camera to the place of a line, by its number.
pub fn focus_on(params: &mut HudParams, line: usize) {
    let noted = params.log.lines.get(line);
    if let Some(cell) = noted.and_then(|noted| noted.place(&params.watch, &params.combatants)) {
        let at = params.layout.centre(cell);
        params.focus.on(at);
    }
}

/// Draws the count or round of a line, unless it is that of the previous line.
pub fn show_count(ui: &mut Ui, params: &HudParams, count: Count, previous: &mut Option<Count>) {
    if previous.replace(count) != Some(count) {
        ui.colored_label(style::FAINT, RichText::new(format!("{} {count}", params.moment())).small());
    }
}

/// Draws one line with its terms folded. Returns whether it was clicked.
pub fn show_line(ui: &mut Ui, at: usize, line: &Line, params: &HudParams, links: &mut RuleLinks) -> bool {
    matches!(Drawn { at, line, unfolded: false, params }.show(ui, links), Some(Clicked::Line(_)))
}

struct Drawn<'a, 'w, 's> {
    at: usize,
    line: &'a Line,
    unfolded: bool,
    params: &'a HudParams<'w, 's>,
}

impl Drawn<'_, '_, '_> {
    fn show(&self, ui: &mut Ui, links: &mut RuleLinks) -> Option<Clicked> {
        let (before, mut clicked) = (links.clicked.clone(), None);
        // The line lies behind its clickable words.
        let builder = egui::UiBuilder::new().id_salt(("line", self.at)).sense(Sense::click());
        let shown = ui.scope_builder(builder, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(0.0, 1.0);
                if !self.line.sums.is_empty() {
                    ui.colored_label(style::GOLD, if self.unfolded { "–  " } else { "+  " });
                }
                let mut skip = "";
                for (at, span) in self.line.spans.iter().enumerate() {
                    let next = self.line.spans.get(at + 1).filter(|_| !matches!(span, Span::Words(_)));
                    let mark = next.map_or("", leading_punctuation);
                    clicked = self.span(ui, span, (skip, mark), links).or(clicked);
                    skip = mark;
                }
            });
        });
        let hit = &shown.response;
        widgets::name_button(hit, || self.line.words());
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
        let line = (hit.clicked() && before == links.clicked).then_some(Clicked::Line(self.at));
        clicked.map(Clicked::Combatant).or(line)
    }

    /// Draws one part of the line. Punctuation is drawn with the preceding part: `skip` is left out, `mark` is added.
    /// Returns the combatant if its name was clicked.
    fn span(&self, ui: &mut Ui, span: &Span, (skip, mark): (&str, &str), links: &mut RuleLinks) -> Option<CombatantId> {
        let rules = self.params.rules();
        let colour = match self.line.tone {
            Tone::Plain => style::INK,
            Tone::Good => style::GOOD,
            Tone::Bad => style::BAD,
            Tone::Quiet => style::FAINT,
        };
        let marked = |words: &str| format!("{words}{mark}");
        match span {
            Span::Rule(rule) if links.settings.rule_ids => {
                ui.add_space(4.0);
                links.rule_and(ui, rule.as_str(), mark);
            }
            Span::Rule(_) if mark.is_empty() => {}
            Span::Rule(_) => drop(ui.colored_label(colour, mark)),
            Span::Combatant(who, name) => {
                let side = self.params.combatants.side(*who).map_or(colour, style::side);
                let name = egui::Label::new(RichText::new(marked(name)).color(side).strong()).sense(Sense::click());
                let shown = ui.add(name).on_hover_cursor(egui::CursorIcon::PointingHand);
                return shown.on_hover_text("Shows it on the board").clicked().then_some(*who);
            }
            Span::Action(action, name) => {
                self.rule_word(ui, &marked(name), rules.actions.get(*action).map(|action| action.rule));
            }
            Span::Condition(condition, name) => {
                self.rule_word(ui, &marked(name), rules.conditions.get(*condition).map(|condition| condition.rule));
            }
            Span::Sum(at, total) => {
                let shown = ui.colored_label(style::GOLD, marked(&total.to_string()));
                if let Some(sum) = self.line.sums.get(*at) {
                    shown.on_hover_ui(|ui| links.terms(ui, &sum.title, &sum.number));
                }
            }
            Span::Words(words) => {
                let words = &words[skip.len()..];
                // A space at either end takes no width in a wrapped line.
                if words.starts_with(' ') {
                    ui.add_space(BLANK);
                }
                if !words.trim().is_empty() {
                    ui.colored_label(colour, words.trim());
                    if words.ends_with(' ') {
                        ui.add_space(BLANK);
                    }
                }
            }
            Span::Cell(_) => drop(ui.colored_label(colour, marked(&span.to_string()))),
        }
        None
    }

    fn rule_word(&self, ui: &mut Ui, words: &str, rule: Option<Rule>) {
        let shown = ui.colored_label(style::INK, RichText::new(words).underline());
        if let Some(rule) = rule.filter(|rule| !rule.as_str().is_empty()) {
            shown.on_hover_ui(|ui| explain(ui, &self.params.rules().codex, rule.as_str()));
        }
    }
}

/// Leading punctuation of a part, which belongs to the preceding one so that no line begins with it.
fn leading_punctuation(span: &Span) -> &str {
    let Span::Words(words) = span else { return "" };
    let begins = words.starts_with(['.', ',', ';', ':', ')', '\'']);
    words.split(' ').next().filter(|_| begins).unwrap_or_default()
}
