//! Which weapons an action may use.

use super::requirement;
use crate::battle::{CombatantId, View, WeaponSlot};
use crate::content::action::{Action, CheckRoll, Requirement};
use crate::content::gear::WeaponProperty;
use crate::content::refusal::Refusal;
use crate::content::speed::{ActionSpeed, SpeedClass};
use crate::mechanics::reach::{self, WeaponSlots};
use crate::mechanics::{Game, attack};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

/// All weapons a combatant could use for an action; none for actions without weapons.
pub(super) fn weapons(view: View<'_>, who: CombatantId, action: &Action) -> WeaponSlots {
    let Some(check) = action.check() else {
        return if action.reach.is_of_weapon() { reach::usable_slots(view, who) } else { WeaponSlots::new() };
    };
    match check.roll {
        CheckRoll::Weapon => {
            let mut slots = reach::usable_slots(view, who);
            slots.retain(|slot| entangles(view, who, *slot) == nets(action));
            slots
        }
        CheckRoll::Unarmed => {
            let sheet = &view.row(who).sheet;
            let has = |slot: &WeaponSlot| {
                sheet.weapon(*slot).is_some_and(|entry| check.or_with.is_some_and(|wanted| entry.weapon.has(wanted)))
            };
            let others =
                reach::usable_slots(view, who).into_iter().filter(|slot| sheet.unarmed != Some(*slot) && has(slot));
            sheet.unarmed.into_iter().chain(others).collect()
        }
        CheckRoll::BothWeapons | CheckRoll::Attribute(_) | CheckRoll::Skill(..) | CheckRoll::Spell(_) => {
            WeaponSlots::new()
        }
    }
}

/// The suitable weapons to choose from for a weapon attack.
pub fn weapon_choices(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> WeaponSlots {
    if action.check().is_none_or(|check| check.roll != CheckRoll::Weapon) {
        return WeaponSlots::new();
    }
    let mut slots = weapons(view, who, action);
    slots.retain(|slot| {
        let act = Act { weapon: Some(*slot), ..Act::at(action.id, who, None) };
        let mut asks = action.requires.iter().filter(|cited| cited.needs.is_of_weapon());
        asks.all(|cited| requirement::met(view, rules, who, &act, cited, false).is_ok())
    });
    slots
}

/// Whether an action is for entangling weapons.
fn nets(action: &Action) -> bool {
    action.requires.iter().any(|cited| cited.needs == Requirement::WeaponEntangles)
}

/// Whether a weapon entangles.
pub(super) fn entangles(view: View<'_>, who: CombatantId, slot: WeaponSlot) -> bool {
    let held = view.row(who).sheet.weapon(slot);
    held.is_some_and(|held| held.weapon.has(WeaponProperty::Entangles))
}

/// The weapon an action uses: the named one, or the first suitable.
pub fn weapon_for(view: View<'_>, who: CombatantId, act: &Act, action: &Action) -> Option<WeaponSlot> {
    let first = || match action.check().map(|check| check.roll) {
        Some(CheckRoll::Weapon) if !action.reach.is_of_weapon() => reach::melee_slots(view, who),
        _ => weapons(view, who, action),
    };
    act.weapon.or_else(|| first().first().copied())
}

/// Speed class of an action: of its weapon, or of the slower of two used at once.
pub fn speed_class(
    view: View<'_>,
    who: CombatantId,
    action: &Action,
    weapon: Option<WeaponSlot>,
) -> Option<SpeedClass> {
    match action.speed {
        ActionSpeed::WorseOfTwo => attack::slower_class_of_pair(view, who),
        _ => weapon.and_then(|slot| view.row(who).sheet.weapon(slot)).map(|entry| entry.weapon.speed),
    }
}

/// Whether the named weapon, if any, can be used for the action.
///
/// # Errors
/// The reason, with the rule of the action.
pub fn fit(view: View<'_>, who: CombatantId, act: &Act, action: &Action) -> Result<(), Refusal> {
    let suits = |slot: WeaponSlot| match action.check().map(|check| check.roll) {
        Some(CheckRoll::Weapon) => reach::is_usable(view, who, slot) && entangles(view, who, slot) == nets(action),
        Some(CheckRoll::Unarmed) => weapons(view, who, action).contains(&slot),
        _ => true,
    };
    match act.weapon {
        Some(slot) if !suits(slot) => {
            let named = view.row(who).sheet.weapon(slot).map_or("that weapon", |entry| &entry.weapon.name);
            Err(Refusal::new(format!("not possible with {named}: it is not in hand, or unsuitable"), action.rule))
        }
        _ => Ok(()),
    }
}

/// The weapon that reaches a target in melee. An action without a weapon reaches as far as an unarmed attack.
pub(super) fn in_melee(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    act: &Act,
    action: &Action,
    target: CombatantId,
) -> Option<WeaponSlot> {
    let reaches = |slot: WeaponSlot| reach::in_melee_reach(Game::new(view, rules.book()), who, slot, target);
    let slots: WeaponSlots = match (action.check().map(|check| check.roll), act.weapon) {
        (Some(CheckRoll::BothWeapons), _) => {
            let pair = attack::weapon_pair(view, who)?;
            return pair.into_iter().all(reaches).then_some(pair[0]);
        }
        (Some(CheckRoll::Weapon), None) => reach::melee_slots(view, who),
        (Some(CheckRoll::Weapon | CheckRoll::Unarmed), Some(slot)) => WeaponSlots::from_slice(&[slot]),
        _ => view.row(who).sheet.unarmed.into_iter().collect(),
    };
    slots.into_iter().find(|slot| reaches(*slot))
}
