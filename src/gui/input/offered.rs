//! What the acting combatant can do, computed once for all panels.

use bevy::prelude::*;

use super::ActingCombatant;
use super::guess::Guesser;
use crate::battle::CombatantId;
use crate::content::Name;
use crate::content::action::{Does, Gait};
use crate::content::policy::TurnOrder;
use crate::ecs::{CellGrid, Combatants, ShownBattle};
use crate::gui::Animating;
use crate::gui::board::Layout;
use crate::gui::known::FogOfWar;
use crate::gui::session::{OpenPrompt, Session};
use crate::mechanics::{Game, reach, status};
use crate::resolution::Asks;
use crate::resolution::legal::{ActionOffer, offers, speed_class, weapon_choices};
use crate::turn::speed;

/// Everything offered to the combatant whose turn it is.
#[derive(Resource, Default, Debug)]
pub struct Offered {
    /// The combatant whose turn it is.
    pub who: Option<CombatantId>,
    /// All actions with their acts and refusals.
    pub offers: Vec<ActionOffer>,
}

impl Offered {
    /// The offer of an action.
    pub fn of(&self, action: Name) -> Option<&ActionOffer> {
        self.offers.iter().find(|offer| offer.action.id == action)
    }

    /// The movement that a click on the ground means: a walk if possible, else another move.
    pub fn usual_move(&self) -> Option<(Name, Gait)> {
        let open = self.offers.iter().filter(|offer| offer.is_open());
        let moves = open.filter_map(|offer| match offer.action.does {
            Does::Move(gait) => Some((offer.action.id, gait)),
            _ => None,
        });
        moves.min_by_key(|(_, gait)| *gait != Gait::Walk)
    }

    /// The combatants an action may be aimed at now.
    pub fn targets(&self, action: Name) -> Vec<CombatantId> {
        let mut targets: Vec<CombatantId> =
            self.of(action).into_iter().flat_map(|offer| &offer.acts).filter_map(|act| act.aimed_at()).collect();
        targets.dedup();
        targets
    }
}

/// Updates the offers when the question or the battle changes.
pub fn gather_offers(
    asked: Res<OpenPrompt>,
    (battle, fog): (Res<ShownBattle>, Res<FogOfWar>),
    (combatants, grid, layout): (Combatants, CellGrid, Res<Layout>),
    session: Res<Session>,
    mut animating: ResMut<Animating>,
    mut offered: ResMut<Offered>,
) {
    if asked.is_changed() {
        // What the pointer aims at is updated in the next frame.
        animating.note();
    }
    if !(asked.is_changed() || battle.is_changed() || fog.is_changed() || session.is_added()) {
        return;
    }
    let who = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who);
    offered.who = who;
    let rules = session.rules();
    offered.offers = who.map(|who| offers(battle.view(), rules, who)).unwrap_or_default();
    if let Some((who, here)) = who.and_then(|who| Some((who, combatants.footprint(who)?))) {
        let attacker = ActingCombatant { battle: &battle, rules, who, here, shape: layout.shape() };
        let guesser = Guesser::new(attacker, &grid, &combatants, &fog);
        offered.offers.iter_mut().for_each(|offer| offer.acts.extend(guesser.all(&offer.action)));
    }
}

/// The least and the most counts an action takes with the picked weapon; `None` under rules without counts.
pub fn action_span(
    battle: &ShownBattle,
    session: &Session,
    who: CombatantId,
    action: &crate::content::action::Action,
    weapon: Option<crate::battle::WeaponSlot>,
) -> Option<(u16, u16)> {
    let TurnOrder::Counts(turns) = &session.rules().policies.turn else { return None };
    let view = battle.whole_view();
    let made = || weapon_choices(view, session.rules(), who, action).first().copied();
    let slot = weapon.or_else(made).or_else(|| reach::usable_slots(view, who).first().copied());
    let class = speed_class(view, who, action, slot);
    let (slower, _) = status::slowdown(Game::new(view, session.rules().book()), who, false);
    Some(speed::speed_span(turns, &action.speed, class, view.find(who)?.sheet.speed, slower))
}
