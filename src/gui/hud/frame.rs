//! Panels at fixed places of the window.

use bevy_egui::egui::{self, Align2, Area, Context, Frame, Id, Margin, Order, Pos2, Rect, Stroke, Ui};

use super::look;

/// Room between the edge of a panel and what is on it.
const MARGIN: f32 = 8.0;

/// A panel that covers a rectangle, whatever is on it.
pub fn panel<R>(ctx: &Context, name: &str, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = Area::new(Id::new(name)).fixed_pos(rect.min).default_size(rect.size()).constrain(false);
    let shown = area.order(Order::Middle).movable(false).fade_in(false).show(ctx, |ui| {
        ui.set_clip_rect(rect);
        ui.painter().rect_filled(rect, 0.0, look::PANEL);
        ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, look::EDGE), egui::StrokeKind::Inside);
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(MARGIN + 1.0)));
        let done = add(&mut inner);
        ui.advance_cursor_after_rect(rect);
        done
    });
    shown.inner
}

/// A small card beside the pointer that the pointer never touches.
pub fn card_at<R>(ctx: &Context, name: &str, at: Pos2, bounds: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    // On the side of the pointer where there is more room, so that it covers as little as it can.
    let right = at.x < bounds.center().x;
    let below = at.y < bounds.center().y;
    let pivot = match (right, below) {
        (true, true) => Align2::LEFT_TOP,
        (false, true) => Align2::RIGHT_TOP,
        (true, false) => Align2::LEFT_BOTTOM,
        (false, false) => Align2::RIGHT_BOTTOM,
    };
    let away = egui::vec2(if right { 34.0 } else { -34.0 }, if below { 20.0 } else { -20.0 });
    let area = Area::new(Id::new(name)).fixed_pos(at + away).pivot(pivot).constrain_to(bounds).order(Order::Tooltip);
    let shown = area.interactable(false).fade_in(false).show(ctx, |ui| {
        let frame = Frame::new()
            .fill(look::PANEL.gamma_multiply(0.97))
            .stroke(Stroke::new(1.0, look::GOLD))
            .corner_radius(5)
            .inner_margin(Margin::same(9));
        frame.show(ui, add).inner
    });
    shown.inner
}

/// A part of a panel at a fixed place of it.
pub fn part<R>(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    inner.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    add(&mut inner)
}

/// A card on a panel.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().fill(look::CARD).corner_radius(4).inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, add).inner
}

/// A window in the middle that can be closed; says whether it stays open.
pub fn window(ctx: &Context, title: &str, size: egui::Vec2, add: impl FnOnce(&mut Ui)) -> bool {
    let mut open = true;
    let room = ctx.content_rect().size() - egui::vec2(30.0, 60.0);
    let size = size.min(room);
    egui::Window::new(title)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .order(Order::Foreground)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .fade_in(false)
        .fade_out(false)
        .show(ctx, |ui| {
            ui.set_width(size.x);
            ui.set_height(size.y);
            add(ui);
        });
    open && !ctx.input(|input| input.key_pressed(egui::Key::Escape))
}

/// A bar of so much of so much, with its words on it.
pub fn gauge(ui: &mut Ui, share: f32, colour: egui::Color32, words: &str) -> egui::Response {
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width().max(40.0), 19.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, look::WELL);
    let filled = Rect::from_min_size(rect.min, egui::vec2(rect.width() * share.clamp(0.0, 1.0), rect.height()));
    painter.rect_filled(filled, 3.0, colour.gamma_multiply(0.75));
    painter.rect_stroke(rect, 3.0, Stroke::new(1.0, look::EDGE), egui::StrokeKind::Inside);
    let font = egui::TextStyle::Small.resolve(ui.style());
    painter.text(rect.center() + egui::vec2(1.0, 1.0), Align2::CENTER_CENTER, words, font.clone(), look::WELL);
    painter.text(rect.center(), Align2::CENTER_CENTER, words, font, egui::Color32::WHITE);
    response
}
