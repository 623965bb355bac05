//! Bars, folds and labels.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{self, Galley, Rect, RichText, Stroke, TextStyle, Ui};

use crate::gui::hud::style;

/// Whether a widget was clicked once. The second half of a double click does not answer the next question.
pub fn clicked_once(response: &egui::Response) -> bool {
    response.clicked() && !response.double_clicked() && !response.triple_clicked()
}

/// A bar filled to a share from 0 to 1, with a label. A label that is too long is cut off and shown whole in a tooltip.
pub fn gauge(ui: &mut Ui, share: f32, colour: egui::Color32, words: &str) -> egui::Response {
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width().max(40.0), 19.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, style::WELL);
    let filled = Rect::from_min_size(rect.min, egui::vec2(rect.width() * share.clamp(0.0, 1.0), rect.height()));
    painter.rect_filled(filled, 3.0, colour.gamma_multiply(0.75));
    painter.rect_stroke(rect, 3.0, Stroke::new(1.0, style::EDGE), egui::StrokeKind::Inside);
    let text = fitted(ui, words, TextStyle::Small, rect.width() - 8.0);
    let at = rect.center() - text.size() / 2.0;
    painter.galley_with_override_text_color(at + egui::vec2(1.0, 1.0), text.clone(), style::WELL);
    painter.galley_with_override_text_color(at, text.clone(), egui::Color32::WHITE);
    if text.elided { response.on_hover_text(words) } else { response }
}

/// One line of text, cut off at a width in points.
pub fn fitted(ui: &Ui, words: &str, style: TextStyle, width: f32) -> Arc<Galley> {
    let font = style.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, style::INK);
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    ui.painter().layout_job(job)
}

/// A heading that unfolds its content. A title that is too long is cut off and shown whole in a tooltip.
pub fn fold(ui: &mut Ui, name: impl std::hash::Hash, title: RichText, add: impl FnOnce(&mut Ui)) {
    let id = ui.make_persistent_id(name);
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let clicked = ui.horizontal(|ui| {
        let (rect, icon) = ui.allocate_exact_size(egui::vec2(12.0, 16.0), egui::Sense::click());
        let arrow = icon.clone().with_new_rect(rect.shrink2(egui::vec2(1.0, 3.0)));
        egui::collapsing_header::paint_default_icon(ui, if open { 1.0 } else { 0.0 }, &arrow);
        let shown = ui.add(egui::Label::new(title).truncate().sense(egui::Sense::click()));
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

/// A wrapped line of text.
pub fn line(ui: &mut Ui, words: &str, colour: egui::Color32) {
    ui.add(egui::Label::new(RichText::new(words).color(colour)).wrap());
}
