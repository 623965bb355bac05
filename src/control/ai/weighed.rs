//! What was weighed already: from most places an attack is the same, and it stays the same for as long as nothing changes
//! in the part of the [`Scene`](super::scene::Scene) about it. It changes no decision, only how soon it is made.

use std::cell::RefCell;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::appraise::Appraisal;
use super::mind::Mind;
use super::scene::Near;
use crate::battle::{CombatantId, Vitals, WeaponSlot};
use crate::content::Name;
use crate::content::edge::Slope;
use crate::content::stat::Stat;
use crate::grid::Footprint;
use crate::mechanics::attack::{Degree, Mode};
use crate::mechanics::status;
use crate::resolution::Act;
use crate::resolution::procedure::terms::Odds;

/// All that the harm of an attack depends on besides its [`Stake`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    action: Name,
    /// The weapon it is made with.
    pub weapon: Option<WeaponSlot>,
    bonus: i16,
    lean: Option<Slope>,
    precise: bool,
    difficulties: SmallVec<[(Option<Stat>, i16); 2]>,
    /// Bonus, lean and whether it rolls, of a target that rolls against it.
    rival: Option<(i16, Option<Slope>, bool)>,
    /// Where somebody stands may be a condition as well.
    bears: status::Names,
}

impl Throw {
    /// What counts of these odds, for one who bears these conditions.
    pub fn of(action: Name, odds: &Odds, bears: status::Names) -> Throw {
        Throw {
            action,
            weapon: odds.weapon,
            bonus: odds.bonus.total(),
            lean: odds.edge.net(),
            precise: odds.precise,
            difficulties: odds.defences.iter().map(|(stat, sum)| (*stat, sum.total())).collect(),
            rival: odds.rival.as_ref().map(|rival| (rival.bonus.total(), rival.edge.net(), rival.rolls)),
            bears,
        }
    }
}

/// What each rung of a check is worth besides harm.
pub type Worths = SmallVec<[i32; 8]>;

/// What the value of harm to somebody depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    pub vitals: Vitals,
    pub worth: i32,
    pub life: i32,
    pub fit: bool,
    /// What it costs the one who attacks to fumble.
    pub fumble: i32,
    /// Of one who attacks with venom, the decision: what that is worth depends on everybody.
    pub decision: Option<u64>,
    /// Numbers of the states of both.
    pub states: (u16, u16),
}

/// What a blow depends on besides its [`Stake`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    pub slot: WeaponSlot,
    pub degree: Degree,
    pub steps: u8,
    pub more: i32,
    /// From where: that may be a condition.
    pub at: Footprint,
}

/// From where, and how, somebody does something to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Post {
    at: Footprint,
    action: Name,
    weapon: Option<WeaponSlot>,
    /// Cells moved straight, and which way: what a running start is.
    straight: (u16, Option<u8>),
}

/// From where, with which weapon and at whom.
type Aimed = (Footprint, WeaponSlot, CombatantId);

/// What one combatant does to another.
#[derive(Debug, Default)]
struct Pair {
    throws: Vec<Known<Post, Throw>>,
    /// How attacks lean from where it stands, in melee and from afar.
    leans: Vec<Known<Mode, Option<Slope>>>,
    /// How often they would hit if they did not lean, in thousandths, by weapon.
    chances: Vec<Known<WeaponSlot, i32>>,
    stake: Option<Stake>,
    weighed: Vec<(Throw, Worths, Appraisal)>,
    blows: Vec<(Blow, (i32, i32))>,
    /// What attacks are worth at best, by weapon.
    best: SmallVec<[(Option<WeaponSlot>, i32); 2]>,
}

/// What was found out, as things were near by.
#[derive(Debug)]
struct Known<K, V> {
    key: K,
    near: Near,
    value: V,
}

fn find<K: PartialEq, V: Clone>(known: &[Known<K, V>], key: &K, near: &Near) -> Option<V> {
    known.iter().find(|known| known.key == *key).filter(|known| known.near == *near).map(|known| known.value.clone())
}

fn keep<K: PartialEq, V>(all: &mut Vec<Known<K, V>>, found: Known<K, V>) {
    match all.iter_mut().find(|known| known.key == found.key) {
        Some(known) => *known = found,
        None => all.push(found),
    }
}

/// Everything that was weighed.
#[derive(Debug, Default)]
pub struct Weighed {
    pairs: RefCell<BTreeMap<(CombatantId, CombatantId), Pair>>,
    /// What is near two as one of them is at a place, as it was asked for last.
    last: RefCell<Option<(CombatantId, Footprint, CombatantId, Near)>>,
    /// Whether a weapon of the one who decides reaches or hits somebody from a place.
    reach: RefCell<Vec<(Aimed, bool)>>,
    decision: u64,
}

impl Weighed {
    /// Begins another decision, on the same ground or on another.
    pub fn begin(&mut self, same: bool) {
        self.decision += 1;
        *self.last.get_mut() = None;
        self.reach.get_mut().clear();
        if !same {
            self.pairs.get_mut().clear();
        }
    }

    /// The number of this decision.
    pub fn decision(&self) -> u64 {
        self.decision
    }

    fn near(&self, mind: &Mind<'_>, one: CombatantId, other: CombatantId) -> Near {
        let at = mind.view.footprint(one);
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((before, there, target, near)) if (*before, *there, *target) == (one, at, other) => near.clone(),
            _ => {
                let near = mind.scene.near(mind.view, (one, at), other);
                *last = Some((one, at, other, near.clone()));
                near
            }
        }
    }

    /// What is known of a pair, or else what is worked out and kept there.
    fn recall<K: PartialEq, V: Clone>(
        &self,
        mind: &Mind<'_>,
        (one, other): (CombatantId, CombatantId),
        key: K,
        part: impl Fn(&mut Pair) -> &mut Vec<Known<K, V>>,
        work_out: impl FnOnce() -> V,
    ) -> V {
        let near = self.near(mind, one, other);
        let known = self.pairs.borrow_mut().get_mut(&(one, other)).and_then(|pair| find(part(pair), &key, &near));
        known.unwrap_or_else(|| {
            let value = work_out();
            let mut pairs = self.pairs.borrow_mut();
            keep(part(pairs.entry((one, other)).or_default()), Known { key, near, value: value.clone() });
            value
        })
    }

    /// Whether the one who decides reaches or hits a target with a weapon from where it is imagined.
    pub fn reaches(
        &self,
        mind: &Mind<'_>,
        slot: WeaponSlot,
        target: CombatantId,
        work_out: impl FnOnce() -> bool,
    ) -> bool {
        let key = (mind.view.footprint(mind.who), slot, target);
        let known = self.reach.borrow().iter().find(|(known, _)| *known == key).map(|(_, reaches)| *reaches);
        known.unwrap_or_else(|| {
            let reaches = work_out();
            self.reach.borrow_mut().push((key, reaches));
            reaches
        })
    }

    /// What a plain act of the one who decides depends on.
    pub fn throw(&self, mind: &Mind<'_>, act: &Act, target: CombatantId, work_out: impl FnOnce() -> Throw) -> Throw {
        let momentum = &mind.view.row(mind.who).momentum;
        let post = Post {
            at: mind.view.footprint(mind.who),
            action: act.action,
            weapon: act.weapon,
            straight: (momentum.straight, momentum.heading),
        };
        self.recall(mind, (mind.who, target), post, |pair| &mut pair.throws, work_out)
    }

    /// How the attacks of somebody on another lean where they stand.
    pub fn lean(
        &self,
        mind: &Mind<'_>,
        pair: (CombatantId, CombatantId),
        mode: Mode,
        work_out: impl FnOnce() -> Option<Slope>,
    ) -> Option<Slope> {
        self.recall(mind, pair, mode, |pair| &mut pair.leans, work_out)
    }

    /// How often the attacks of somebody on another would hit where they stand if they did not lean, in thousandths.
    pub fn chance(
        &self,
        mind: &Mind<'_>,
        pair: (CombatantId, CombatantId),
        slot: WeaponSlot,
        work_out: impl FnOnce() -> i32,
    ) -> i32 {
        self.recall(mind, pair, slot, |pair| &mut pair.chances, work_out)
    }

    /// What an attack of the one who decides is worth.
    pub fn worth(
        &self,
        mind: &Mind<'_>,
        target: CombatantId,
        (throw, worths, stake): (&Throw, &Worths, Stake),
        weigh: impl FnOnce() -> Appraisal,
    ) -> Appraisal {
        let same = |(other, others, _): &&(Throw, Worths, Appraisal)| other == throw && others == worths;
        let known = self.at_stake(mind.who, target, stake, |pair| pair.weighed.iter().find(same).map(|found| found.2));
        known.unwrap_or_else(|| {
            let found = weigh();
            let entry = (throw.clone(), worths.clone(), found);
            self.at_stake(mind.who, target, stake, |pair| pair.weighed.push(entry));
            found
        })
    }

    /// The value and the mean harm of a blow of the one who decides.
    pub fn blow(
        &self,
        mind: &Mind<'_>,
        target: CombatantId,
        (blow, stake): (Blow, Stake),
        work_out: impl FnOnce() -> (i32, i32),
    ) -> (i32, i32) {
        let same = |(other, _): &&(Blow, (i32, i32))| *other == blow;
        let known = self.at_stake(mind.who, target, stake, |pair| pair.blows.iter().find(same).map(|found| found.1));
        known.unwrap_or_else(|| {
            let found = work_out();
            self.at_stake(mind.who, target, stake, |pair| pair.blows.push((blow, found)));
            found
        })
    }

    /// What an attack of the one who decides is worth at best.
    pub fn best_case(
        &self,
        mind: &Mind<'_>,
        target: CombatantId,
        (slot, stake): (Option<WeaponSlot>, Stake),
        work_out: impl FnOnce() -> i32,
    ) -> i32 {
        let same = |(other, _): &&(Option<WeaponSlot>, i32)| *other == slot;
        let known = self.at_stake(mind.who, target, stake, |pair| pair.best.iter().find(same).map(|found| found.1));
        known.unwrap_or_else(|| {
            let found = work_out();
            self.at_stake(mind.who, target, stake, |pair| pair.best.push((slot, found)));
            found
        })
    }

    /// What is known of a pair with so much at stake.
    fn at_stake<T>(&self, one: CombatantId, other: CombatantId, stake: Stake, ask: impl FnOnce(&mut Pair) -> T) -> T {
        let mut pairs = self.pairs.borrow_mut();
        let pair = pairs.entry((one, other)).or_default();
        if pair.stake != Some(stake) {
            pair.stake = Some(stake);
            pair.weighed.clear();
            pair.blows.clear();
            pair.best.clear();
        }
        ask(pair)
    }
}
