//! The action bar: everything the one who is asked could do, with its time, its key, and why the rest cannot be done.

use bevy::prelude::{DetectChanges, MessageWriter, Res, ResMut};
use bevy_egui::egui::{
    self, Color32, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use super::cite::Pen;
use super::desk::{Desk, Hud};
use super::listed::{GROUPS, is_listed, list};
use super::offered::{Offered, span, span_words};
use super::{compass, frame, height, hint, listed, look, ready, spells, standby};
use crate::battle::{CombatantId, Snapshot, View};
use crate::content::Name;
use crate::content::action::{Action, Aim, Does};
use crate::content::policy::TurnOrder;
use crate::content::speed::ActionSpeed;
use crate::control::Orders;
use crate::gui::input::Intent;
use crate::gui::keys::{Command, Keys};
use crate::gui::known::Watch;
use crate::gui::session::{Answer, Asked, Session};
use crate::mechanics::flight;
use crate::resolution::legal::{self, Offer};
use crate::resolution::{Asks, Choice};
use crate::rules::Ruleset;

const CARD: egui::Vec2 = vec2(172.0, 40.0);

/// Below this width the tabs make room for what an action that was picked needs.
const NARROW: f32 = 1200.0;

/// Picks an action by its letter, and a weapon by its digit.
pub fn keys(
    keys: Keys,
    asked: Res<Asked>,
    offered: Res<Offered>,
    (snapshot, watch): (Res<Snapshot>, Res<Watch>),
    session: Res<Session>,
    (mut intent, mut orders): (ResMut<Intent>, ResMut<Orders>),
    mut hud: ResMut<Hud>,
    mut answers: MessageWriter<Answer>,
) {
    if asked.is_changed() && asked.who().is_some() {
        hud.last = asked.who();
    }
    // Whoever is asked next begins with all that can be done.
    if asked.is_changed() && hud.group.is_some() {
        hud.group = None;
    }
    let Some(who) = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who) else { return };
    let facing =
        intent.action.and_then(|action| offered.of(action)).and_then(|offer| compass::Offer::of_acts(who, &offer.acts));
    if let Some(offer) = facing
        && let Some(facing) = offer.pressed(snapshot.view().shape(), &keys)
    {
        answers.write(Answer(offer.choice(facing)));
        return;
    }
    if keys.pressed(Command::StandBy) {
        let waits = standby::begin(watch.view(&snapshot), session.rules(), who, &offered, &mut orders);
        answers.write_batch(waits.map(Answer));
        return;
    }
    if let Some(up) = height::pressed(&keys) {
        height::change(snapshot.view(), session.rules(), who, &offered, &mut intent, up);
        return;
    }
    let typed = |offer: &&Offer| keys.chosen(&offer.action);
    let mut meant: Vec<&Offer> = offered.offers.iter().filter(typed).collect();
    meant.sort_by_key(|offer| !offer.is_open());
    if let Some(offer) = meant.first() {
        let twice = second_thoughts(snapshot.view(), session.rules(), who, &offered).is_some();
        if let Some(choice) = pick(offer, twice, &mut intent, &mut hud) {
            answers.write(Answer(choice));
        }
        return;
    }
    let Some(digit) = keys.digit() else { return };
    let picked = intent.action.and_then(|action| session.rules().actions.get(action));
    let weapons =
        picked.map(|action| legal::choices(snapshot.view(), session.rules(), who, action)).unwrap_or_default();
    if !weapons.is_empty() {
        if let Some(slot) = weapons.get(digit - 1) {
            intent.weapon = Some(*slot);
        }
    } else if let Some(act) = list(&offered, &intent, session.rules()).get(digit - 1) {
        answers.write(Answer(Choice::Act(act.clone())));
    }
}

/// Why one who ends the turn may not mean to: actions are left with which something could be done, as when a key is
/// pressed too late and the next one's turn has begun; or it falls out of the air.
pub fn second_thoughts(view: View<'_>, rules: &Ruleset, who: CombatantId, offered: &Offered) -> Option<String> {
    let TurnOrder::Rounds(turns) = &rules.policies.turn else { return None };
    if let Some((feet, rule)) = flight::missing_distance(view, rules.book(), who, 0)
        && flight::is_aloft(view, rules.book(), who)
    {
        return Some(format!("it falls unless it flies {feet} ft more [{rule}]"));
    }
    let (left, all) = (view.row(who).turn_state.actions, turns.actions);
    let does = |offer: &Offer| offer.is_open() && offer.action.does != Does::Wait && offer.action.actions() > 0;
    if left == 0 || !offered.offers.iter().any(does) {
        return None;
    }
    let nothing = "nothing was done in this turn yet".to_owned();
    Some(if left >= all { nothing } else { format!("{left} of {all} actions are left") })
}

/// What picking an offer means: an answer at once, or a target to be picked on the board or in the panel. Ending the
/// turn may have to be picked `twice`.
fn pick(offer: &Offer, twice: bool, intent: &mut Intent, hud: &mut Hud) -> Option<Choice> {
    let action = &offer.action;
    if twice && action.does == Does::Wait && intent.action != Some(action.id) {
        *intent = Intent::on(action.id);
        return None;
    }
    if !offer.is_open() {
        hud.group = Some(action.group);
        hud.looked_at = Some(action.id);
        return None;
    }
    let only_weapon = matches!(action.aim, Aim::CarriedWeapon | Aim::GroundWeapon) && offer.acts.len() == 1;
    let only_spell = action.aim == Aim::Spell && offer.acts.len() == 1;
    if (action.aim == Aim::Own && !matches!(action.does, Does::Cast(_))) || only_weapon || only_spell {
        return offer.acts.first().cloned().map(Choice::Act);
    }
    *intent = if intent.action == Some(action.id) { Intent::default() } else { Intent::on(action.id) };
    None
}

/// Draws the bar.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    let Some(who) = desk.offered.who else { return };
    let picked = desk.intent.action.and_then(|action| desk.rules().actions.get(action)).cloned();
    // A part of its own, so that long words do not widen what is below.
    let head = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 26.0));
    frame::part(ui, head, |ui| {
        ui.horizontal(|ui| {
            let row = desk.view().row(who);
            let (name, side) = (row.name.to_string(), row.side);
            ui.label(RichText::new(name).color(look::side(side)).strong().size(17.0));
            let below = picked.as_ref().is_none_or(|action| !is_listed(action));
            if below && (picked.is_none() || ui.available_width() > NARROW) {
                tabs(ui, desk);
                ui.separator();
            }
            hint::show(ui, desk, pen, who);
        });
    });
    ui.advance_cursor_after_rect(head);
    match picked.as_ref().map(|action| (action, &action.does)) {
        Some((action, _)) if action.aim == Aim::Ready => return ready::show(ui, desk, who),
        Some((action, _)) if is_listed(action) => return listed::show(ui, desk, pen, who),
        Some((action, Does::Cast(spell))) => spells::row(ui, desk, who, action, spell),
        _ => {}
    }
    let offers: Vec<Offer> = match (desk.hud.group, desk.intent.action) {
        (None, _) => desk.offered.offers.iter().filter(|offer| offer.is_open()).cloned().collect(),
        (Some(group), _) => {
            let mut all: Vec<Offer> =
                desk.offered.offers.iter().filter(|offer| offer.action.group == group).cloned().collect();
            all.sort_by_key(|offer| !offer.is_open());
            all
        }
    };
    let mut looked_at = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for offer in &offers {
                card(ui, desk, pen, who, offer, &mut looked_at);
            }
        });
    });
    if desk.hud.looked_at != looked_at {
        desk.hud.looked_at = looked_at;
    }
}

fn tabs(ui: &mut Ui, desk: &mut Desk) {
    ui.spacing_mut().item_spacing.x = 2.0;
    if ui.selectable_label(desk.hud.group.is_none(), "All possible").clicked() {
        desk.hud.group = None;
    }
    for (group, word) in GROUPS {
        if !desk.offered.offers.iter().any(|offer| offer.action.group == group) {
            continue;
        }
        let open = desk.offered.offers.iter().filter(|offer| offer.action.group == group && offer.is_open()).count();
        let colour = if open == 0 { look::FAINT } else { look::INK };
        let words = RichText::new(format!("{word} {open}")).color(colour);
        if ui.selectable_label(desk.hud.group == Some(group), words).clicked() {
            desk.hud.group = Some(group);
        }
    }
}

/// One action.
fn card(
    ui: &mut Ui,
    desk: &mut Desk,
    pen: &mut Pen<'_>,
    who: CombatantId,
    offer: &Offer,
    looked_at: &mut Option<Name>,
) {
    let action = &offer.action;
    let (rect, shown) = ui.allocate_exact_size(CARD, Sense::click());
    let span = span(&desk.snapshot, &desk.session, who, action, desk.intent.weapon);
    let picked = desk.intent.action == Some(action.id);
    paint(ui, desk, rect, &shown, offer, span, picked);
    if shown.hovered() {
        *looked_at = Some(action.id);
    }
    let codex = pen.codex;
    let shown = shown.on_hover_ui(|ui| about(ui, codex, offer, span));
    if frame::answered(&shown) {
        let (mut intent, mut chosen) = (desk.intent.clone(), None);
        if offer.is_open() {
            let twice = second_thoughts(desk.view(), desk.rules(), who, &desk.offered).is_some();
            chosen = pick(offer, twice, &mut intent, &mut desk.hud);
        }
        if *desk.intent != intent {
            *desk.intent = intent;
        }
        if let Some(choice) = chosen {
            desk.answer(choice);
        }
    }
}

fn paint(
    ui: &Ui,
    desk: &Desk,
    rect: Rect,
    shown: &egui::Response,
    offer: &Offer,
    span: Option<(u16, u16)>,
    picked: bool,
) {
    let (action, open) = (&offer.action, offer.is_open());
    let painter = ui.painter_at(rect);
    let style = ui.visuals().widgets.style(shown);
    let fill = if !open {
        look::WELL
    } else if picked {
        ui.visuals().selection.bg_fill
    } else {
        style.weak_bg_fill
    };
    let edge = if picked {
        look::GOLD
    } else if open {
        style.bg_stroke.color
    } else {
        look::EDGE.gamma_multiply(0.5)
    };
    painter.rect_filled(rect, 4.0, fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let (ink, faint) = if open { (look::INK, look::FAINT) } else { (Color32::from_gray(120), Color32::from_gray(95)) };
    let icon = Rect::from_center_size(pos2(rect.left() + 17.0, rect.center().y), vec2(28.0, 28.0));
    if let Some(picture) = desk.pictures.icon(&action.icon) {
        picture.paint(&painter, icon, ink);
    }
    let (left, right) = (icon.right() + 4.0, rect.right() - 4.0);
    let name = frame::fitted(ui, &action.name, TextStyle::Body, right - left);
    painter.galley_with_override_text_color(pos2(left, rect.top() + 4.0), name, ink);
    let keys = desk.keys.of_action(action);
    let key = keys.first().map(ToString::to_string).unwrap_or_default();
    let key = frame::fitted(ui, &key, TextStyle::Small, (right - left) * 0.6);
    let gold = look::GOLD.gamma_multiply(if open { 1.0 } else { 0.5 });
    let key_left = right - key.size().x;
    let low = |height: f32| rect.bottom() - 4.0 - height;
    painter.galley_with_override_text_color(pos2(key_left, low(key.size().y)), key, gold);
    let time = frame::fitted(ui, &price(action, span), TextStyle::Small, key_left - 6.0 - left);
    painter.galley_with_override_text_color(pos2(left, low(time.size().y)), time, faint);
}

/// The time an action takes and what it tires, in as few words as fit on a button.
fn price(action: &Action, span: Option<(u16, u16)>) -> String {
    let actions = || if action.actions() > 0 { speed_words(action.speed) } else { String::new() };
    let time = span.map_or_else(actions, span_words);
    match (action.fatigue, time.is_empty()) {
        (0, _) => time,
        (tires, true) => format!("tires {tires}"),
        (tires, false) => format!("{}, tires {tires}", time.trim_end_matches(" counts").trim_end_matches(" count")),
    }
}

/// What an action is, and why it cannot be done.
fn about(ui: &mut Ui, codex: &crate::content::codex::Codex, offer: &Offer, span: Option<(u16, u16)>) {
    ui.set_max_width(340.0);
    let action = &offer.action;
    ui.label(RichText::new(&action.name).color(look::GOLD).size(17.0));
    ui.add(egui::Label::new(&action.about).wrap());
    let time = match (span, action.speed) {
        (Some(span), ActionSpeed::Class(_)) => span_words(span),
        (Some(span), speed) => format!("{}: {}", speed_words(speed), span_words(span)),
        (None, speed) => speed_words(speed),
    };
    ui.label(RichText::new(time).color(look::FAINT));
    if action.fatigue > 0 {
        ui.label(RichText::new(format!("costs {} fatigue, hit or miss", action.fatigue)).color(look::TIRED));
    }
    if let (false, Some(refusal)) = (offer.is_open(), offer.reason()) {
        ui.separator();
        ui.add(egui::Label::new(RichText::new(format!("Not now: {}", refusal.why)).color(look::BAD)).wrap());
        super::cite::explain(ui, codex, refusal.rule.as_str());
    }
    ui.separator();
    super::cite::explain(ui, codex, action.rule.as_str());
}

/// How something takes its time, in words.
pub(super) fn speed_words(speed: ActionSpeed) -> String {
    match speed {
        ActionSpeed::Class(class) => format!("{} action", class.word()),
        ActionSpeed::Weapon(0) => "as fast as the weapon".to_owned(),
        ActionSpeed::Weapon(steps) if steps < 0 => format!("{} faster than the weapon", classes(steps)),
        ActionSpeed::Weapon(steps) => format!("{} slower than the weapon", classes(steps)),
        ActionSpeed::HalfWeapon => "half as long as the weapon takes".to_owned(),
        ActionSpeed::WorseOfTwo => "as long as the slower of both weapons takes".to_owned(),
        ActionSpeed::Counts(_) | ActionSpeed::Roll { .. } => "a time of its own".to_owned(),
        ActionSpeed::Actions(0) => "ends the turn".to_owned(),
        ActionSpeed::Actions(1) => "one action".to_owned(),
        ActionSpeed::Actions(actions) => format!("{actions} actions"),
        ActionSpeed::Nothing => "free: the turn goes on".to_owned(),
    }
}

fn classes(steps: i8) -> String {
    if steps.abs() == 1 { "one class".to_owned() } else { format!("{} classes", steps.abs()) }
}
