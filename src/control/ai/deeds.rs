//! What can be done to enemies from where one stands, and what it is worth.

use smallvec::{SmallVec, smallvec};

use super::appraise::{Appraisal, appraise, best_case};
use super::mind::Mind;
use super::tactician::Strength;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::action::{Action, ActionReach, CheckRoll};
use crate::mechanics::{reach, two_weapons};
use crate::resolution::{Act, Target, legal};

/// Something that can be done.
#[derive(Clone, Debug)]
pub struct Deed {
    pub act: Act,
    /// Value per hundred counts.
    pub score: i32,
    /// What is known about it, for explaining it.
    pub appraisal: Appraisal,
}

/// Everything that can be done to enemies now.
pub fn deeds(mind: &Mind<'_>, strength: Strength) -> Vec<Deed> {
    let mut found = Vec::new();
    for action in &mind.catalogue.checks {
        let barred = || legal::may_begin(mind.view, mind.rules, mind.who, action).is_err();
        if strength == Strength::Easy && !is_simple(mind, action) || barred() {
            continue;
        }
        for foe in mind.foes().filter(|foe| may_reach(mind, action, foe.id)) {
            if let Some(act) = legal::usual_casting(mind.view, mind.rules, mind.who, action, Target::Combatant(foe.id))
            {
                found.extend(deed(mind, action, act));
                continue;
            }
            for weapon in weapons(mind, action).into_iter().filter(|weapon| may_hit(mind, action, *weapon, foe.id)) {
                found.extend(deed(mind, action, Act::at(action.id, foe.id, weapon)));
            }
        }
    }
    found
}

/// A beginner strikes and frees itself.
fn is_simple(mind: &Mind<'_>, action: &Action) -> bool {
    use crate::content::effect::Effect;
    let frees = |effect: &Effect| matches!(effect, Effect::BreakHold { .. });
    let mut effects = action.check().into_iter().flat_map(|check| &check.ladder).flat_map(|rung| &rung.effects);
    mind.catalogue.strike.as_ref().is_some_and(|strike| strike.id == action.id)
        || effects.any(|effect| frees(&effect.does))
}

/// Whether somebody is near enough, before the rules are asked in full.
fn may_reach(mind: &Mind<'_>, action: &Action, target: CombatantId) -> bool {
    match action.reach {
        ActionReach::Any | ActionReach::Weapon | ActionReach::WeaponWithin(_) => true,
        ActionReach::Melee => mind.distance(target) <= mind.me().reach,
        ActionReach::Adjacent => mind.distance(target) <= 1,
    }
}

/// The same of a weapon.
fn may_hit(mind: &Mind<'_>, action: &Action, weapon: Option<WeaponSlot>, target: CombatantId) -> bool {
    let far = matches!(action.reach, ActionReach::Weapon | ActionReach::WeaponWithin(_));
    weapon.filter(|_| far).is_none_or(|slot| reaches(mind, slot, target))
}

/// The weapons an action can be done with; `None` where it uses none.
fn weapons(mind: &Mind<'_>, action: &Action) -> SmallVec<[Option<WeaponSlot>; 4]> {
    match action.check().map(|check| check.roll) {
        Some(CheckRoll::Weapon) => reach::usable_slots(mind.view, mind.who).into_iter().map(Some).collect(),
        Some(CheckRoll::Unarmed) => smallvec![mind.view.row(mind.who).sheet.unarmed],
        _ => smallvec![None],
    }
}

fn deed(mind: &Mind<'_>, action: &Action, act: Act) -> Option<Deed> {
    legal::may_aim(mind.view, mind.rules, mind.who, &act, action).ok()?;
    let target = act.aimed_at()?;
    let check = action.check()?;
    let one = |weapon| appraise(mind, &Act { weapon, ..act.clone() }, action, check, target, true);
    let both = check.roll == CheckRoll::BothWeapons;
    let pair = if both { two_weapons::pair(mind.view, mind.who) } else { None };
    let appraisal = match pair.map(|pair| pair.map(|slot| one(Some(slot)))) {
        Some([first, second]) => {
            Appraisal { value: first.value + second.value, harm: first.harm + second.harm, ..first }
        }
        None => one(act.weapon),
    };
    let score = appraisal.value * 100 / mind.time(action, &act);
    Some(Deed { act, score, appraisal })
}

/// Whether the one who decides could attack somebody with a weapon from where it stands or is imagined.
fn reaches(mind: &Mind<'_>, slot: WeaponSlot, target: CombatantId) -> bool {
    mind.weighed.reaches(mind, slot, target).is_some()
}

/// The best plain attack on somebody from where one stands or is imagined, with its value and its counts.
pub fn best_strike(mind: &Mind<'_>, target: CombatantId) -> Option<(Act, Appraisal, i32)> {
    let strike = mind.catalogue.strike.as_ref()?;
    let check = strike.check()?;
    let slots = reach::usable_slots(mind.view, mind.who);
    let mut best: Option<(i32, Act, Appraisal, i32)> = None;
    for slot in slots.into_iter().filter(|slot| reaches(mind, *slot, target)) {
        let act = Act::at(strike.id, target, Some(slot));
        let time = mind.time(strike, &act);
        // What is no better at its best is not weighed.
        let found = best.as_ref().map(|best| best.0);
        if found.is_some_and(|found| best_case(mind, &act, strike, target) * 100 / time <= found) {
            continue;
        }
        let appraisal = appraise(mind, &act, strike, check, target, false);
        let score = appraisal.value * 100 / time;
        if found.is_none_or(|found| score > found) {
            best = Some((score, act, appraisal, time));
        }
    }
    best.map(|(_, act, appraisal, time)| (act, appraisal, time))
}
