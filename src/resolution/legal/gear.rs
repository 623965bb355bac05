//! Which weapons an action may use, and which items can be drawn, put away, dropped and picked up.

use super::ability::{Proposal, requires};
use super::requirement;
use crate::battle::{CombatantId, View, WeaponLocation, WeaponSlot};
use crate::content::{
    Action, ActionReach, ActionSpeed, CheckRoll, CitedRequirement, Does, Effect, Hands, Name, Refusal, Requirement,
    SpeedClass, WeaponProperty, Wielding,
};
use crate::mechanics::reach::{self, WeaponSlots};
use crate::mechanics::{attack, grapple, items};
use crate::resolution::act::Act;
use crate::rules::{Ruleset, picked_up_weapon};

/// All weapons a combatant could use for an action; none for actions without weapons.
pub(super) fn weapons(view: View<'_>, who: CombatantId, action: &Action) -> WeaponSlots {
    let Some(check) = action.check() else {
        return if action.reach.is_of_weapon() { reach::usable_slots(view, who) } else { WeaponSlots::new() };
    };
    let mut slots = reach::usable_slots(view, who);
    match check.roll {
        CheckRoll::Weapon => {
            slots.retain(|slot| entangles(view, who, *slot) == requires(action, &Requirement::WeaponEntangles));
            slots
        }
        CheckRoll::Unarmed => {
            let sheet = &view.row(who).sheet;
            slots.retain(|slot| {
                let serves = |wanted| sheet.weapon(*slot).is_some_and(|entry| entry.weapon.has(wanted));
                sheet.unarmed != Some(*slot) && check.or_with.is_some_and(serves)
            });
            sheet.unarmed.into_iter().chain(slots).collect()
        }
        CheckRoll::WeaponManeuver(_) => {
            slots.retain(|slot| view.row(who).sheet.weapon(*slot).is_some_and(|held| held.weapon.melee.is_some()));
            slots
        }
        CheckRoll::BothWeapons
        | CheckRoll::Attribute(_)
        | CheckRoll::Skill(..)
        | CheckRoll::Spell(_)
        | CheckRoll::Stat(_)
        | CheckRoll::Maneuver(_) => WeaponSlots::new(),
    }
}

/// The weapons usable for an action; a single `None` if it uses none.
pub(super) fn weapons_or_none(view: View<'_>, who: CombatantId, action: &Action) -> Vec<Option<WeaponSlot>> {
    let usable = weapons(view, who, action);
    if usable.is_empty() { vec![None] } else { usable.into_iter().map(Some).collect() }
}

/// The suitable weapons to choose from for a weapon attack.
pub fn weapon_choices(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> WeaponSlots {
    if !action.check().is_some_and(|check| matches!(check.roll, CheckRoll::Weapon | CheckRoll::WeaponManeuver(_))) {
        return WeaponSlots::new();
    }
    let proposal = Proposal::new(view, rules, who, action);
    let mut slots = weapons(view, who, action);
    slots.retain(|slot| {
        let act = Act::at(action.id, who, Some(*slot));
        let mut asks = action.requires.iter().filter(|cited| cited.needs.is_of_weapon());
        asks.all(|cited| requirement::met(&proposal, &act, cited).is_ok())
    });
    slots
}

/// Whether a weapon entangles.
pub(super) fn entangles(view: View<'_>, who: CombatantId, slot: WeaponSlot) -> bool {
    let held = view.row(who).sheet.weapon(slot);
    held.is_some_and(|held| held.weapon.has(WeaponProperty::Entangles))
}

/// The weapon an action uses: the named one, or the first suitable; against a target that comes closer the one with the longest reach,
/// as that is the reach it comes inside (HD-228).
pub fn weapon_for(view: View<'_>, who: CombatantId, act: &Act, action: &Action) -> Option<WeaponSlot> {
    let longest = action.requires.iter().find_map(|cited| match cited.needs {
        Requirement::WeaponReaches(most) => Some(most),
        _ => None,
    });
    let first = || match action.check().map(|check| check.roll) {
        Some(CheckRoll::Weapon) if longest.is_none() && !action.reach.is_of_weapon() => reach::melee_slots(view, who),
        _ => weapons(view, who, action),
    };
    let is_short = |slot: &WeaponSlot| longest.is_none_or(|most| reach::reaches_at_most(view, who, *slot, most));
    let melee = |slot: &WeaponSlot| view.row(who).sheet.weapon(*slot).and_then(|held| held.weapon.melee);
    act.weapon.or_else(|| match action.reach {
        ActionReach::Closing => first().into_iter().rev().filter(is_short).max_by_key(melee),
        _ => first().into_iter().find(is_short),
    })
}

/// Speed class of an action: of its weapon, or of the slower of two used at once.
pub fn speed_class(view: View<'_>, who: CombatantId, action: &Action, slot: Option<WeaponSlot>) -> Option<SpeedClass> {
    match action.speed {
        ActionSpeed::WorseOfTwo => attack::slower_class_of_pair(view, who),
        _ => slot.and_then(|slot| view.row(who).sheet.weapon(slot)).map(|entry| entry.weapon.speed),
    }
}

impl Proposal<'_> {
    /// Whether the named weapon, if any, can be used for the action.
    pub(super) fn fits(&self, act: &Act) -> Result<(), Refusal> {
        let Proposal { game, who, action, .. } = *self;
        let suits = |slot: WeaponSlot| match action.check().map(|check| check.roll) {
            Some(CheckRoll::Weapon) => {
                let nets = requires(action, &Requirement::WeaponEntangles);
                reach::is_usable(game.view, who, slot) && entangles(game.view, who, slot) == nets
            }
            Some(CheckRoll::Unarmed | CheckRoll::WeaponManeuver(_)) => weapons(game.view, who, action).contains(&slot),
            _ => true,
        };
        let Some(slot) = act.weapon.filter(|slot| !suits(*slot)) else { return Ok(()) };
        let named = game.row(who).sheet.weapon(slot).map_or("that weapon", |entry| &entry.weapon.name);
        Err(self.refusal(format!("not possible with {named}: it is not in hand, or unsuitable")))
    }

    /// Whether a weapon reaches a target in melee. An action without a weapon reaches as far as an unarmed attack.
    pub(super) fn is_in_melee(&self, act: &Act, target: CombatantId) -> bool {
        let (view, who) = (self.game.view, self.who);
        let reaches = |slot: WeaponSlot| reach::in_melee_reach(self.game, who, slot, target);
        match (self.action.check().map(|check| check.roll), act.weapon) {
            (Some(CheckRoll::BothWeapons), _) => {
                attack::weapon_pair(view, who).is_some_and(|pair| pair.into_iter().all(reaches))
            }
            (Some(CheckRoll::Weapon | CheckRoll::WeaponManeuver(_)), None) => {
                reach::melee_slots(view, who).into_iter().any(reaches)
            }
            (Some(CheckRoll::Weapon | CheckRoll::WeaponManeuver(_) | CheckRoll::Unarmed), Some(slot)) => reaches(slot),
            _ => view.row(who).sheet.unarmed.is_some_and(reaches),
        }
    }

    /// Whether an item is where the action needs it: in hand, or ready to draw.
    pub(super) fn at_carried(&self, slot: WeaponSlot) -> Result<(), Refusal> {
        let row = self.game.row(self.who);
        let Some(entry) = row.sheet.weapon(slot).filter(|_| row.sheet.unarmed != Some(slot)) else {
            return Err(self.refusal("does not carry that weapon"));
        };
        let does = |what: Effect| match &self.action.does {
            Does::Effects(all) => all.iter().any(|effect| effect.does == what),
            _ => false,
        };
        let (draws, place) = (does(Effect::Draw), row.arms.place(slot));
        let wanted = if draws { WeaponLocation::Carried } else { WeaponLocation::InHand };
        let worn = place == WeaponLocation::Carried && entry.is_worn() && does(Effect::UseItem);
        if place != wanted && !worn || entry.weapon.has(WeaponProperty::Natural) {
            let where_is = if draws { "is not ready to draw" } else { "is not in hand" };
            return Err(self.refusal(format!("the {} {where_is}", entry.weapon.name)));
        }
        if draws { self.has_hands(entry.weapon.hands) } else { Ok(()) }
    }

    fn has_hands(&self, needed: Hands) -> Result<(), Refusal> {
        let (needed, free) = (needed.count(), grapple::free_hands(self.game.view, self.who));
        if free >= needed {
            return Ok(());
        }
        let hands = if needed == 1 { "hand" } else { "hands" };
        Err(self.refusal(format!("needs {needed} free {hands} and has {free}")))
    }

    /// Whether a lost weapon can be picked up again.
    pub(super) fn at_lost(&self, slot: WeaponSlot) -> Result<(), Refusal> {
        let row = self.game.row(self.who);
        match row.sheet.weapon(slot).filter(|_| row.arms.place(slot) == WeaponLocation::Gone) {
            Some(entry) => self.at_found(entry.weapon.id),
            None => Err(self.refusal("still has that weapon")),
        }
    }

    /// Whether this item lies here, no matter who brought it (TC-251).
    pub(super) fn at_found(&self, weapon: Name) -> Result<(), Refusal> {
        let (view, who) = (self.game.view, self.who);
        let entry = picked_up_weapon(self.rules, &view.row(who).own, weapon);
        let Some(entry) = entry else { return Err(self.refusal("there is no such item")) };
        if items::on_ground_here(view, who, weapon).is_none() {
            return Err(self.refusal(format!("no {} lies here", entry.weapon.name)));
        }
        self.has_hands(entry.weapon.hands)
    }
}

/// Whether the actor wields none of these.
pub(super) fn not_wielding(
    view: View<'_>,
    who: CombatantId,
    things: &[Wielding],
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    let row = view.row(who);
    let words = match things.iter().find(|thing| grapple::wields(view, who, thing)) {
        None => return Ok(()),
        Some(Wielding::TowerShield) => "holds a tower shield".to_owned(),
        Some(Wielding::Shield) => "holds a shield".to_owned(),
        Some(weapon @ (Wielding::Weapon(_) | Wielding::Category(_))) => {
            let mut in_hand = row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot));
            let named = in_hand.find(|entry| weapon.is_weapon(&entry.weapon));
            named.map_or_else(|| "wields a weapon".to_owned(), |entry| format!("wields a {}", entry.weapon.name))
        }
    };
    Err(Refusal::new(format!("needs a free grip: {words}"), cited.rule))
}

/// Whether a combatant wields any of these things.
pub(super) fn wielding(
    view: View<'_>,
    who: CombatantId,
    things: &[Wielding],
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    if things.iter().any(|thing| grapple::wields(view, who, thing)) {
        return Ok(());
    }
    let words: Vec<&str> = things.iter().map(Wielding::words).collect();
    Err(Refusal::new(format!("needs {}", words.join(" or ")), cited.rule))
}
