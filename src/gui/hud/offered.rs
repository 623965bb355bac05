//! What the one who is asked could do, worked out once for all panels.

use bevy::prelude::*;

use crate::battle::{CombatantId, Snapshot};
use crate::content::Name;
use crate::content::action::{Does, Gait};
use crate::content::policy::TurnOrder;
use crate::gui::Animating;
use crate::gui::input::Guesser;
use crate::gui::known::Watch;
use crate::gui::session::{Asked, Session};
use crate::mechanics::{reach, status};
use crate::resolution::Asks;
use crate::resolution::legal::{Offer, choices, offers, speed_class};
use crate::turn::speed;

/// Everything offered to the one whose turn it is.
#[derive(Resource, Default, Debug)]
pub struct Offered {
    /// Whose turn it is.
    pub who: Option<CombatantId>,
    /// All actions.
    pub offers: Vec<Offer>,
}

impl Offered {
    /// The offer of an action.
    pub fn of(&self, action: Name) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.action.id == action)
    }

    /// The movement that a click on the ground means: a walk, or what is possible in place of it.
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

/// Works out the offers when somebody is asked to act.
pub fn gather(
    asked: Res<Asked>,
    (snapshot, watch): (Res<Snapshot>, Res<Watch>),
    session: Res<Session>,
    mut animating: ResMut<Animating>,
    mut offered: ResMut<Offered>,
) {
    if asked.is_changed() {
        // What the pointer means by now is found out in the next frame.
        animating.note();
    }
    if !(asked.is_changed() || snapshot.is_changed() || watch.is_changed() || session.is_added()) {
        return;
    }
    let who = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who);
    offered.who = who;
    let (view, rules) = (watch.view(&snapshot), session.rules());
    offered.offers = who.map(|who| offers(view, rules, who)).unwrap_or_default();
    if let Some(guesser) = who.map(|who| Guesser { view, rules, who }) {
        offered.offers.iter_mut().for_each(|offer| offer.acts.extend(guesser.all(&offer.action)));
    }
}

/// The fewest and the most counts that an action of a combatant takes with the weapon picked; `None` where actions take
/// no counts.
pub fn span(
    snapshot: &Snapshot,
    session: &Session,
    who: CombatantId,
    action: &crate::content::action::Action,
    weapon: Option<crate::battle::WeaponSlot>,
) -> Option<(u16, u16)> {
    let TurnOrder::Counts(turns) = &session.rules().policies.turn else { return None };
    let (view, row) = (snapshot.view(), snapshot.rows.get(who.index())?);
    let made = || choices(view, session.rules(), who, action).first().copied();
    let slot = weapon.or_else(made).or_else(|| reach::usable_slots(view, who).first().copied());
    let class = speed_class(view, who, action, slot);
    let (slower, _) = status::slowdown(view, session.rules().book(), who, false);
    Some(speed::speed_span(turns, &action.speed, class, row.sheet.speed, slower))
}

/// Words for a span of counts.
pub fn span_words((least, most): (u16, u16)) -> String {
    match (least, most) {
        (0, 0) => "free".to_owned(),
        (1, 1) => "1 count".to_owned(),
        (least, most) if least == most => format!("{least} counts"),
        (least, most) => format!("{least}-{most} counts"),
    }
}
