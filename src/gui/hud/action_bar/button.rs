//! The button of an action: icon, name, cost and key, its tooltip, and what a click does.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui,
    Vec2, pos2, vec2,
};

use super::pick;
use crate::battle::CombatantId;
use crate::content::{Action, ActionSpeed, Codex};
use crate::gui::hud::layout::ActionGrid;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{self, span_words, speed_words};
use crate::gui::hud::timeline::pips;
use crate::gui::hud::widgets::{self, RuleLinks, line};
use crate::gui::hud::{provoked, style};
use crate::gui::theme;
use crate::resolution::legal::{self, ActionOffer};

/// Size of the icon, in points.
const ICON: f32 = 28.0;

/// Sizes of the name, in points; the first that fits is used.
const NAMES: [f32; 3] = [15.0, 13.5, 12.0];

/// Draws the button of an action and handles a click on it. Returns whether the pointer is on it.
pub fn show(
    ui: &mut Ui,
    params: &mut HudParams,
    links: &RuleLinks,
    (who, offer): (CombatantId, &ActionOffer),
    size: Vec2,
) -> bool {
    let (rect, shown) = ui.allocate_exact_size(size, Sense::click());
    let span = params.action_span(who, &offer.action, params.intent.weapon);
    let painter = ui.painter_at(rect);
    background(ui, &painter, params, &shown, offer);
    if size.y < ActionGrid::TWO_LINES {
        one_line(ui, &painter, params, rect, offer);
    } else {
        two_lines(ui, &painter, params, rect, (who, offer), span);
    }
    params.hud.focus_first(&shown);
    handle(params, links, shown, (who, offer), span)
}

/// Draws the button that ends the turn, as wide as its words, at the right end of a row, and handles a click on it. Returns whether the
/// pointer is on it.
pub fn show_ending(
    ui: &mut Ui,
    params: &mut HudParams,
    links: &RuleLinks,
    who: CombatantId,
    offer: &ActionOffer,
) -> bool {
    let width = |words: &str, style| widgets::fitted(ui, words, style, 200.0).size().x;
    let words = width(&offer.action.name, TextStyle::Body) + width(&key_words(params, offer), TextStyle::Small) + 10.0;
    let (rect, shown) = ui.allocate_exact_size(vec2(ICON + words + 16.0, ui.available_height()), Sense::click());
    let span = params.action_span(who, &offer.action, None);
    let painter = ui.painter_at(rect);
    background(ui, &painter, params, &shown, offer);
    one_line(ui, &painter, params, rect, offer);
    handle(params, links, shown, (who, offer), span)
}

/// Adds the tooltip and handles a click. Returns whether the pointer is on the button.
fn handle(
    params: &mut HudParams,
    links: &RuleLinks,
    shown: Response,
    (who, offer): (CombatantId, &ActionOffer),
    span: Option<(u16, u16)>,
) -> bool {
    let price = text::price_words(params.game(), who, &offer.action);
    widgets::name_button(&shown, || spoken(params, offer, price.as_deref()));
    let shown = shown.on_hover_ui(|ui| {
        action_tooltip(ui, links.codex, offer, (span, price));
        let provoked = provoked::lines(params, who, params.offered.provoked_by(offer.action.id));
        provoked.into_iter().for_each(|words| line(ui, words, style::BAD));
    });
    if widgets::clicked_once(&shown) && offer.is_open() {
        pick(params, who, offer);
    }
    shown.hovered()
}

/// The name, price and key of an action, and why it is not possible, for screen readers.
fn spoken(params: &HudParams, offer: &ActionOffer, price: Option<&str>) -> String {
    let key = key_words(params, offer);
    let why = if offer.is_open() { None } else { offer.reason().map(|refusal| format!("not now: {}", refusal.why)) };
    let words = [Some(offer.action.name.clone()), price.map(str::to_owned), Some(key), why];
    words.into_iter().flatten().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Fills a button and draws its edge, and the outline of a lesson.
fn background(ui: &Ui, painter: &Painter, params: &HudParams, shown: &Response, offer: &ActionOffer) {
    let (action, rect) = (&offer.action, shown.rect);
    let style = ui.visuals().widgets.style(shown);
    let (fill, edge) = match (offer.is_open(), params.intent.action == Some(action.id)) {
        (true, true) => (ui.visuals().selection.bg_fill, style::GOLD),
        (true, false) => (style.weak_bg_fill, style.bg_stroke.color),
        (false, true) => (style::WELL, style::GOLD),
        (false, false) => (style::WELL, style::EDGE.gamma_multiply(0.5)),
    };
    painter.rect_filled(rect, 4.0, fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    if let Some((_, width)) = params.hud.spotlight.filter(|(spotlit, _)| *spotlit == action.id) {
        painter.rect_stroke(rect, 4.0, Stroke::new(width, style::SPOTLIGHT), StrokeKind::Inside);
    }
}

/// The colours of the name and of the words below it.
fn inks(offer: &ActionOffer) -> (Color32, Color32) {
    if offer.is_open() { (style::INK, style::FAINT) } else { (Color32::from_gray(120), Color32::from_gray(95)) }
}

/// The first key of an action.
fn key_words(params: &HudParams, offer: &ActionOffer) -> String {
    let keys = params.keys.of_action(params.rules(), offer.action.id);
    keys.first().map(ToString::to_string).unwrap_or_default()
}

/// Draws the icon at the left of a button. Returns its place.
fn icon(painter: &Painter, params: &HudParams, rect: Rect, offer: &ActionOffer, size: f32) -> Rect {
    let at = pos2(rect.left() + 3.0 + size / 2.0, rect.center().y);
    let icon = Rect::from_center_size(at, Vec2::splat(size));
    if let Some(picture) = params.pictures.icon(params.rules().hud.icon(offer.action.id)) {
        picture.paint(painter, icon, inks(offer).0);
    }
    icon
}

/// Draws icon, name and key in one line; the tooltip has the cost.
fn one_line(ui: &Ui, painter: &Painter, params: &HudParams, rect: Rect, offer: &ActionOffer) {
    let icon = icon(painter, params, rect, offer, ICON.min(rect.height() - 4.0));
    let (left, mut right) = (icon.right() + 4.0, rect.right() - 6.0);
    let mut low = |galley: Arc<Galley>, colour| {
        let at = pos2(right - galley.size().x, rect.center().y - galley.size().y / 2.0);
        right = at.x - 6.0;
        painter.galley_with_override_text_color(at, galley, colour);
        right
    };
    let gold = style::GOLD.gamma_multiply(if offer.is_open() { 1.0 } else { 0.5 });
    let mut end = low(widgets::fitted(ui, &key_words(params, offer), TextStyle::Small, rect.width() * 0.4), gold);
    if !params.offered.provoked_by(offer.action.id).is_empty() {
        warn(painter, pos2(end - 6.0, rect.center().y));
        end -= 16.0;
    }
    let name = widgets::shrunk(painter, &offer.action.name, &NAMES, end - left);
    let at = pos2(left, rect.center().y - name.size().y / 2.0);
    painter.galley_with_override_text_color(at, name, inks(offer).0);
}

/// Draws icon and name, and below them the cost and the key.
fn two_lines(
    ui: &Ui,
    painter: &Painter,
    params: &HudParams,
    rect: Rect,
    (who, offer): (CombatantId, &ActionOffer),
    span: Option<(u16, u16)>,
) {
    let (action, open) = (&offer.action, offer.is_open());
    let (ink, faint) = inks(offer);
    let icon = icon(painter, params, rect, offer, ICON);
    let (left, right) = (icon.right() + 4.0, rect.right() - 4.0);
    let provokes = !params.offered.provoked_by(action.id).is_empty();
    if provokes {
        warn(painter, pos2(right - 6.0, rect.top() + 11.0));
    }
    let name = widgets::shrunk(painter, &action.name, &NAMES, right - left - if provokes { 16.0 } else { 0.0 });
    painter.galley_with_override_text_color(pos2(left, rect.center().y - 17.0), name, ink);
    let key = widgets::fitted(ui, &key_words(params, offer), TextStyle::Small, (right - left) * 0.6);
    let gold = style::GOLD.gamma_multiply(if open { 1.0 } else { 0.5 });
    let key_left = right - key.size().x;
    let low = |height: f32| rect.center().y + 17.0 - height;
    painter.galley_with_override_text_color(pos2(key_left, low(key.size().y)), key, gold);
    let time = widgets::fitted(ui, &cost_words(params, who, action, span), TextStyle::Small, key_left - 6.0 - left);
    let price = first_price(params, who, action).filter(|_| time.elided);
    match price {
        // Shapes where words do not fit; the tooltip has the words.
        Some(price) => {
            let at = pos2(left + 4.0, rect.center().y + 9.0);
            pips::price(painter, at, &price, if open { 1.0 } else { 0.4 }, &params.rules().policies.economy);
        }
        None => painter.galley_with_override_text_color(pos2(left, low(time.size().y)), time, faint),
    }
}

/// Draws the mark of what provokes, as on paths.
fn warn(painter: &Painter, at: Pos2) {
    let corners = [(0.0, -7.0), (7.5, 6.0), (-7.5, 6.0)].map(|(dx, dy)| at + vec2(dx, dy));
    painter.add(Shape::convex_polygon(corners.to_vec(), style::colour(theme::THREAT), Stroke::NONE));
    let font = FontId::proportional(11.0);
    painter.text(at + vec2(0.0, 1.0), Align2::CENTER_CENTER, "!", font, Color32::WHITE);
}

/// The points of the only price of an action; `None` if it has several or none.
fn first_price(params: &HudParams, who: CombatantId, action: &Action) -> Option<legal::Cost> {
    let mut all = legal::Cost::alternatives(params.game(), who, action, None).flatten();
    all.next().filter(|price| !price.is_nothing() && all.next().is_none())
}

/// The time and the fatigue of an action, or the points of other pools with all alternatives.
fn cost_words(params: &HudParams, who: CombatantId, action: &Action, span: Option<(u16, u16)>) -> String {
    if let Some(price) = text::price_words(params.game(), who, action) {
        return price;
    }
    let actions = || if action.actions() > 0 { speed_words(action.speed) } else { String::new() };
    let time = span.map_or_else(actions, span_words);
    match (action.fatigue, time.is_empty()) {
        (0, _) => time,
        (tires, true) => format!("fatigue {tires}"),
        (tires, false) => format!("{}, fatigue {tires}", time.trim_end_matches(" counts").trim_end_matches(" count")),
    }
}

fn action_tooltip(
    ui: &mut Ui,
    codex: &Codex,
    offer: &ActionOffer,
    (span, price): (Option<(u16, u16)>, Option<String>),
) {
    ui.set_max_width(340.0);
    let action = &offer.action;
    ui.label(style::heading(&action.name));
    line(ui, &action.about, style::INK);
    let time = match (span, action.speed) {
        (Some(span), ActionSpeed::Class(_)) => span_words(span),
        (Some(span), speed) if speed_words(speed) == span_words(span) => span_words(span),
        (Some(span), speed) => format!("{}: {}", speed_words(speed), span_words(span)),
        (None, speed) => speed_words(speed),
    };
    if price.is_none() {
        ui.colored_label(style::FAINT, time);
    }
    if let Some(price) = price {
        ui.colored_label(style::TIRED, format!("costs {price}"));
    }
    if action.fatigue > 0 {
        ui.colored_label(style::TIRED, format!("costs {} fatigue, hit or miss", action.fatigue));
    }
    if let (false, Some(refusal)) = (offer.is_open(), offer.reason()) {
        ui.separator();
        line(ui, format!("Not now: {}", refusal.why), style::BAD);
        widgets::explain(ui, codex, refusal.rule.as_str());
    }
    ui.separator();
    widgets::explain(ui, codex, action.rule.as_str());
}
