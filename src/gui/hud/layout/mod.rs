//! Where panels, windows and floating cards are placed.

mod regions;

pub use regions::{ActionGrid, FOLDED_WIDTH, Regions, side_room};

use bevy_egui::egui::{
    self, Align2, Area, Context, Frame, Id, LayerId, Margin, Order, Rect, Stroke, StrokeKind, TextStyle, Ui, UiBuilder,
    Vec2, pos2, vec2,
};

use super::widgets::fitted;
use super::{focus, style};

/// Padding of a panel and of a floating card, in points.
const PANEL_MARGIN: f32 = 8.0;
const CARD_MARGIN: f32 = 9.0;

pub fn panel<R>(ctx: &Context, name: &str, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let area = Area::new(Id::new(name)).fixed_pos(rect.min).default_size(rect.size()).constrain(false);
    let shown = area.order(Order::Middle).movable(false).fade_in(false).show(ctx, |ui| {
        ui.set_clip_rect(rect);
        ui.painter().rect_filled(rect, 0.0, style::PANEL);
        ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, style::EDGE), StrokeKind::Inside);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink(PANEL_MARGIN + 1.0)));
        let done = add(&mut inner);
        ui.advance_cursor_after_rect(rect);
        done
    });
    shown.inner
}

/// The layer of a panel.
pub fn panel_layer(name: &str) -> LayerId {
    LayerId::new(Order::Middle, Id::new(name))
}

/// The height of a panel whose content has this height, in points.
pub fn panel_height(content: f32) -> f32 {
    content + 2.0 * (PANEL_MARGIN + 1.0)
}

pub fn part<R>(ui: &mut Ui, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect));
    inner.set_clip_rect(rect.expand(2.0).intersect(ui.clip_rect()));
    add(&mut inner)
}

pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().fill(style::CARD).corner_radius(4).inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, add).inner
}

/// A window in the centre that can be closed. Returns whether it stays open.
pub fn window(ctx: &Context, name: &str, title: &str, size: Vec2, add: impl FnOnce(&mut Ui)) -> bool {
    let mut open = true;
    let size = size.min(room(ctx));
    let window = egui::Window::new(title).id(window_layer(ctx, name).id).open(&mut open).order(Order::Foreground);
    let window = window.pivot(Align2::CENTER_CENTER).default_pos(ctx.content_rect().center());
    window.collapsible(false).resizable(false).fade_in(false).fade_out(false).show(ctx, |ui| {
        ui.set_width(size.x);
        ui.set_height(size.y);
        add(ui);
    });
    focus::keep_within(ctx, window_layer(ctx, name));
    open
}

fn room(ctx: &Context) -> Vec2 {
    ctx.content_rect().size() - vec2(30.0, 90.0)
}

/// The layer of a window. It changes with the size of the screen, so that the window is centred again.
pub fn window_layer(ctx: &Context, name: &str) -> LayerId {
    let room = room(ctx);
    LayerId::new(Order::Foreground, Id::new((name, room.x as i32, room.y as i32)))
}

/// A card beside a rectangle of the board, which it does not cover. It takes no clicks.
pub fn card_at<R>(ctx: &Context, name: &str, spot: Rect, bounds: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let id = Id::new(name);
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(vec2(300.0, 90.0), |rect| rect.size());
    let at = beside(spot, size, bounds);
    let area = Area::new(id).fixed_pos(at.min).constrain_to(bounds).order(Order::Tooltip);
    let shown = area.interactable(false).fade_in(false).show(ctx, |ui| framed(ui, add));
    if (shown.response.rect.size() - size).length() > 1.0 {
        // It was placed by the size of its previous content.
        ctx.request_repaint();
    }
    shown.inner
}

/// The rectangle of a card beside a spot, on the side with most room inside the bounds.
fn beside(spot: Rect, size: Vec2, bounds: Rect) -> Rect {
    const APART: f32 = 12.0;
    let (dx, dy) = (spot.width() / 2.0 + size.x / 2.0 + APART, spot.height() / 2.0 + size.y / 2.0 + APART);
    let right = if spot.center().x < bounds.center().x { dx } else { -dx };
    let down = if spot.center().y < bounds.center().y { dy } else { -dy };
    let level = (size.y - spot.height()).max(0.0) / 2.0 * down.signum();
    let aways =
        [(right, level), (right, 0.0), (0.0, down), (right, down), (-right, level), (0.0, -down), (-right, -down)];
    let all = aways.map(|(x, y)| Rect::from_center_size(spot.center() + vec2(x, y), size));
    let seen = |at: &Rect| Some(at.intersect(bounds)).filter(Rect::is_positive).map_or(0.0, |rect| rect.area());
    let best = all.iter().map(seen).fold(0.0_f32, f32::max);
    all.into_iter().find(|at| seen(at) >= best - 1.0).unwrap_or(all[0])
}

/// The cards that are docked in corners of the board, with their orders.
const DOCKED: [(&str, Order); 4] = [
    ("forecast", Order::Tooltip),
    ("outlook", Order::Tooltip),
    ("compass", Order::Middle),
    ("hint", Order::Foreground),
];

/// Where the other docked cards are that are shown now.
fn others_docked(ctx: &Context, name: &str) -> Vec<Rect> {
    ctx.memory(|memory| {
        let others = DOCKED.iter().filter(|(other, _)| *other != name).map(|(other, order)| (Id::new(*other), *order));
        let shown = others.filter(|(id, order)| memory.areas().is_visible(&LayerId::new(*order, *id)));
        shown.filter_map(|(id, _)| memory.area_rect(id)).collect()
    })
}

/// A card in the corner where it covers least of the given rectangles and of other such cards. It takes clicks unless it is a
/// tooltip by `order`.
pub fn docked<R>(
    ctx: &Context,
    name: &str,
    bounds: Rect,
    sights: &[Rect],
    order: Order,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let id = Id::new(name);
    let size = ctx.memory(|memory| memory.area_rect(id)).map_or(vec2(300.0, 200.0), |rect| rect.size());
    let others = others_docked(ctx, name);
    let inner = bounds.shrink(6.0);
    let corners = [Align2::RIGHT_TOP, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM];
    let covered = |corner: &Align2| {
        let rect = corner.align_size_within_rect(size, inner);
        let common = sights.iter().chain(&others).map(|sight| sight.intersect(rect)).filter(Rect::is_positive);
        common.map(|rect| rect.area()).sum::<f32>()
    };
    // The previous corner is kept while no other is better.
    let kept = ctx.data(|data| data.get_temp::<Align2>(id));
    let all = kept.into_iter().chain(corners);
    let corner = all.min_by(|a, b| covered(a).total_cmp(&covered(b))).unwrap_or(Align2::RIGHT_TOP);
    ctx.data_mut(|data| data.insert_temp(id, corner));
    let area = Area::new(id).fixed_pos(corner.pos_in_rect(&inner)).pivot(corner).constrain_to(ctx.content_rect());
    let area = area.order(order).interactable(order != Order::Tooltip).fade_in(false);
    area.show(ctx, |ui| framed(ui, add)).inner
}

/// A card of a given height at the foot of a rectangle. It takes no clicks and never leaves the rectangle; if the
/// content is cut off, `more` says so. Returns the height the content needs, in points.
pub fn at_foot(ctx: &Context, name: &str, (bounds, height): (Rect, f32), more: &str, add: impl FnOnce(&mut Ui)) -> f32 {
    let inner = bounds.shrink(6.0);
    let rect = Rect::from_min_max(pos2(inner.left(), (inner.bottom() - height).max(inner.top())), inner.max);
    let area = Area::new(Id::new(name)).fixed_pos(rect.min).default_size(rect.size()).constrain(false);
    let shown = area.order(Order::Tooltip).interactable(false).fade_in(false).show(ctx, |ui| {
        ui.set_clip_rect(rect);
        ui.painter().rect(rect, 5.0, style::PANEL, Stroke::new(1.0, style::GOLD), StrokeKind::Inside);
        let room = Rect::from_min_size(rect.min, vec2(rect.width(), 10_000.0)).shrink(CARD_MARGIN);
        let mut whole = ui.new_child(UiBuilder::new().max_rect(room));
        add(&mut whole);
        let high = whole.min_rect().height() + 2.0 * CARD_MARGIN;
        if high > inner.height() + 1.0 && rect.height() >= inner.height() {
            let text = fitted(ui, more, TextStyle::Small, rect.width() - 2.0 * CARD_MARGIN);
            let foot = Rect::from_min_max(pos2(rect.left(), rect.bottom() - text.size().y - 8.0), rect.max).shrink(1.0);
            ui.painter().rect_filled(foot, 0.0, style::CARD);
            ui.painter().galley_with_override_text_color(foot.center() - text.size() / 2.0, text, style::TIRED);
        }
        high
    });
    shown.inner
}

fn framed<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = Frame::new().fill(style::PANEL).stroke(Stroke::new(1.0, style::GOLD)).corner_radius(5);
    frame.inner_margin(Margin::same(CARD_MARGIN as i8)).show(ui, add).inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_never_covers_what_it_is_about_and_stays_in_sight() {
        let bounds = Rect::from_min_max(pos2(250.0, 110.0), pos2(1100.0, 760.0));
        for cell in [24.0, 64.0, 160.0] {
            for (x, y) in [(260.0, 120.0), (700.0, 400.0), (1080.0, 750.0), (300.0, 740.0), (1090.0, 130.0)] {
                let spot = Rect::from_center_size(pos2(x, y), Vec2::splat(cell));
                let card = beside(spot, vec2(340.0, 120.0), bounds);
                assert!(!card.intersect(spot).is_positive(), "{spot:?} {card:?}");
                assert!(bounds.contains_rect(card), "{spot:?} {card:?}");
            }
        }
    }

    #[test]
    fn cards_that_are_docked_at_once_do_not_cover_each_other() {
        let ctx = Context::default();
        let bounds = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        for _ in 0..4 {
            let input = egui::RawInput { screen_rect: Some(bounds), ..Default::default() };
            let _ = ctx.run_ui(input, |ui| {
                for (name, order) in [("hint", Order::Foreground), ("outlook", Order::Tooltip)] {
                    docked(ui.ctx(), name, bounds, &[], order, |ui| drop(ui.label("A few words")));
                }
            });
        }
        let [hint, outlook] = ["hint", "outlook"].map(|name| ctx.memory(|memory| memory.area_rect(Id::new(name))));
        let (hint, outlook) = (hint.expect("a card"), outlook.expect("a card"));
        assert!(!hint.intersects(outlook), "{hint} and {outlook}");
    }
}
