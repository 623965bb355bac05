//! Standing by: waiting until something happens, under rules that ask again every count.

use bevy_egui::egui::Ui;

use crate::battle::{CombatantId, View};
use crate::content::action::Does;
use crate::content::policy::TurnOrder;
use crate::control::Orders;
use crate::control::orders::LONGEST_WAIT;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets;
use crate::gui::input::Offered;
use crate::gui::keys::KeyCommand;
use crate::resolution::legal::ActionOffer;
use crate::resolution::{Act, Choice};
use crate::rules::Ruleset;

/// The wait action that can be repeated, or `None` where a wait ends the whole turn.
fn wait_offer<'a>(rules: &Ruleset, offered: &'a Offered) -> Option<&'a ActionOffer> {
    let counted = matches!(rules.policies.turn, TurnOrder::Counts(_));
    offered.offers.iter().find(|offer| counted && offer.is_open() && offer.action.does == Does::Wait)
}

/// Makes the acting combatant wait now, and keep waiting until something happens. Returns the answer.
pub fn begin(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    offered: &Offered,
    orders: &mut Orders,
) -> Option<Choice> {
    let offer = wait_offer(rules, offered)?;
    orders.watch(view, rules.book(), who, &offer.action);
    Some(Choice::Act(Act::own(offer.action.id)))
}

/// Draws the button.
pub fn show(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    if wait_offer(params.rules(), &params.offered).is_none() {
        return;
    }
    let about = format!(
        "Waits until the unit is hurt, held or threatened, an enemy appears or its spell is prepared; {LONGEST_WAIT} counts at most."
    );
    let pressed = ui.button(params.keys.hint("Stand by", KeyCommand::StandBy)).on_hover_text(about);
    if widgets::clicked_once(&pressed) {
        let rules = params.session.opening.setup.rules.clone();
        let view = params.watch.view(&params.snapshot);
        if let Some(choice) = begin(view, &rules, who, &params.offered, &mut params.orders) {
            params.answer(choice);
        }
    }
}
