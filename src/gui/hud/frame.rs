//! Panels at fixed places of the window.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align2, Area, Context, Frame, Galley, Id, InnerResponse, LayerId, Margin, Order, Rect, RichText, Stroke,
    TextStyle, Ui, pos2,
};

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

/// A small card beside something on the board, which it does not cover and the pointer never touches.
pub fn card_at<R>(ctx: &Context, name: &str, spot: Rect, bounds: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let id = Id::new(name);
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(egui::vec2(300.0, 90.0), |rect| rect.size());
    let at = beside(spot, size, bounds);
    let area = Area::new(id).fixed_pos(at.min).constrain_to(bounds).order(Order::Tooltip);
    let shown = area.interactable(false).fade_in(false).show(ctx, |ui| framed(ui, add));
    if (shown.response.rect.size() - size).length() > 1.0 {
        // It was placed by the size of what it said before.
        ctx.request_repaint();
    }
    shown.inner
}

/// Where a card of this size stands beside a spot: on the side where it keeps within the bounds and where there is most
/// room.
fn beside(spot: Rect, size: egui::Vec2, bounds: Rect) -> Rect {
    const APART: f32 = 12.0;
    let (dx, dy) = (spot.width() / 2.0 + size.x / 2.0 + APART, spot.height() / 2.0 + size.y / 2.0 + APART);
    let (right, down) = if spot.center().x < bounds.center().x { (dx, dy) } else { (-dx, dy) };
    let down = if spot.center().y < bounds.center().y { down } else { -down };
    let level = (size.y - spot.height()).max(0.0) / 2.0 * down.signum();
    let aways =
        [(right, level), (right, 0.0), (0.0, down), (right, down), (-right, level), (0.0, -down), (-right, -down)];
    let all = aways.map(|(x, y)| Rect::from_center_size(spot.center() + egui::vec2(x, y), size));
    let inside = |at: &Rect| at.intersect(bounds);
    let seen = |at: &Rect| if inside(at).is_positive() { inside(at).area() } else { 0.0 };
    let best = all.iter().map(seen).fold(0.0_f32, f32::max);
    all.into_iter().find(|at| seen(at) >= best - 1.0).unwrap_or(all[0])
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

/// What windows may take of the screen.
fn room(ctx: &Context) -> egui::Vec2 {
    ctx.content_rect().size() - egui::vec2(30.0, 90.0)
}

/// The layer of a window: another one, in the middle again, whenever the screen has another size.
pub fn window_layer(ctx: &Context, name: &str) -> LayerId {
    let room = room(ctx);
    LayerId::new(Order::Foreground, Id::new((name, room.x as i32, room.y as i32)))
}

/// Whether something was clicked that answers a question; the second half of a double click is not meant for whoever is
/// asked by then.
pub fn answered(response: &egui::Response) -> bool {
    response.clicked() && !response.double_clicked() && !response.triple_clicked()
}

/// A bar of so much of so much, with its words on it; words that are too long are cut, and whole under the pointer.
pub fn gauge(ui: &mut Ui, share: f32, colour: egui::Color32, words: &str) -> egui::Response {
    let (rect, response) =
        ui.allocate_exact_size(egui::vec2(ui.available_width().max(40.0), 19.0), egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, look::WELL);
    let filled = Rect::from_min_size(rect.min, egui::vec2(rect.width() * share.clamp(0.0, 1.0), rect.height()));
    painter.rect_filled(filled, 3.0, colour.gamma_multiply(0.75));
    painter.rect_stroke(rect, 3.0, Stroke::new(1.0, look::EDGE), egui::StrokeKind::Inside);
    let text = fitted(ui, words, TextStyle::Small, rect.width() - 8.0);
    let at = rect.center() - text.size() / 2.0;
    painter.galley_with_override_text_color(at + egui::vec2(1.0, 1.0), text.clone(), look::WELL);
    painter.galley_with_override_text_color(at, text.clone(), egui::Color32::WHITE);
    if text.elided { response.on_hover_text(words) } else { response }
}

/// One line of words in a width; what is too much is cut.
pub fn fitted(ui: &Ui, words: &str, style: TextStyle, width: f32) -> Arc<Galley> {
    let font = style.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(words.to_owned(), font, look::INK);
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    ui.painter().layout_job(job)
}

/// A heading that unfolds what is below it. Words that are too long are cut, and whole under the pointer.
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

/// A card in the corner of a rectangle where it covers least of what must stay in sight.
pub fn docked<R>(
    ctx: &Context,
    name: &str,
    bounds: Rect,
    sights: &[Rect],
    touched: Touched,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let id = Id::new(name);
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(egui::vec2(300.0, 200.0), |rect| rect.size());
    let inner = bounds.shrink(6.0);
    let corners = [Align2::RIGHT_TOP, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM];
    let covered = |corner: &Align2| {
        let rect = corner.align_size_within_rect(size, inner);
        let common = sights.iter().map(|sight| sight.intersect(rect)).filter(Rect::is_positive);
        common.map(|rect| rect.area()).sum::<f32>()
    };
    // The corner it was in is kept while it is as good as any.
    let kept = ctx.data(|data| data.get_temp::<Align2>(id));
    let all = kept.into_iter().chain(corners);
    let corner = all.min_by(|a, b| covered(a).total_cmp(&covered(b))).unwrap_or(Align2::RIGHT_TOP);
    ctx.data_mut(|data| data.insert_temp(id, corner));
    floating(ctx, id, inner, corner, touched, add).inner
}

/// A card at the foot of a rectangle, through which the pointer looks. It is as high as it was said to be, and never
/// leaves the rectangle; where all of it has no room, words say so. Says how high it must be to show everything.
pub fn at_foot(ctx: &Context, name: &str, (bounds, height): (Rect, f32), more: &str, add: impl FnOnce(&mut Ui)) -> f32 {
    let inner = bounds.shrink(6.0);
    let rect = Rect::from_min_max(pos2(inner.left(), (inner.bottom() - height).max(inner.top())), inner.max);
    let area = Area::new(Id::new(name)).fixed_pos(rect.min).default_size(rect.size()).constrain(false);
    let shown = area.order(Order::Tooltip).interactable(false).fade_in(false).show(ctx, |ui| {
        ui.set_clip_rect(rect);
        ui.painter().rect(rect, 5.0, look::PANEL, Stroke::new(1.0, look::GOLD), egui::StrokeKind::Inside);
        let room = Rect::from_min_size(rect.min, egui::vec2(rect.width(), 10_000.0)).shrink(CARD_MARGIN);
        let mut whole = ui.new_child(egui::UiBuilder::new().max_rect(room));
        add(&mut whole);
        let high = whole.min_rect().height() + 2.0 * CARD_MARGIN;
        if high > inner.height() + 1.0 && rect.height() >= inner.height() {
            goes_on(ui, rect, more);
        }
        high
    });
    shown.inner
}

/// Says at the foot of a card that there is more of it than is seen.
fn goes_on(ui: &Ui, card: Rect, words: &str) {
    let text = fitted(ui, words, TextStyle::Small, card.width() - 2.0 * CARD_MARGIN);
    let foot = Rect::from_min_max(pos2(card.left(), card.bottom() - text.size().y - 8.0), card.max).shrink(1.0);
    ui.painter().rect_filled(foot, 0.0, look::CARD);
    ui.painter().galley_with_override_text_color(foot.center() - text.size() / 2.0, text, look::TIRED);
}

/// Room between the edge of a floating card and what is on it.
const CARD_MARGIN: f32 = 9.0;

fn floating<R>(
    ctx: &Context,
    id: Id,
    bounds: Rect,
    corner: Align2,
    touched: Touched,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let area = Area::new(id).fixed_pos(corner.pos_in_rect(&bounds)).pivot(corner).constrain_to(ctx.content_rect());
    let order = if touched == Touched::Yes { Order::Middle } else { Order::Tooltip };
    let area = area.order(order).interactable(touched == Touched::Yes);
    area.fade_in(false).show(ctx, |ui| framed(ui, add))
}

/// Whether the pointer works on a card or looks through it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Touched {
    Yes,
    No,
}

/// The ground of cards that float.
fn framed<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new()
        .fill(look::PANEL)
        .stroke(Stroke::new(1.0, look::GOLD))
        .corner_radius(5)
        .inner_margin(Margin::same(CARD_MARGIN as i8));
    frame.show(ui, add).inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_never_covers_what_it_is_about_and_stays_in_sight() {
        let bounds = Rect::from_min_max(pos2(250.0, 110.0), pos2(1100.0, 760.0));
        for cell in [24.0, 64.0, 160.0] {
            for (x, y) in [(260.0, 120.0), (700.0, 400.0), (1080.0, 750.0), (300.0, 740.0), (1090.0, 130.0)] {
                let spot = Rect::from_center_size(pos2(x, y), egui::vec2(cell, cell));
                let card = beside(spot, egui::vec2(340.0, 120.0), bounds);
                assert!(!card.intersect(spot).is_positive(), "{spot:?} {card:?}");
                assert!(bounds.contains_rect(card), "{spot:?} {card:?}");
            }
        }
    }
}
