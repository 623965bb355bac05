//! The action bar: all actions of the acting combatant, with time, key, and the reason why an action cannot be done.

use bevy::prelude::{DetectChanges, MessageWriter, Res, ResMut};
use bevy_egui::egui::{Rect, RichText, ScrollArea, Ui, vec2};

use super::action_button::card;
use super::picking::{end_turn_warning, pick};
use super::variants::{has_variants, list};
use super::{flight_height, hint, readying, spell_energy, stand_by, variants};
use crate::content::action::{Aim, Does};
use crate::control::Orders;
use crate::ecs::ShownBattle;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts::facing_offer;
use crate::gui::hud::state::Hud;
use crate::gui::hud::text::GROUPS;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{layout, style};
use crate::gui::input::{Intent, Offered};
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::known::FogOfWar;
use crate::gui::session::{OpenPrompt, PlayerAnswer, Session};
use crate::resolution::legal::{self, Offer};
use crate::resolution::{Asks, Choice};

/// Below this width the tabs give way to the controls of the picked action, in points.
const NARROW: f32 = 1200.0;

/// Picks an action by its letter, and a weapon by its digit.
pub fn keys(
    keys: Keys,
    asked: Res<OpenPrompt>,
    offered: Res<Offered>,
    (snapshot, watch): (Res<ShownBattle>, Res<FogOfWar>),
    session: Res<Session>,
    (mut intent, mut orders): (ResMut<Intent>, ResMut<Orders>),
    mut hud: ResMut<Hud>,
    mut answers: MessageWriter<PlayerAnswer>,
) {
    if asked.is_changed() && asked.who().is_some() {
        hud.last = asked.who();
    }
    // A new question starts with all possible actions.
    if asked.is_changed() && hud.group.is_some() {
        hud.group = None;
    }
    let Some(who) = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who) else { return };
    let facing = intent
        .action
        .and_then(|action| offered.of(action))
        .and_then(|offer| facing_offer::FacingOffer::of_acts(who, &offer.acts));
    if let Some(offer) = facing
        && let Some(facing) = offer.pressed(snapshot.view().shape(), &keys)
    {
        answers.write(PlayerAnswer(offer.choice(facing)));
        return;
    }
    if keys.pressed(KeyCommand::StandBy) {
        let waits = stand_by::begin(watch.view(&snapshot), session.rules(), who, &offered, &mut orders);
        answers.write_batch(waits.map(PlayerAnswer));
        return;
    }
    if let Some(up) = flight_height::pressed(&keys) {
        flight_height::change(snapshot.view(), session.rules(), who, &offered, &mut intent, up);
        return;
    }
    let typed = |offer: &&Offer| keys.chosen(session.rules(), offer.action.id);
    let mut meant: Vec<&Offer> = offered.offers.iter().filter(typed).collect();
    meant.sort_by_key(|offer| !offer.is_open());
    if let Some(offer) = meant.first() {
        let twice = end_turn_warning(snapshot.view(), session.rules(), who, &offered).is_some();
        let group = session.rules().hud.group(offer.action.id);
        if let Some(choice) = pick(offer, group, twice, &mut intent, &mut hud) {
            answers.write(PlayerAnswer(choice));
        }
        return;
    }
    let Some(digit) = keys.digit() else { return };
    let picked = intent.action.and_then(|action| session.rules().actions.get(action));
    let weapons =
        picked.map(|action| legal::weapon_choices(snapshot.view(), session.rules(), who, action)).unwrap_or_default();
    if !weapons.is_empty() {
        if let Some(slot) = weapons.get(digit - 1) {
            intent.weapon = Some(*slot);
        }
    } else if let Some(act) = list(&offered, &intent, session.rules()).get(digit - 1) {
        answers.write(PlayerAnswer(Choice::Act(act.clone())));
    }
}

/// Draws the action bar.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    let Some(who) = params.offered.who else { return };
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action)).cloned();
    // A region of its own, so that long words do not widen the buttons below.
    let head = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 26.0));
    layout::part(ui, head, |ui| {
        ui.horizontal(|ui| {
            let row = params.view().row(who);
            let (name, side) = (row.name.to_string(), row.side);
            ui.label(RichText::new(name).color(style::side(side)).strong().size(17.0));
            let below = picked.as_ref().is_none_or(|action| !has_variants(action));
            if below && (picked.is_none() || ui.available_width() > NARROW) {
                tabs(ui, params);
                ui.separator();
            }
            hint::show(ui, params, links, who);
        });
    });
    ui.advance_cursor_after_rect(head);
    match picked.as_ref().map(|action| (action, &action.does)) {
        Some((action, _)) if action.aim == Aim::Ready => return readying::show(ui, params, who),
        Some((action, _)) if has_variants(action) => return variants::show(ui, params, links, who),
        Some((action, Does::Cast(spell))) => spell_energy::row(ui, params, who, action, spell),
        _ => {}
    }
    let offers: Vec<Offer> = match (params.hud.group, params.intent.action) {
        (None, _) => params.offered.offers.iter().filter(|offer| offer.is_open()).cloned().collect(),
        (Some(group), _) => {
            let mut all: Vec<Offer> = params
                .offered
                .offers
                .iter()
                .filter(|offer| params.rules().hud.group(offer.action.id) == group)
                .cloned()
                .collect();
            all.sort_by_key(|offer| !offer.is_open());
            all
        }
    };
    let mut looked_at = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for offer in &offers {
                card(ui, params, links, who, offer, &mut looked_at);
            }
        });
    });
    if params.hud.looked_at != looked_at {
        params.hud.looked_at = looked_at;
    }
}

fn tabs(ui: &mut Ui, params: &mut HudParams) {
    ui.spacing_mut().item_spacing.x = 2.0;
    if ui.selectable_label(params.hud.group.is_none(), "All possible").clicked() {
        params.hud.group = None;
    }
    for (group, word) in GROUPS {
        if !params.offered.offers.iter().any(|offer| params.rules().hud.group(offer.action.id) == group) {
            continue;
        }
        let open = params
            .offered
            .offers
            .iter()
            .filter(|offer| params.rules().hud.group(offer.action.id) == group && offer.is_open())
            .count();
        let colour = if open == 0 { style::FAINT } else { style::INK };
        let words = RichText::new(format!("{word} {open}")).color(colour);
        if ui.selectable_label(params.hud.group == Some(group), words).clicked() {
            params.hud.group = Some(group);
        }
    }
}
