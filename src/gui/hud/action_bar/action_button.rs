//! One button of the action bar.

use bevy_egui::egui::{self, Color32, Rect, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use super::picking::{end_turn_warning, pick};
use crate::battle::CombatantId;
use crate::content::Name;
use crate::content::action::Action;
use crate::content::speed::ActionSpeed;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{span_words, speed_words};
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{style, widgets};
use crate::resolution::legal::ActionOffer;

const CARD: egui::Vec2 = vec2(172.0, 40.0);

/// Draws the button of an action and handles a click on it.
pub fn card(
    ui: &mut Ui,
    params: &mut HudParams,
    links: &mut RuleLinks<'_>,
    who: CombatantId,
    offer: &ActionOffer,
    looked_at: &mut Option<Name>,
) {
    let action = &offer.action;
    let (rect, shown) = ui.allocate_exact_size(CARD, Sense::click());
    let span = params.action_span(who, action, params.intent.weapon);
    let picked = params.intent.action == Some(action.id);
    paint(ui, params, rect, &shown, offer, span, picked);
    if shown.hovered() {
        *looked_at = Some(action.id);
    }
    let codex = links.codex;
    let shown = shown.on_hover_ui(|ui| about(ui, codex, offer, span));
    if widgets::clicked_once(&shown) {
        let (mut intent, mut chosen) = (params.intent.clone(), None);
        if offer.is_open() {
            let twice = end_turn_warning(params, who).is_some();
            let group = params.rules().hud.group(offer.action.id);
            chosen = pick(offer, group, twice, &mut intent, &mut params.hud);
        }
        if *params.intent != intent {
            *params.intent = intent;
        }
        if let Some(choice) = chosen {
            params.answer(choice);
        }
    }
}

fn paint(
    ui: &Ui,
    params: &HudParams,
    rect: Rect,
    shown: &egui::Response,
    offer: &ActionOffer,
    span: Option<(u16, u16)>,
    picked: bool,
) {
    let (action, open) = (&offer.action, offer.is_open());
    let painter = ui.painter_at(rect);
    let style = ui.visuals().widgets.style(shown);
    let fill = if !open {
        style::WELL
    } else if picked {
        ui.visuals().selection.bg_fill
    } else {
        style.weak_bg_fill
    };
    let edge = if picked {
        style::GOLD
    } else if open {
        style.bg_stroke.color
    } else {
        style::EDGE.gamma_multiply(0.5)
    };
    painter.rect_filled(rect, 4.0, fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let (ink, faint) =
        if open { (style::INK, style::FAINT) } else { (Color32::from_gray(120), Color32::from_gray(95)) };
    let icon = Rect::from_center_size(pos2(rect.left() + 17.0, rect.center().y), vec2(28.0, 28.0));
    if let Some(picture) = params.pictures.icon(params.rules().hud.icon(action.id)) {
        picture.paint(&painter, icon, ink);
    }
    let (left, right) = (icon.right() + 4.0, rect.right() - 4.0);
    let name = widgets::fitted(ui, &action.name, TextStyle::Body, right - left);
    painter.galley_with_override_text_color(pos2(left, rect.top() + 4.0), name, ink);
    let keys = params.keys.of_action(params.rules(), action.id);
    let key = keys.first().map(ToString::to_string).unwrap_or_default();
    let key = widgets::fitted(ui, &key, TextStyle::Small, (right - left) * 0.6);
    let gold = style::GOLD.gamma_multiply(if open { 1.0 } else { 0.5 });
    let key_left = right - key.size().x;
    let low = |height: f32| rect.bottom() - 4.0 - height;
    painter.galley_with_override_text_color(pos2(key_left, low(key.size().y)), key, gold);
    let time = widgets::fitted(ui, &cost_words(action, span), TextStyle::Small, key_left - 6.0 - left);
    painter.galley_with_override_text_color(pos2(left, low(time.size().y)), time, faint);
}

/// Cost of an action in few words: time and fatigue.
fn cost_words(action: &Action, span: Option<(u16, u16)>) -> String {
    let actions = || if action.actions() > 0 { speed_words(action.speed) } else { String::new() };
    let time = span.map_or_else(actions, span_words);
    match (action.fatigue, time.is_empty()) {
        (0, _) => time,
        (tires, true) => format!("fatigue {tires}"),
        (tires, false) => format!("{}, fatigue {tires}", time.trim_end_matches(" counts").trim_end_matches(" count")),
    }
}

/// Tooltip of an action: what it does, what it costs, and why it cannot be done now.
fn about(ui: &mut Ui, codex: &crate::content::codex::Codex, offer: &ActionOffer, span: Option<(u16, u16)>) {
    ui.set_max_width(340.0);
    let action = &offer.action;
    ui.label(RichText::new(&action.name).color(style::GOLD).size(17.0));
    ui.add(egui::Label::new(&action.about).wrap());
    let time = match (span, action.speed) {
        (Some(span), ActionSpeed::Class(_)) => span_words(span),
        (Some(span), speed) => format!("{}: {}", speed_words(speed), span_words(span)),
        (None, speed) => speed_words(speed),
    };
    ui.label(RichText::new(time).color(style::FAINT));
    if action.fatigue > 0 {
        ui.label(RichText::new(format!("costs {} fatigue, hit or miss", action.fatigue)).color(style::TIRED));
    }
    if let (false, Some(refusal)) = (offer.is_open(), offer.reason()) {
        ui.separator();
        ui.add(egui::Label::new(RichText::new(format!("Not now: {}", refusal.why)).color(style::BAD)).wrap());
        widgets::explain(ui, codex, refusal.rule.as_str());
    }
    ui.separator();
    widgets::explain(ui, codex, action.rule.as_str());
}
