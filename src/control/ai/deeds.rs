//! What can be done to enemies from where one stands, and what it is worth.

use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use super::appraise::{Appraisal, appraise, at_most, best_case};
use super::mind::Mind;
use super::tactician::Strength;
use super::weighed::Strike;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::action::{Action, ActionReach, Check, CheckRoll, Does};
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

/// Something that may be done.
pub struct Way<'m> {
    pub action: &'m Action,
    check: &'m Check,
    target: CombatantId,
    act: Act,
}

/// Everything that can be done to enemies now.
pub fn deeds(mind: &Mind<'_>, ways: &[Way<'_>]) -> Vec<Deed> {
    ways.iter().map(|way| way.deed(mind)).collect()
}

/// The best of it.
pub fn best_deed(mind: &Mind<'_>, ways: &[Way<'_>]) -> Option<Deed> {
    let most = ways.iter().map(|way| way.score(mind, way.at_most(mind)));
    best(most, |at| ways[at].deed(mind), |deed| deed.score)
}

/// The best of some things, the first of equals, by how good each is at most, what it is, and how good that is: what is no
/// better at its best is not looked at.
pub fn best<T>(most: impl Iterator<Item = i32>, what: impl Fn(usize) -> T, good: impl Fn(&T) -> i32) -> Option<T> {
    let mut order: SmallVec<[(i32, usize); 32]> = most.zip(0..).collect();
    order.sort_unstable_by_key(|(most, at)| (Reverse(*most), *at));
    let mut best: Option<(i32, Reverse<usize>, T)> = None;
    for (most, at) in order {
        let beats = |best: &Option<(i32, Reverse<usize>, T)>, score: i32| {
            best.as_ref().is_none_or(|(found, before, _)| (score, Reverse(at)) > (*found, *before))
        };
        if !beats(&best, most) {
            continue;
        }
        let found = what(at);
        let score = good(&found);
        if beats(&best, score) {
            best = Some((score, Reverse(at), found));
        }
    }
    best.map(|(.., found)| found)
}

/// All that may be done to enemies.
pub fn ways<'m>(mind: &Mind<'m>, strength: Strength) -> Vec<Way<'m>> {
    let (mut found, slots) = (Vec::new(), reach::usable_slots(mind.view, mind.who));
    for action in &mind.catalogue.checks {
        let Some(check) = action.check() else { continue };
        let simple = || strength != Strength::Easy || is_simple(mind, action);
        if !mind.weighed.begins.may(mind.view, mind.rules, mind.who, action) || !simple() {
            continue;
        }
        for (target, weapon) in targets(mind, action, &slots) {
            let at = Act::at(action.id, target, weapon);
            let cast = || legal::usual_casting(mind.view, mind.rules, mind.who, action, Target::Combatant(target));
            let act = if is_cast(action) { cast().unwrap_or(at) } else { at };
            if legal::may_aim(mind.view, mind.rules, mind.who, &act, action).is_ok() {
                found.push(Way { action, check, target, act });
            }
        }
    }
    found
}

impl Way<'_> {
    /// What it is worth.
    pub fn deed(&self, mind: &Mind<'_>) -> Deed {
        let one = |act: &Act| appraise(mind, act, self.action, self.check, self.target, true);
        let appraisal = match self.pair(mind) {
            Some([first, second]) => {
                let (first, second) = (one(&first), one(&second));
                Appraisal { value: first.value + second.value, harm: first.harm + second.harm, ..first }
            }
            None => one(&self.act),
        };
        let score = self.score(mind, appraisal.value);
        Deed { act: self.act.clone(), score, appraisal }
    }

    /// What it is worth at most.
    pub fn at_most(&self, mind: &Mind<'_>) -> i32 {
        let one = |act: &Act| at_most(mind, act, self.action, self.check, self.target);
        self.pair(mind).map_or_else(|| one(&self.act), |pair| pair.iter().map(one).sum())
    }

    /// Both attacks of one with two weapons.
    fn pair(&self, mind: &Mind<'_>) -> Option<[Act; 2]> {
        let both = self.check.roll == CheckRoll::BothWeapons;
        let pair = if both { two_weapons::pair(mind.view, mind.who) } else { None };
        pair.map(|pair| pair.map(|slot| Act { weapon: Some(slot), ..self.act.clone() }))
    }

    fn score(&self, mind: &Mind<'_>, value: i32) -> i32 {
        value * 100 / mind.time(self.action, &self.act)
    }
}

fn is_cast(action: &Action) -> bool {
    matches!(action.does, Does::Cast(_))
}

/// Whether a spell may be known to somebody, or read or drawn from a thing.
fn may_know(mind: &Mind<'_>, spell: &Action) -> bool {
    let sheet = &mind.view.row(mind.who).sheet;
    let given = || magic::item_energy(mind.view, mind.who, spell.id).is_some();
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

/// Whether the one who decides could attack somebody with a weapon from where it stands or is imagined.
fn reaches(mind: &Mind<'_>, slot: WeaponSlot, target: CombatantId) -> bool {
    mind.weighed.reaches(mind, slot, target).is_some()
}

/// The best plain attack on somebody from where one stands or is imagined, with its value and its counts.
pub fn best_strike(mind: &Mind<'_>, target: CombatantId) -> Option<Strike> {
    let here = mind.view.footprint(mind.who) == mind.view.row(mind.who).position.footprint();
    let find = || find_strike(mind, target);
    if here { mind.weighed.strike(target, find) } else { find() }
}

fn find_strike(mind: &Mind<'_>, target: CombatantId) -> Option<Strike> {
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
