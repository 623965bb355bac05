//! What stands beside the name of the acting combatant while no action is picked: the button to stand by, who acts at the same time, or
//! what a click does.

use std::sync::Arc;

use bevy_egui::egui::{Label, RichText, Ui};

use crate::battle::CombatantId;
use crate::content::{Action, Does};
use crate::control::orders::LONGEST_WAIT;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::unit_card::gear;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{style, widgets};
use crate::gui::keys::KeyCommand;
use crate::odds;
use crate::resolution::legal::{ActionOffer, Cost};
use crate::resolution::{Act, Choice, Occasion};

/// Widths of a rule id and of its sign, in points.
const RULE: (f32, f32) = (64.0, 18.0);

/// Draws the button to stand by, and who acts at the same time or what to do first.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks, who: CombatantId) {
    if wait_offer(params).is_some() {
        let about = format!(
            "Waits until the unit is hurt, held or threatened, an enemy appears or its spell is prepared; {LONGEST_WAIT} counts at most."
        );
        let pressed = ui.button(params.keys.hint("Stand by", KeyCommand::StandBy)).on_hover_text(about);
        if widgets::clicked_once(&pressed) {
            begin_standing_by(params, who);
        }
    }
    if ui.available_width() > 80.0 && !simultaneous(ui, params, links, who) {
        let words = first_steps(params, who);
        let left = gear::movement_left(params, who).map_or_else(String::new, |left| format!("Movement: {left}. "));
        ui.add(Label::new(RichText::new(format!("{left}{words}")).color(style::FAINT)).truncate());
    }
}

/// What a click does while no action is picked. A click on an enemy out of reach walks up to it.
fn first_steps(params: &HudParams, who: CombatantId) -> &'static str {
    let offers = &params.offered.offers;
    let moves = offers.iter().any(|offer| offer.is_open() && matches!(offer.action.does, Does::Move(_)));
    let pays = |plain: &Action| Cost::check(params.game(), who, plain, Occasion::OwnTurn).is_ok();
    let attacks = offers.iter().any(|offer| offer.is_open() && offer.action.is_weapon_attack())
        || odds::plain_attack(params.rules()).is_some_and(pays);
    match (moves, attacks) {
        (true, true) if params.watch.hiding().next().is_some() => {
            "Click a cell to move, an enemy to attack; a picked attack may also target a guessed cell."
        }
        (true, true) => "Click a cell to move, an enemy to attack, or pick an action.",
        (true, false) => "Nothing is left for an attack. Click a cell to move, or pick an action.",
        (false, true) => "Click an enemy to attack, or pick an action.",
        (false, false) => "Pick an action, or end the turn.",
    }
}

/// The wait action that can be repeated, or `None` where a wait ends the whole turn.
fn wait_offer<'a>(params: &'a HudParams) -> Option<&'a ActionOffer> {
    let waits = |offer: &&ActionOffer| offer.is_open() && offer.action.does == Does::Wait;
    params.offered.offers.iter().find(waits).filter(|_| params.is_counted())
}

pub fn begin_standing_by(params: &mut HudParams, who: CombatantId) {
    let Some(action) = wait_offer(params).map(|offer| Arc::clone(&offer.action)) else { return };
    params.stand_by(who, &action);
    params.answer(Choice::Act(Act::own(action.id)));
}

/// Draws who else acts on this count. Returns whether there is another combatant.
fn simultaneous(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks, who: CombatantId) -> bool {
    let Some(turns) = params.rules().policies.turn.counted() else { return false };
    let mut others = params.acting();
    others.retain(|other| *other != who && params.watch.notices(*other));
    if others.is_empty() {
        return false;
    }
    let words = format!("Simultaneous with {}: all orders resolve at once.", params.names(&others));
    let about = "All units acting on this count get their orders before any order is carried out";
    ui.scope(|ui| {
        // Room for the sign of the rule.
        let room = if params.settings.rule_ids { RULE.0 } else { RULE.1 };
        ui.set_max_width((ui.available_width() - room).max(0.0));
        ui.add(Label::new(RichText::new(words).color(style::TIRED)).truncate()).on_hover_text(about);
    });
    links.rule(ui, turns.together_rule.as_str());
    true
}
