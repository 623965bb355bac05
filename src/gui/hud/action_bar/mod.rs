//! The action bar: all actions of the acting combatant, with time, key, and the reason why an action cannot be done.

mod button;
mod hint;
mod unpicked;
mod variants;

use bevy::prelude::DetectChanges;
use bevy_egui::egui::{Align, ComboBox, Layout, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::battle::CombatantId;
use crate::content::{Action, ActionGroup, Aim, Does};
use crate::gui::hud::layout::ActionGrid;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts::facing_offer::FacingOffer;
use crate::gui::hud::text::GROUPS;
use crate::gui::hud::widgets::{self, RuleLinks};
use crate::gui::hud::{layout, style};
use crate::gui::input::Intent;
use crate::gui::keys::{KeyCommand, Keys};
use crate::resolution::Choice;
use crate::resolution::legal::{self, ActionOffer};

pub use variants::has_variants;

/// The name of all groups together.
const ALL: &str = "All possible";

/// Below this width the groups are a list, in points.
const NARROW: f32 = 800.0;

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
        return unpicked::begin_standing_by(params, who);
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
    head(ui, params, links, (who, picked.as_deref()));
    match picked.as_ref().map(|action| (action, &action.does)) {
        Some((action, _)) if action.aim == Aim::Ready => return variants::show_readying(ui, params, who),
        Some((action, _)) if has_variants(action) => return variants::show(ui, params, links, who),
        Some((action, Does::Cast(spell))) => hint::spell_energy(ui, params, who, action, spell),
        _ => {}
    }
    let ending = ending(params).map(|offer| offer.action.id);
    let shown = |offer: &&ActionOffer| match params.hud.group {
        Some(group) => params.rules().hud.group(offer.action.id) == group,
        None => offer.is_open() && ending != Some(offer.action.id),
    };
    let mut offers: Vec<ActionOffer> = params.offered.offers.iter().filter(shown).cloned().collect();
    let spotlight = params.hud.spotlight.map(|(action, _)| action);
    offers.sort_by_key(|offer| (spotlight != Some(offer.action.id), !offer.is_open()));
    let grid = ActionGrid::of(ui.ctx().content_rect());
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let size = grid.button(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(ActionGrid::GAP);
            for offer in &offers {
                if button::show(ui, params, links, (who, offer), size) {
                    params.hud.looked_at = Some(offer.action.id);
                }
            }
        });
    });
}

/// The action that ends the turn, or waits. It has its own place in the head, where it is always in sight.
fn ending(params: &HudParams) -> Option<ActionOffer> {
    params.offered.offers.iter().find(|offer| offer.action.does == Does::Wait).cloned()
}

/// Draws the row above the buttons: whose turn it is, the groups of actions and what to do next, and at the right end how to go back
/// and how to end the turn.
fn head(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks, (who, picked): (CombatantId, Option<&Action>)) {
    // A region of its own, so that long words do not widen the buttons below.
    let head = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), ActionGrid::HEAD));
    params.hud.looked_at = None;
    let mut right = ui.new_child(UiBuilder::new().max_rect(head).layout(Layout::right_to_left(Align::Center)));
    if let Some(offer) = ending(params)
        && button::show_ending(&mut right, params, links, who, &offer)
    {
        params.hud.looked_at = Some(offer.action.id);
    }
    if picked.is_some() {
        let back = right.button(params.keys.hint("Back", KeyCommand::Cancel));
        if back.on_hover_text("Cancels the action, like a right click").clicked() {
            *params.intent = Intent::default();
        }
    }
    let left = Rect::from_min_max(head.min, pos2(right.min_rect().left() - ActionGrid::GAP, head.bottom()));
    layout::part(ui, left, |ui| {
        ui.horizontal(|ui| {
            let narrow = ui.available_width() < NARROW;
            if picked.is_none() || !narrow {
                widgets::name(ui, params, who);
            }
            let below = picked.is_none_or(|action| !has_variants(action));
            if below && (picked.is_none() || ui.available_width() > 1100.0) {
                if narrow {
                    group_list(ui, params)
                } else {
                    tabs(ui, params)
                }
                ui.separator();
            }
            match picked {
                Some(action) => hint::show_picked(ui, params, who, action),
                None => unpicked::show(ui, params, links, who),
            }
        });
    });
    ui.advance_cursor_after_rect(head);
}

/// The groups that have actions, each with its name, and how many of them are possible.
fn groups(params: &HudParams) -> Vec<(ActionGroup, String, usize)> {
    let group = |(group, word): &(ActionGroup, &str)| {
        let of_group = |offer: &&ActionOffer| params.rules().hud.group(offer.action.id) == *group;
        let offers: Vec<&ActionOffer> = params.offered.offers.iter().filter(of_group).collect();
        let open = offers.iter().filter(|offer| offer.is_open()).count();
        (!offers.is_empty()).then(|| (*group, format!("{word} {open}"), open))
    };
    GROUPS.iter().filter_map(group).collect()
}

fn tabs(ui: &mut Ui, params: &mut HudParams) {
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.selectable_value(&mut params.hud.group, None, ALL);
    for (group, words, open) in groups(params) {
        let colour = if open == 0 { style::FAINT } else { style::INK };
        ui.selectable_value(&mut params.hud.group, Some(group), RichText::new(words).color(colour));
    }
}

/// Draws the groups as a list, where the tabs do not fit.
fn group_list(ui: &mut Ui, params: &mut HudParams) {
    let groups = groups(params);
    let open = groups.iter().find(|(group, ..)| params.hud.group == Some(*group));
    let list = ComboBox::from_id_salt("groups").width(110.0);
    list.selected_text(open.map_or(ALL, |(_, words, _)| words)).show_ui(ui, |ui| {
        ui.selectable_value(&mut params.hud.group, None, ALL);
        for (group, words, _) in &groups {
            ui.selectable_value(&mut params.hud.group, Some(*group), words);
        }
    });
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
