//! Standing by: waiting until something happens, under rules that ask again every count.

use std::sync::Arc;

use bevy_egui::egui::Ui;

use crate::battle::CombatantId;
use crate::content::action::Does;
use crate::control::orders::LONGEST_WAIT;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets;
use crate::gui::keys::KeyCommand;
use crate::resolution::legal::ActionOffer;
use crate::resolution::{Act, Choice};

/// The wait action that can be repeated, or `None` where a wait ends the whole turn.
fn wait_offer<'a>(params: &'a HudParams) -> Option<&'a ActionOffer> {
    let waits = |offer: &&ActionOffer| offer.is_open() && offer.action.does == Does::Wait;
    params.offered.offers.iter().find(waits).filter(|_| params.is_counted())
}

/// Makes the acting combatant wait now, and keep waiting until something happens.
pub fn begin(params: &mut HudParams, who: CombatantId) {
    let Some(action) = wait_offer(params).map(|offer| Arc::clone(&offer.action)) else { return };
    params.stand_by(who, &action);
    params.answer(Choice::Act(Act::own(action.id)));
}

/// Draws the button.
pub fn show(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    if wait_offer(params).is_none() {
        return;
    }
    let about = format!(
        "Waits until the unit is hurt, held or threatened, an enemy appears or its spell is prepared; {LONGEST_WAIT} counts at most."
    );
    let pressed = ui.button(params.keys.hint("Stand by", KeyCommand::StandBy)).on_hover_text(about);
    if widgets::clicked_once(&pressed) {
        begin(params, who);
    }
}
