//! The action bar: all actions of the acting combatant, with time, key, and the reason why an action cannot be done.

mod action_button;
mod hint;
mod variants;

use bevy::prelude::DetectChanges;
use bevy_egui::egui::{Rect, RichText, ScrollArea, Ui, vec2};

use super::params::HudParams;
use super::prompts::facing_offer::FacingOffer;
use super::text::GROUPS;
use super::widgets::RuleLinks;
use super::{layout, style, widgets};
use crate::battle::CombatantId;
use crate::content::action::{Aim, Does};
use crate::gui::keys::{KeyCommand, Keys};
use crate::resolution::legal::{self, ActionOffer};
use crate::resolution::{Asks, Choice};
use variants::has_variants;

/// Below this width the tabs give way to the controls of the picked action, in points.
const NARROW: f32 = 1200.0;

/// Picks an action by its letter, and a weapon by its digit.
pub fn keys(keys: Keys, mut params: HudParams) {
    let params = &mut params;
    if params.asked.is_changed() {
        params.hud.last = params.asked.who().or(params.hud.last);
        // A new question starts with all possible actions.
        params.hud.group = None;
    }
    let acts = params.asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act);
    let Some(who) = acts.map(|prompt| prompt.who) else { return };
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
        action_button::pick(params, who, &offer);
    } else if let Some(digit) = keys.digit() {
        pick_numbered(params, who, digit);
    }
}

/// Picks the weapon or the variant with a number, counted from 1.
fn pick_numbered(params: &mut HudParams, who: CombatantId, number: usize) {
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action));
    let weapons = picked.map(|action| legal::weapon_choices(params.view(), params.rules(), who, action));
    if let Some(weapons) = weapons.filter(|weapons| !weapons.is_empty()) {
        params.intent.weapon = weapons.get(number - 1).copied().or(params.intent.weapon);
    } else if let Some(act) = variants::list(&params.offered, &params.intent, params.rules()).get(number - 1) {
        params.answer(Choice::Act(act.clone()));
    }
}

/// Draws the action bar.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks) {
    let Some(who) = params.offered.who else { return };
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action)).cloned();
    // A region of its own, so that long words do not widen the buttons below.
    let head = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), 26.0));
    layout::part(ui, head, |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, params, who);
            let below = picked.as_ref().is_none_or(|action| !has_variants(action));
            if below && (picked.is_none() || ui.available_width() > NARROW) {
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
    offers.sort_by_key(|offer| !offer.is_open());
    let mut looked_at = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for offer in &offers {
                if action_button::show(ui, params, links, who, offer) {
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
