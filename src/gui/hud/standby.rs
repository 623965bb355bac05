//! Waiting until something happens, where every count asks anew.

use bevy_egui::egui::Ui;

use super::desk::Desk;
use super::frame;
use super::offered::Offered;
use crate::battle::{CombatantId, View};
use crate::content::action::Does;
use crate::content::policy::TurnOrder;
use crate::control::Orders;
use crate::control::orders::LONGEST;
use crate::gui::keys::Command;
use crate::resolution::legal::Offer;
use crate::resolution::{Act, Choice};
use crate::rules::Ruleset;

/// The wait that can be gone on with; none where a wait ends a whole turn.
fn wait<'a>(rules: &Ruleset, offered: &'a Offered) -> Option<&'a Offer> {
    let counted = matches!(rules.policies.turn, TurnOrder::Counts(_));
    offered.offers.iter().find(|offer| counted && offer.is_open() && offer.action.does == Does::Wait)
}

/// Lets the one who is asked wait now, and on until something happens.
pub fn begin(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    offered: &Offered,
    orders: &mut Orders,
) -> Option<Choice> {
    let offer = wait(rules, offered)?;
    orders.watch(view, rules.book(), who, &offer.action);
    Some(Choice::Act(Act::own(offer.action.id)))
}

/// Draws its button.
pub fn show(ui: &mut Ui, desk: &mut Desk, who: CombatantId) {
    if wait(desk.rules(), &desk.offered).is_none() {
        return;
    }
    let about = format!(
        "Waits until it is hurt, held or threatened, another enemy comes or its spell is prepared; {LONGEST} counts at most."
    );
    let pressed = ui.button(desk.keys.hint("Stand by", Command::StandBy)).on_hover_text(about);
    if frame::answered(&pressed) {
        let rules = desk.session.opening.setup.rules.clone();
        let view = desk.watch.view(&desk.snapshot);
        if let Some(choice) = begin(view, &rules, who, &desk.offered, &mut desk.orders) {
            desk.answer(choice);
        }
    }
}
