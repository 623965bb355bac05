//! What picking an action means, and when ending the turn needs a second click.

use crate::battle::CombatantId;
use crate::content::action::{Aim, Does};
use crate::content::hud::ActionGroup;
use crate::content::policy::TurnOrder;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::Hud;
use crate::gui::input::Intent;
use crate::mechanics::flight;
use crate::resolution::Choice;
use crate::resolution::legal::ActionOffer;

/// Why ending the turn now may be a mistake: actions are left, or a flyer would fall. `None` if nothing speaks against
/// it.
pub fn end_turn_warning(params: &HudParams, who: CombatantId) -> Option<String> {
    let TurnOrder::Rounds(turns) = &params.rules().policies.turn else { return None };
    let game = params.game();
    if let Some((feet, rule)) = flight::missing_distance(game, who, 0)
        && flight::is_aloft(game, who)
    {
        return Some(format!("it falls unless it flies another {feet} ft [{rule}]"));
    }
    let (left, all) = (params.combatants.get(who)?.turn.actions, turns.actions);
    let does = |offer: &ActionOffer| offer.is_open() && offer.action.does != Does::Wait && offer.action.actions() > 0;
    if left == 0 || !params.offered.offers.iter().any(does) {
        return None;
    }
    let nothing = "nothing was done this turn".to_owned();
    Some(if left >= all { nothing } else { format!("{left} of {all} actions are left") })
}

/// Picks an action: returns an answer, or lets the player choose a target. Ending the turn needs a second pick if
/// `twice`.
pub fn pick(
    offer: &ActionOffer,
    group: ActionGroup,
    twice: bool,
    intent: &mut Intent,
    hud: &mut Hud,
) -> Option<Choice> {
    let action = &offer.action;
    if twice && action.does == Does::Wait && intent.action != Some(action.id) {
        *intent = Intent::on(action.id);
        return None;
    }
    if !offer.is_open() {
        hud.group = Some(group);
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
