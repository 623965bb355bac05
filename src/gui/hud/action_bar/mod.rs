//! The action bar: all actions of the acting combatant, with time, key, and the reason why an action cannot be done.

mod hint;
mod variants;

use bevy::prelude::DetectChanges;
use bevy_egui::egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Response, RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind,
    TextStyle, Ui, Vec2, pos2, vec2,
};

use crate::battle::CombatantId;
use crate::content::{Action, ActionSpeed, Aim, Codex, Does};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts::facing_offer::FacingOffer;
use crate::gui::hud::text::{self, GROUPS, span_words, speed_words};
use crate::gui::hud::timeline::pips;
use crate::gui::hud::widgets::{self, RuleLinks, line};
use crate::gui::hud::{layout, provoked, style};
use crate::gui::input::Intent;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::theme;
use crate::resolution::Choice;
use crate::resolution::legal::{self, ActionOffer};
use variants::has_variants;

/// Picks an action by its letter, and a weapon by its digit.
pub fn keys(keys: Keys, mut params: HudParams) {
    let params = &mut params;
    if params.asked.is_changed() {
        params.hud.last = params.asked.who().or(params.hud.last);
        // A new question starts with all possible actions.
        params.hud.group = None;
    }
    let Some(who) = params.asked.acts() else { return };
    let picked = params.intent.action.and_then(|action| params.offered.of(action));
    if let Some(offer) = picked.and_then(|offer| FacingOffer::of_acts(who, &offer.acts))
        && let Some(facing) = offer.pressed(params.layout.shape(), &keys)
    {
        return params.answer(offer.choice(facing));
    }
    if keys.pressed(KeyCommand::StandBy) {
        return hint::begin_standing_by(params, who);
    }
    for (key, higher) in [(KeyCommand::FlyHigher, true), (KeyCommand::FlyLower, false)] {
        if keys.pressed(key) {
            return hint::change_height(params, who, higher);
        }
    }
    let typed = params.offered.offers.iter().filter(|offer| keys.chosen(params.rules(), offer.action.id));
    if let Some(offer) = typed.min_by_key(|offer| !offer.is_open()).cloned() {
        pick(params, who, &offer);
    } else if let Some(digit) = keys.digit() {
        pick_numbered(params, who, digit);
    }
}

fn pick_numbered(params: &mut HudParams, who: CombatantId, number: usize) {
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action));
    let weapons = picked.map(|action| legal::weapon_choices(params.view(), params.rules(), who, action));
    if let Some(weapons) = weapons.filter(|weapons| !weapons.is_empty()) {
        params.intent.weapon = weapons.get(number - 1).copied().or(params.intent.weapon);
    } else if let Some(act) = variants::list(&params.offered, &params.intent, params.rules()).get(number - 1) {
        params.answer(Choice::Act(act.clone()));
    }
}

pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks) {
    let Some(who) = params.offered.who else { return };
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action)).cloned();
    // A region of its own, so that long words do not widen the buttons below.
    let head = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 26.0));
    layout::part(ui, head, |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, params, who);
            let below = picked.as_ref().is_none_or(|action| !has_variants(action));
            if below && (picked.is_none() || ui.available_width() > 1200.0) {
                tabs(ui, params);
                ui.separator();
            }
            match &picked {
                Some(action) => hint::show_picked(ui, params, who, action),
                None => hint::show_nothing_picked(ui, params, links, who),
            }
        });
    });
    ui.advance_cursor_after_rect(head);
    match picked.as_ref().map(|action| (action, &action.does)) {
        Some((action, _)) if action.aim == Aim::Ready => return variants::show_readying(ui, params, who),
        Some((action, _)) if has_variants(action) => return variants::show(ui, params, links, who),
        Some((action, Does::Cast(spell))) => hint::spell_energy(ui, params, who, action, spell),
        _ => {}
    }
    let shown = |offer: &&ActionOffer| match params.hud.group {
        Some(group) => params.rules().hud.group(offer.action.id) == group,
        None => offer.is_open(),
    };
    let mut offers: Vec<ActionOffer> = params.offered.offers.iter().filter(shown).cloned().collect();
    let spotlight = params.hud.spotlight.map(|(action, _)| action);
    offers.sort_by_key(|offer| (spotlight != Some(offer.action.id), !offer.is_open()));
    let mut looked_at = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for offer in &offers {
                if action_button(ui, params, links, who, offer) {
                    looked_at = Some(offer.action.id);
                }
            }
        });
    });
    params.hud.looked_at = looked_at;
}

fn tabs(ui: &mut Ui, params: &mut HudParams) {
    ui.spacing_mut().item_spacing.x = 2.0;
    if ui.selectable_label(params.hud.group.is_none(), "All possible").clicked() {
        params.hud.group = None;
    }
    for (group, word) in GROUPS {
        let of_group = |offer: &&ActionOffer| params.rules().hud.group(offer.action.id) == group;
        let offers: Vec<&ActionOffer> = params.offered.offers.iter().filter(of_group).collect();
        if offers.is_empty() {
            continue;
        }
        let open = offers.iter().filter(|offer| offer.is_open()).count();
        let colour = if open == 0 { style::FAINT } else { style::INK };
        let words = RichText::new(format!("{word} {open}")).color(colour);
        if ui.selectable_label(params.hud.group == Some(group), words).clicked() {
            params.hud.group = Some(group);
        }
    }
}

/// Picks an action: answers, or lets the player choose a target. Ending the turn needs a second pick after a warning.
fn pick(params: &mut HudParams, who: CombatantId, offer: &ActionOffer) {
    let action = &offer.action;
    let again = params.intent.action == Some(action.id);
    let at_once = match action.aim {
        Aim::Own => !matches!(action.does, Does::Cast(_)),
        Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Spell => offer.acts.len() == 1,
        _ => false,
    };
    if action.does == Does::Wait && !again && hint::end_turn_warning(params, who).is_some() {
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
fn action_button(
    ui: &mut Ui,
    params: &mut HudParams,
    links: &RuleLinks,
    who: CombatantId,
    offer: &ActionOffer,
) -> bool {
    let (rect, shown) = ui.allocate_exact_size(vec2(172.0, 40.0), Sense::click());
    let span = params.action_span(who, &offer.action, params.intent.weapon);
    paint_button(ui, params, rect, &shown, (who, offer), span);
    let price = text::price_words(params.game(), who, &offer.action);
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

fn paint_button(
    ui: &Ui,
    params: &HudParams,
    rect: Rect,
    shown: &Response,
    (who, offer): (CombatantId, &ActionOffer),
    span: Option<(u16, u16)>,
) {
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
    if let Some((_, width)) = params.hud.spotlight.filter(|(spotlit, _)| *spotlit == action.id) {
        painter.rect_stroke(rect, 4.0, Stroke::new(width, style::SPOTLIGHT), StrokeKind::Inside);
    }
    let (ink, faint) =
        if open { (style::INK, style::FAINT) } else { (Color32::from_gray(120), Color32::from_gray(95)) };
    let icon = Rect::from_center_size(pos2(rect.left() + 17.0, rect.center().y), Vec2::splat(28.0));
    if let Some(picture) = params.pictures.icon(params.rules().hud.icon(action.id)) {
        picture.paint(&painter, icon, ink);
    }
    let (left, right) = (icon.right() + 4.0, rect.right() - 4.0);
    let provokes = !params.offered.provoked_by(action.id).is_empty();
    if provokes {
        warn(&painter, pos2(right - 6.0, rect.top() + 11.0));
    }
    let name = widgets::fitted(ui, &action.name, TextStyle::Body, right - left - if provokes { 16.0 } else { 0.0 });
    painter.galley_with_override_text_color(pos2(left, rect.top() + 4.0), name, ink);
    let keys = params.keys.of_action(params.rules(), action.id);
    let key = keys.first().map(ToString::to_string).unwrap_or_default();
    let key = widgets::fitted(ui, &key, TextStyle::Small, (right - left) * 0.6);
    let gold = style::GOLD.gamma_multiply(if open { 1.0 } else { 0.5 });
    let key_left = right - key.size().x;
    let low = |height: f32| rect.bottom() - 4.0 - height;
    painter.galley_with_override_text_color(pos2(key_left, low(key.size().y)), key, gold);
    let time = widgets::fitted(ui, &cost_words(params, who, action, span), TextStyle::Small, key_left - 6.0 - left);
    let price = first_price(params, who, action).filter(|_| time.elided);
    match price {
        // Shapes where words do not fit; the tooltip has the words.
        Some(price) => {
            let at = pos2(left + 4.0, rect.bottom() - 11.0);
            pips::price(&painter, at, &price, if open { 1.0 } else { 0.4 }, &params.rules().policies.economy);
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
