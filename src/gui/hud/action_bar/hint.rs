//! The hint beside the name of the acting combatant: what to click next.

use bevy_egui::egui::{Label, RichText, Ui};

use super::variants::has_variants;
use super::{flight_height, picking, stand_by, weapon_row};
use crate::battle::CombatantId;
use crate::content::action::{Action, Aim, Does, Gait};
use crate::content::policy::TurnOrder;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::input::Intent;
use crate::gui::keys::KeyCommand;
use crate::resolution::{Act, Target};

/// Least width for a hint, in points.
const LEAST: f32 = 80.0;

/// Draws the hint, and the controls of the picked action.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action)).cloned();
    let Some(action) = picked else {
        stand_by::show(ui, params, who);
        if ui.available_width() > LEAST && !simultaneous(ui, params, links, who) {
            ui.add(Label::new(RichText::new(nothing_picked(params)).color(style::FAINT)).truncate());
        }
        return;
    };
    let thoughts = if action.does == Does::Wait { picking::end_turn_warning(params, who) } else { None };
    let what = thoughts.map_or_else(
        || instruction(params, who, &action).to_owned(),
        |thoughts| format!("{thoughts}; click again to end the turn"),
    );
    ui.label(RichText::new(format!("{}: {what}", action.name)).color(style::GOLD).strong());
    match &action.does {
        Does::Cast(_) => {}
        Does::Move(Gait::Fly(_)) => flight_height::row(ui, params, who),
        _ if has_variants(&action) => {}
        _ => weapon_row::row(ui, params, who, action.id),
    }
    let back = params.keys.hint("Back", KeyCommand::Cancel);
    if ui.button(back).on_hover_text("Cancels the action, like a right click").clicked() {
        *params.intent = Intent::default();
    }
}

/// Draws who else acts on this count. Returns whether there is another combatant.
fn simultaneous(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) -> bool {
    let TurnOrder::Counts(turns) = &params.rules().policies.turn else { return false };
    let acting = params.acting();
    let others: Vec<CombatantId> =
        acting.into_iter().filter(|other| *other != who && params.watch.notices(*other)).collect();
    if others.is_empty() {
        return false;
    }
    let words = format!("Simultaneous with {}: all orders resolve at once.", params.names(&others));
    let about = "All units acting on this count get their orders before any order is carried out";
    ui.add(Label::new(RichText::new(words).color(style::TIRED)).truncate()).on_hover_text(about);
    links.rule(ui, turns.together_rule.as_str());
    true
}

fn nothing_picked(params: &HudParams) -> &'static str {
    match params.watch.hiding().next() {
        Some(_) => "Click a cell to move, an enemy to attack; a picked attack may also target a guessed cell.",
        None => "Click a cell to move, an enemy to attack, or pick an action.",
    }
}

/// The next click for a picked action, in words.
fn instruction(params: &HudParams, who: CombatantId, action: &Action) -> &'static str {
    let acts = params.offered.of(action.id).map_or(&[][..], |offer| &offer.acts);
    match action.aim {
        Aim::Enemy if acts.iter().any(is_guess) => "click an enemy, or a cell with a question mark",
        Aim::Enemy => "click an enemy",
        Aim::Ally => "click an ally",
        Aim::Friend if acts.iter().all(|act| act.aimed_at() == Some(who)) => "click the unit itself",
        Aim::Friend => "click an ally or the unit itself",
        Aim::Path => "click a cell",
        Aim::Door => "click a door",
        Aim::Ground => "click the ground",
        Aim::Facing => "click where to face, on the board or the compass",
        Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Known => "which one?",
        Aim::Own => "click the unit itself",
        Aim::Point => "click the centre of the area",
        Aim::Spell => "pick one, or click its target",
        Aim::Ready => "pick a trigger and an act",
    }
}

fn is_guess(act: &Act) -> bool {
    matches!(act.aim(), Target::Guess { .. })
}
