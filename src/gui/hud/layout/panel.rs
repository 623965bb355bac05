//! Panels and windows at fixed places.

use bevy_egui::egui::{self, Align2, Area, Context, Frame, Id, LayerId, Margin, Order, Rect, Stroke, Ui};

use crate::gui::hud::style;

/// Padding of a panel, in points.
const MARGIN: f32 = 8.0;

/// A panel that covers a rectangle exactly.
pub fn panel<R>(ctx: &Context, name: &str, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = Area::new(Id::new(name)).fixed_pos(rect.min).default_size(rect.size()).constrain(false);
    let shown = area.order(Order::Middle).movable(false).fade_in(false).show(ctx, |ui| {
        ui.set_clip_rect(rect);
        ui.painter().rect_filled(rect, 0.0, style::PANEL);
        ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, style::EDGE), egui::StrokeKind::Inside);
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(MARGIN + 1.0)));
        let done = add(&mut inner);
        ui.advance_cursor_after_rect(rect);
        done
    });
    shown.inner
}

/// A region of a panel.
pub fn part<R>(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    inner.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    add(&mut inner)
}

/// A card on a panel.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().fill(style::CARD).corner_radius(4).inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, add).inner
}

/// A window in the centre that can be closed. Returns whether it stays open.
pub fn window(ctx: &Context, name: &str, title: &str, size: egui::Vec2, add: impl FnOnce(&mut Ui)) -> bool {
    let mut open = true;
    let size = size.min(room(ctx));
    egui::Window::new(title)
        .id(window_layer(ctx, name).id)
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
    open
}

/// The largest size of a window, in points.
fn room(ctx: &Context) -> egui::Vec2 {
    ctx.content_rect().size() - egui::vec2(30.0, 90.0)
}

/// The layer of a window. It changes with the size of the screen, so that the window is centred again.
pub fn window_layer(ctx: &Context, name: &str) -> LayerId {
    let room = room(ctx);
    LayerId::new(Order::Foreground, Id::new((name, room.x as i32, room.y as i32)))
}
