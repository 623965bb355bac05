//! Things: weapons to draw or to pick up, doors in the way, friends to help.

use std::sync::Arc;

use super::folk::weapon_might;
use super::mind::Mind;
use crate::battle::{SheetWeapon, WeaponLocation, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Action, Requirement};
use crate::content::gear::WeaponProperty;
use crate::content::policy::{BleedingCollapse, Collapse, FatigueCollapse};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{reach, status};
use crate::resolution::act::Target;
use crate::resolution::{Act, legal};
use crate::rules::found_weapon;

/// Counts for which a better weapon counts.
const AHEAD: i32 = 30;

/// The harm in ten counts that somebody does with what it has in hand, and with each weapon it could take in hand.
fn might_of(mind: &Mind<'_>, slot: WeaponSlot) -> i32 {
    let sheet = &mind.view.row(mind.who).sheet;
    sheet.weapon(slot).map_or(0, |entry| weapon_might(mind.rules, sheet, entry, 15))
}

/// Drawing or picking up a weapon, with its score; the best of them.
pub fn arm(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let row = mind.view.row(mind.who);
    let now = reach::usable_slots(mind.view, mind.who).iter().map(|slot| useful(mind, *slot)).max().unwrap_or(0);
    let slots = (0..row.sheet.weapons.len() as u8).map(WeaponSlot).filter(|slot| row.sheet.unarmed != Some(*slot));
    let ways = |slot| match row.arms.place(slot) {
        WeaponLocation::Carried => mind.catalogue.draws.as_slice(),
        WeaponLocation::Gone => mind.catalogue.pick_up.as_slice(),
        _ => &[],
    };
    let own =
        slots.flat_map(|slot| ways(slot).iter().map(move |action| (useful(mind, slot), action, Target::Weapon(slot))));
    let worth = |name: &Name| found_weapon(mind.rules, &row.own, *name).map_or(0, |entry| use_of(mind, &entry));
    let lying = if mind.catalogue.pick_up.is_some() { legal::found(mind.view, mind.who) } else { Vec::new() };
    let lying = lying
        .iter()
        .flat_map(|name| mind.catalogue.pick_up.iter().map(move |action| (worth(name), action, Target::Found(*name))));
    let tried = own.chain(lying).filter_map(|(worth, action, target)| {
        let gain = worth - now;
        let act = Act { action: action.id, target, weapon: None };
        if gain <= 0 || legal::check(mind.view, mind.rules, mind.who, &act).is_err() {
            return None;
        }
        let score = gain * AHEAD / 10 * mind.their_price / mind.time(action, &act);
        Some((act, score))
    });
    let all = tried.chain(wrenched(mind, now));
    all.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Getting back a weapon that sticks in a wall and pins an enemy to it, where what is in hand is worse.
fn wrenched(mind: &Mind<'_>, now: i32) -> Option<(Act, i32)> {
    let pulls = |action: &&Arc<Action>| action.requires.iter().any(|it| it.needs == Requirement::TargetPinnedByActor);
    let action = mind.catalogue.checks.iter().find(pulls)?;
    let weapons = &mind.view.row(mind.who).arms.weapons;
    (0..).map(WeaponSlot).zip(weapons).find_map(|(slot, held)| {
        let WeaponLocation::Stuck(pinned) = held.place else { return None };
        let (gain, act) = (useful(mind, slot) - now, Act::at(action.id, pinned, None));
        let can = gain > 0 && legal::check(mind.view, mind.rules, mind.who, &act).is_ok();
        // The check may fail.
        can.then(|| (act.clone(), gain * AHEAD / 20 * mind.their_price / mind.time(action, &act)))
    })
}

/// The first of some actions that can be done now with the thing of a slot.
pub(super) fn possible<'m>(
    mind: &Mind<'m>,
    actions: &'m [Arc<Action>],
    slot: WeaponSlot,
) -> Option<(&'m Arc<Action>, Act)> {
    actions.iter().find_map(|action| {
        let act = Act { action: action.id, target: Target::Weapon(slot), weapon: None };
        legal::check(mind.view, mind.rules, mind.who, &act).is_ok().then_some((action, act))
    })
}

/// What a weapon would do now: one that shoots little at arm's length, one for melee nothing from afar.
fn useful(mind: &Mind<'_>, slot: WeaponSlot) -> i32 {
    let sheet = &mind.view.row(mind.who).sheet;
    let Some(entry) = sheet.weapon(slot) else { return 0 };
    // Without a weapon in hand one cannot react to blows either.
    let unarmed = entry.weapon.has(WeaponProperty::Natural) && sheet.unarmed == Some(slot);
    if unarmed { might_of(mind, slot) * 2 / 3 } else { use_of(mind, entry) }
}

fn use_of(mind: &Mind<'_>, entry: &SheetWeapon) -> i32 {
    let nearest = mind.foes().map(|foe| mind.distance(foe.id)).min().unwrap_or(99);
    let might = weapon_might(mind.rules, &mind.view.row(mind.who).sheet, entry, 15);
    match (entry.weapon.melee, nearest) {
        (Some(_), 0..=4) => might,
        (Some(_), _) => might * 2 / 3,
        (None, 0..=1) => might * 2 / 3,
        (None, _) => might,
    }
}

/// Where a lost weapon lies that is worth going back for.
pub fn lost(mind: &Mind<'_>) -> Option<Cell> {
    let row = mind.view.row(mind.who);
    let now = reach::usable_slots(mind.view, mind.who).iter().map(|slot| might_of(mind, *slot)).max().unwrap_or(0);
    let slots = (0..row.sheet.weapons.len() as u8).map(WeaponSlot);
    let gone =
        slots.filter(|slot| row.arms.place(*slot) == WeaponLocation::Gone && might_of(mind, *slot) > now * 3 / 2);
    let ids: Vec<_> = gone.filter_map(|slot| row.sheet.weapon(slot)).map(|entry| entry.weapon.id).collect();
    let here = mind.view.footprint(mind.who);
    let apart = |cell: Cell| {
        let policy = mind.book().policies.board.distance;
        crate::grid::distance(mind.view.shape(), policy, here, Footprint::from(cell))
    };
    let items = mind.view.field().items.iter().filter(|item| ids.contains(&item.weapon));
    items.map(|item| (apart(item.cell), item.cell)).min().filter(|(apart, _)| *apart <= 6).map(|(_, cell)| cell)
}

/// Letting a companion act that can: it has three actions for one.
pub fn command(mind: &Mind<'_>) -> Option<(Act, i32)> {
    const WORTH: i32 = 500;
    let action = mind.catalogue.command.as_ref()?;
    let can = |id| status::can_act(mind.view, mind.book(), id);
    let mut companions = mind.view.friends_of(mind.who).map(|friend| friend.id).filter(|id| can(*id));
    companions.find_map(|id| {
        let act = Act::at(action.id, id, None);
        legal::check(mind.view, mind.rules, mind.who, &act).is_ok().then_some((act, WORTH))
    })
}

/// Helping one who would die without it, and what that is worth.
pub fn help(mind: &Mind<'_>) -> Option<(Act, i32)> {
    match &mind.rules.policies.consciousness.collapse {
        Collapse::Fatigue(policy) => stabilise(mind, policy).map(|act| (act, 1)),
        Collapse::Bleeding(policy) => staunch(mind, policy),
    }
}

/// Stopping one's own bleeding, or that of a friend beside one.
fn staunch(mind: &Mind<'_>, policy: &BleedingCollapse) -> Option<(Act, i32)> {
    const OWN: i32 = 600;
    const A_FRIENDS: i32 = 300;
    let action = mind.catalogue.staunch.as_ref()?;
    let friends = mind.view.friends_of(mind.who).map(|friend| (friend.id, A_FRIENDS));
    let mut all = std::iter::once((mind.who, OWN)).chain(friends);
    all.find_map(|(id, worth)| {
        let act = Act::at(action.id, id, None);
        let bleeds = status::has_condition(mind.view, mind.book(), id, policy.bleeding);
        (bleeds && legal::check(mind.view, mind.rules, mind.who, &act).is_ok()).then_some((act, worth))
    })
}

/// Helping a dying friend who lies beside one, if no enemy is near.
fn stabilise(mind: &Mind<'_>, policy: &FatigueCollapse) -> Option<Act> {
    let action = mind.catalogue.help.as_ref()?;
    let unconscious = mind.rules.policies.consciousness.unconscious;
    let calm = mind.foes().all(|foe| mind.distance(foe.id) > 10);
    let near = mind.view.friends_of(mind.who).filter(|friend| mind.distance(friend.id) <= 1);
    let needs = |id| {
        let has = |name| status::has_condition(mind.view, mind.book(), id, name);
        has(policy.dying) && has(unconscious) && !has(policy.stable)
    };
    let friend = near.map(|friend| friend.id).find(|id| calm && needs(*id))?;
    let act = Act::at(action.id, friend, None);
    legal::check(mind.view, mind.rules, mind.who, &act).is_ok().then_some(act)
}
