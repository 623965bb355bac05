//! One button of the action bar, what picking its action means, and when ending the turn needs a second click.

use bevy_egui::egui::{Color32, Rect, Response, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, pos2, vec2};

use crate::battle::CombatantId;
use crate::content::action::{Action, Aim, Does};
use crate::content::codex::Codex;
use crate::content::policy::TurnOrder;
use crate::content::speed::ActionSpeed;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{span_words, speed_words};
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, widgets};
use crate::gui::input::Intent;
use crate::mechanics::flight;
use crate::resolution::Choice;
use crate::resolution::legal::ActionOffer;

/// Why ending the turn now may be a mistake, if it may: actions are left, or a flyer would fall.
pub fn end_turn_warning(params: &HudParams, who: CombatantId) -> Option<String> {
    let TurnOrder::Rounds(turns) = &params.rules().policies.turn else { return None };
    let game = params.game();
    if let Some((feet, rule)) = flight::missing_distance(game, who, 0)
        && flight::is_aloft(game, who)
    {
        return Some(format!("it falls unless it flies another {feet} ft [{rule}]"));
    }
    let (left, all) = (params.combatants.get(who)?.turn.actions, turns.actions);
    let does = |offer: &ActionOffer| offer.is_open() && offer.action.does != Does::Wait && offer.action.actions() > 0;
    if left == 0 || !params.offered.offers.iter().any(does) {
        return None;
    }
    let nothing = "nothing was done this turn".to_owned();
    Some(if left >= all { nothing } else { format!("{left} of {all} actions are left") })
}

/// Picks an action: answers, or lets the player choose a target. Ending the turn needs a second pick after a warning.
pub fn pick(params: &mut HudParams, who: CombatantId, offer: &ActionOffer) {
    let action = &offer.action;
    let again = params.intent.action == Some(action.id);
    let at_once = match action.aim {
        Aim::Own => !matches!(action.does, Does::Cast(_)),
        Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Spell => offer.acts.len() == 1,
        _ => false,
    };
    if action.does == Does::Wait && !again && end_turn_warning(params, who).is_some() {
        *params.intent = Intent::on(action.id);
    } else if !offer.is_open() {
        params.hud.group = Some(params.rules().hud.group(action.id));
        params.hud.looked_at = Some(action.id);
    } else if !at_once {
        *params.intent = if again { Intent::default() } else { Intent::on(action.id) };
    } else if let Some(act) = offer.acts.first() {
        params.answer(Choice::Act(act.clone()));
    }
}

/// Draws the button of an action and handles a click on it. Returns whether the pointer is on it.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &RuleLinks, who: CombatantId, offer: &ActionOffer) -> bool {
    let (rect, shown) = ui.allocate_exact_size(vec2(172.0, 40.0), Sense::click());
    let span = params.action_span(who, &offer.action, params.intent.weapon);
    paint(ui, params, rect, &shown, offer, span);
    let shown = shown.on_hover_ui(|ui| about(ui, links.codex, offer, span));
    if widgets::clicked_once(&shown) && offer.is_open() {
        pick(params, who, offer);
    }
    shown.hovered()
}

fn paint(ui: &Ui, params: &HudParams, rect: Rect, shown: &Response, offer: &ActionOffer, span: Option<(u16, u16)>) {
    let (action, open) = (&offer.action, offer.is_open());
    let painter = ui.painter_at(rect);
    let style = ui.visuals().widgets.style(shown);
    let (fill, edge) = match (open, params.intent.action == Some(action.id)) {
        (true, true) => (ui.visuals().selection.bg_fill, style::GOLD),
        (true, false) => (style.weak_bg_fill, style.bg_stroke.color),
        (false, true) => (style::WELL, style::GOLD),
        (false, false) => (style::WELL, style::EDGE.gamma_multiply(0.5)),
    };
    painter.rect_filled(rect, 4.0, fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let (ink, faint) =
        if open { (style::INK, style::FAINT) } else { (Color32::from_gray(120), Color32::from_gray(95)) };
    let icon = Rect::from_center_size(pos2(rect.left() + 17.0, rect.center().y), Vec2::splat(28.0));
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
fn about(ui: &mut Ui, codex: &Codex, offer: &ActionOffer, span: Option<(u16, u16)>) {
    ui.set_max_width(340.0);
    let action = &offer.action;
    ui.label(style::heading(&action.name));
    line(ui, &action.about, style::INK);
    let time = match (span, action.speed) {
        (Some(span), ActionSpeed::Class(_)) => span_words(span),
        (Some(span), speed) => format!("{}: {}", speed_words(speed), span_words(span)),
        (None, speed) => speed_words(speed),
    };
    ui.colored_label(style::FAINT, time);
    if action.fatigue > 0 {
        ui.colored_label(style::TIRED, format!("costs {} fatigue, hit or miss", action.fatigue));
    }
    if let (false, Some(refusal)) = (offer.is_open(), offer.reason()) {
        ui.separator();
        line(ui, &format!("Not now: {}", refusal.why), style::BAD);
        widgets::explain(ui, codex, refusal.rule.as_str());
    }
    ui.separator();
    widgets::explain(ui, codex, action.rule.as_str());
}
