//! Weapons to draw, to pick up or to go back for.

use std::sync::Arc;

use crate::battle::{SheetWeapon, WeaponLocation, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Action, Requirement};
use crate::content::gear::WeaponProperty;
use crate::control::ai::model::{Situation, USUAL_DEFENCE, weapon_damage_rate};
use crate::grid::Cell;
use crate::resolution::act::Target;
use crate::resolution::{Act, legal};
use crate::rules::picked_up_weapon;

/// Counts for which a better weapon makes a difference.
const HORIZON: i32 = 30;

fn damage_rate_of(situation: &Situation<'_>, slot: WeaponSlot) -> i32 {
    let sheet = &situation.row().sheet;
    sheet.weapon(slot).map_or(0, |entry| weapon_damage_rate(situation.rules, sheet, entry, USUAL_DEFENCE))
}

/// The best way to get a better weapon in hand (draw, pick up, pull out), with its score.
pub fn arm(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let row = situation.row();
    let now = situation.slots().into_iter().map(|slot| usefulness(situation, slot)).max().unwrap_or(0);
    let slots = (0..row.sheet.weapons.len() as u8).map(WeaponSlot).filter(|slot| row.sheet.unarmed != Some(*slot));
    let actions = |slot| match row.arms.place(slot) {
        WeaponLocation::Carried => situation.catalogue.draws.as_slice(),
        WeaponLocation::Gone => situation.catalogue.pick_up.as_slice(),
        _ => &[],
    };
    let own = slots.flat_map(|slot| {
        actions(slot).iter().map(move |action| (usefulness(situation, slot), action, Target::Weapon(slot)))
    });
    let found_use = |name: Name| {
        picked_up_weapon(situation.rules, &row.own, name).map_or(0, |entry| present_use(situation, &entry))
    };
    let lying = situation.catalogue.pick_up.iter().flat_map(|action| {
        let names = legal::items_here(situation.view, situation.actor).into_iter();
        names.map(move |name| (found_use(name), action, Target::Found(name)))
    });
    let tried = own.chain(lying).filter_map(|(usefulness, action, target)| {
        let gain = usefulness - now;
        let act = Act { action: action.id, target, weapon: None };
        if gain <= 0 || !situation.is_legal(&act) {
            return None;
        }
        let score = gain * HORIZON / 10 * situation.enemy_hp_value / situation.duration(action, &act);
        Some((act, score))
    });
    let all = tried.chain(pull_out(situation, now));
    all.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Pulling out a weapon that pins an enemy to a wall, if it is better than the one in hand.
fn pull_out(situation: &Situation<'_>, now: i32) -> Option<(Act, i32)> {
    let pulls = |action: &&Arc<Action>| action.requires.iter().any(|it| it.needs == Requirement::TargetPinnedByActor);
    let action = situation.catalogue.checks.iter().find(pulls)?;
    let weapons = &situation.row().arms.weapons;
    (0..).map(WeaponSlot).zip(weapons).find_map(|(slot, held)| {
        let WeaponLocation::Stuck(pinned) = held.place else { return None };
        let (gain, act) = (usefulness(situation, slot) - now, Act::at(action.id, pinned, None));
        let can = gain > 0 && situation.is_legal(&act);
        // The check may fail.
        can.then(|| (act.clone(), gain * HORIZON / 20 * situation.enemy_hp_value / situation.duration(action, &act)))
    })
}

pub(super) fn first_legal<'m>(
    situation: &Situation<'m>,
    actions: &'m [Arc<Action>],
    slot: WeaponSlot,
) -> Option<(&'m Arc<Action>, Act)> {
    actions.iter().find_map(|action| {
        let act = Act { action: action.id, target: Target::Weapon(slot), weapon: None };
        situation.is_legal(&act).then_some((action, act))
    })
}

/// The damage rate of a weapon at the present distance from enemies.
fn usefulness(situation: &Situation<'_>, slot: WeaponSlot) -> i32 {
    let sheet = &situation.row().sheet;
    let Some(entry) = sheet.weapon(slot) else { return 0 };
    // An unarmed combatant cannot react to attacks either.
    let unarmed = entry.weapon.has(WeaponProperty::Natural) && sheet.unarmed == Some(slot);
    if unarmed { damage_rate_of(situation, slot) * 2 / 3 } else { present_use(situation, entry) }
}

fn present_use(situation: &Situation<'_>, entry: &SheetWeapon) -> i32 {
    let damage_rate = weapon_damage_rate(situation.rules, &situation.row().sheet, entry, USUAL_DEFENCE);
    let is_ranged = entry.weapon.melee.is_none();
    let in_place = situation.enemy_within(if is_ranged { 1 } else { 4 }) != is_ranged;
    if in_place { damage_rate } else { damage_rate * 2 / 3 }
}

pub fn lost_weapon(situation: &Situation<'_>) -> Option<Cell> {
    let row = situation.row();
    let now = situation.slots().into_iter().map(|slot| damage_rate_of(situation, slot)).max().unwrap_or(0);
    let slots = (0..row.sheet.weapons.len() as u8).map(WeaponSlot);
    let gone = slots
        .filter(|slot| row.arms.place(*slot) == WeaponLocation::Gone && damage_rate_of(situation, *slot) > now * 3 / 2);
    let ids: Vec<_> = gone.filter_map(|slot| row.sheet.weapon(slot)).map(|entry| entry.weapon.id).collect();
    let here = situation.here();
    let items = situation.view.field().items.iter().filter(|item| ids.contains(&item.weapon));
    let nearest = items.map(|item| (situation.apart(here, item.cell.into()), item.cell)).min();
    nearest.filter(|(apart, _)| *apart <= 6).map(|(_, cell)| cell)
}
