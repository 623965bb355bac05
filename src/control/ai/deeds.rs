//! What can be done to enemies from where one stands, and what it is worth.

use smallvec::{SmallVec, smallvec};

use super::appraise::{Appraisal, appraise, best_case};
use super::mind::Mind;
use super::tactician::Strength;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::action::{Action, ActionReach, CheckRoll, Does};
use crate::mechanics::{magic, reach, two_weapons};
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
    let (mut found, slots) = (Vec::new(), reach::usable_slots(mind.view, mind.who));
    for action in &mind.catalogue.checks {
        let targets = targets(mind, action, &slots);
        let simple = || strength != Strength::Easy || is_simple(mind, action);
        // Whether it may be done at all takes longer to know than whether anybody is near enough.
        if targets.is_empty() || !simple() || legal::may_begin(mind.view, mind.rules, mind.who, action).is_err() {
            continue;
        }
        for (foe, weapon) in targets {
            let at = Act::at(action.id, foe, weapon);
            let cast = || legal::usual_casting(mind.view, mind.rules, mind.who, action, Target::Combatant(foe));
            let act = if is_cast(action) { cast().unwrap_or(at) } else { at };
            found.extend(deed(mind, action, act));
        }
    }
    found
}

fn is_cast(action: &Action) -> bool {
    matches!(action.does, Does::Cast(_))
}

/// Whether a spell may be known to somebody, or read or drawn from a thing.
fn may_know(mind: &Mind<'_>, spell: &Action) -> bool {
    let sheet = &mind.view.row(mind.who).sheet;
    let given = || magic::of_item(mind.view, mind.who, spell.id).is_some();
    sheet.spells.contains(&spell.id) || sheet.weapons.iter().any(|entry| entry.item.is_some()) || given()
}

/// Whom an action may be aimed at, and with what.
fn targets(mind: &Mind<'_>, action: &Action, slots: &[WeaponSlot]) -> Targets {
    let (mut found, weapons) = (Targets::new(), weapons(mind, action, slots));
    for foe in mind.foes().filter(|foe| may_reach(mind, action, foe.id)) {
        for weapon in weapons.iter().filter(|weapon| may_hit(mind, action, **weapon, foe.id)) {
            found.push((foe.id, *weapon));
        }
    }
    found
}

type Targets = SmallVec<[(CombatantId, Option<WeaponSlot>); 8]>;

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

/// The weapons of some that an action can be done with; `None` where it uses none.
fn weapons(mind: &Mind<'_>, action: &Action, slots: &[WeaponSlot]) -> SmallVec<[Option<WeaponSlot>; 4]> {
    match action.check().map(|check| check.roll) {
        _ if is_cast(action) => {
            if may_know(mind, action) {
                smallvec![None]
            } else {
                smallvec![]
            }
        }
        Some(CheckRoll::Weapon) => slots.iter().copied().map(Some).collect(),
        Some(CheckRoll::Unarmed) => smallvec![mind.view.row(mind.who).sheet.unarmed],
        _ => smallvec![None],
    }
}

fn deed(mind: &Mind<'_>, action: &Action, act: Act) -> Option<Deed> {
    legal::may_aim(mind.view, mind.rules, mind.who, &act, action).ok()?;
    let target = act.aimed_at()?;
    let check = action.check()?;
    let both = check.roll == CheckRoll::BothWeapons;
    let pair = if both { two_weapons::pair(mind.view, mind.who) } else { None };
    let one = |slot| appraise(mind, &Act { weapon: Some(slot), ..act.clone() }, action, check, target, true);
    let appraisal = match pair.map(|pair| pair.map(one)) {
        Some([first, second]) => {
            Appraisal { value: first.value + second.value, harm: first.harm + second.harm, ..first }
        }
        None => appraise(mind, &act, action, check, target, true),
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
