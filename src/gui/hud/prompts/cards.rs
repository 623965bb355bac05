//! Answers as cards: a title with its price, what it leads to, and a bar or a few lines of words. A click answers.

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align2, Color32, FontId, Rect, Response, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use crate::gui::hud::forecast::exchange::{self, BAR, Viewpoint};
use crate::gui::hud::state::Hud;
use crate::gui::hud::{style, widgets};
use crate::odds::ContestOdds;

/// The height of a row of words, and the padding of a card, in points.
const ROW: f32 = 18.0;
const PAD: f32 = 6.0;

/// Most rows of the explanation at the foot of a card.
const ABOUT_ROWS: usize = 3;

/// An answer with what it leads to.
#[derive(Default)]
pub struct Card {
    pub title: String,
    /// At the right of the title.
    pub price: String,
    /// Whether it is recommended by the numbers: the least damage.
    pub best: bool,
    pub lines: Vec<(String, Color32)>,
    pub bar: Option<ContestOdds>,
    /// An explanation below, wrapped.
    pub about: String,
    pub tooltip: String,
}

/// Draws the cards in rows. Returns the index of the card that was clicked.
pub fn show(ui: &mut Ui, hud: &mut Hud, cards: &[Card]) -> Option<usize> {
    let rows = cards.iter().map(Card::rows).max().unwrap_or(1);
    let bars = cards.iter().any(|card| card.bar.is_some());
    let height = 2.0 * PAD + rows as f32 * ROW + if bars { BAR + 4.0 } else { 0.0 };
    let gaps = ui.spacing().item_spacing.x * cards.len() as f32;
    let width = ((ui.available_width() - gaps) / cards.len().max(1) as f32).clamp(148.0, 250.0);
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        for (at, card) in cards.iter().enumerate() {
            let (rect, shown) = ui.allocate_exact_size(vec2(width, height), Sense::click());
            card.paint(ui, rect, &shown);
            widgets::name_button(&shown, || card.words(at + 1));
            hud.focus_first(&shown);
            let shown = if card.tooltip.is_empty() { shown } else { shown.on_hover_text(&card.tooltip) };
            if widgets::clicked_once(&shown) {
                clicked = Some(at);
            }
        }
    });
    clicked
}

impl Card {
    /// The number of the card and everything written on it, for screen readers.
    fn words(&self, number: usize) -> String {
        let lines = self.lines.iter().map(|(words, _)| words.as_str());
        let all = [self.title.as_str(), self.price.as_str()].into_iter().chain(lines).chain([self.about.as_str()]);
        let all: Vec<&str> = all.filter(|words| !words.is_empty()).collect();
        format!("{number} {}{}", all.join(", "), if self.best { ", recommended" } else { "" })
    }

    fn rows(&self) -> usize {
        1 + self.lines.len() + if self.about.is_empty() { 0 } else { ABOUT_ROWS }
    }

    fn paint(&self, ui: &Ui, rect: Rect, shown: &Response) {
        let painter = ui.painter_at(rect);
        let visuals = ui.visuals().widgets.style(shown);
        let edge = if self.best { style::GOLD } else { visuals.bg_stroke.color };
        painter.rect_filled(rect, 4.0, visuals.weak_bg_fill);
        painter.rect_stroke(rect, 4.0, Stroke::new(if self.best { 2.0 } else { 1.0 }, edge), StrokeKind::Inside);
        let inner = rect.shrink(PAD);
        let price = painter.layout_no_wrap(self.price.clone(), FontId::proportional(13.0), style::FAINT);
        let room = inner.width() - price.size().x - 6.0;
        let title = widgets::fitted(ui, &self.title, TextStyle::Button, room);
        painter.galley_with_override_text_color(inner.min, title, if self.best { style::GOLD } else { style::INK });
        painter.galley(pos2(inner.right() - price.size().x, inner.top() + 2.0), price, style::FAINT);
        let mut y = inner.top() + ROW + 2.0;
        for (words, colour) in &self.lines {
            let text = widgets::fitted(ui, words, TextStyle::Small, inner.width());
            painter.galley_with_override_text_color(pos2(inner.left(), y), text, *colour);
            y += ROW;
        }
        if let Some(odds) = &self.bar {
            let bar = Rect::from_min_size(pos2(inner.left(), y + 2.0), vec2(inner.width(), BAR));
            exchange::bar(&painter, bar, odds, Viewpoint::Target);
        }
        if !self.about.is_empty() {
            let format = TextFormat::simple(FontId::proportional(13.0), style::FAINT);
            let mut job = LayoutJob::single_section(self.about.clone(), format);
            job.wrap.max_width = inner.width();
            job.wrap.max_rows = ABOUT_ROWS;
            let text = painter.layout_job(job);
            let at = Align2::LEFT_TOP.anchor_size(pos2(inner.left(), y), text.size());
            painter.galley(at.min, text, style::FAINT);
        }
    }
}
