//! The bar with all moments of a recorded battle: coloured by the side whose turn it is, with a mark where each round begins.

use bevy_egui::egui::{Color32, CursorIcon, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::gui::hud::style;
use crate::replay::{RecordedBattle, Stop};

/// Height of the bar, in points.
const HEIGHT: f32 = 18.0;

/// Least distance of two marks, in points.
const APART: f32 = 6.0;

/// Draws the bar. Returns the stop that the player points at with the button held.
pub fn show(ui: &mut Ui, battle: &RecordedBattle, at: usize, words: impl Fn(&Stop) -> String) -> Option<usize> {
    let size = vec2(ui.available_width().max(60.0), HEIGHT);
    let (rect, shown) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let rail = rect.shrink2(vec2(6.0, 4.0));
    let end = battle.end().max(1) as f32;
    let x = |stop: usize| rail.left() + rail.width() * stop as f32 / end;
    let painter = ui.painter_at(rect);
    painter.rect_filled(rail, 2.0, style::WELL);
    let (mut from, mut mark) = (0, f32::NEG_INFINITY);
    for turn in battle.stops().chunk_by(|stop, next| stop.side == next.side) {
        let part = Rect::from_x_y_ranges(x(from)..=x((from + turn.len()).min(battle.end())), rail.y_range());
        let colour = turn[0].side.map_or(style::EDGE, style::side);
        painter.rect_filled(part, 0.0, colour.gamma_multiply(0.4));
        // What has been shown is brighter.
        let shown = Rect::from_min_max(part.min, pos2(part.right().min(x(at)), part.bottom()));
        if shown.is_positive() {
            painter.rect_filled(shown, 0.0, colour.gamma_multiply(0.85));
        }
        from += turn.len();
    }
    for (number, pair) in battle.stops().windows(2).enumerate() {
        let here = x(number + 1);
        if pair[0].count != pair[1].count && here - mark >= APART {
            painter.vline(here, rail.y_range(), Stroke::new(1.0, style::WELL));
            mark = here;
        }
    }
    painter.rect_stroke(rail, 2.0, Stroke::new(1.0, style::EDGE), StrokeKind::Outside);
    let handle = Rect::from_center_size(pos2(x(at), rect.center().y), vec2(7.0, HEIGHT));
    painter.rect(handle, 2.0, style::GOLD, Stroke::new(1.0, Color32::BLACK), StrokeKind::Inside);
    let nearest = |to: f32| ((to - rail.left()) / rail.width().max(1.0) * end).round().clamp(0.0, end) as usize;
    let pressed = shown.interact_pointer_pos().map(|to| nearest(to.x));
    if let Some(over) = shown.hover_pos() {
        let words = words(battle.stop(nearest(over.x)));
        shown.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(words);
    }
    pressed.filter(|stop| *stop != at)
}
