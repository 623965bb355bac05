//! What was weighed already: from most places an attack is the same, and it stays the same for as long as nothing changes
//! in the part of the [`Scene`](super::scene::Scene) about it. It changes no decision, only how soon it is made.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::appraise::Appraisal;
use super::folk::Arms;
use super::mind::Mind;
use super::numbers::Shares;
use super::outcomes::{Cases, Outcomes};
use super::scene::Near;
use crate::battle::{CombatantId, Vitals, WeaponSlot};
use crate::content::Name;
use crate::content::advantage::AdvantageKind;
use crate::content::condition::AttackKind;
use crate::content::effect::Displacement;
use crate::content::policy::Rulebook;
use crate::dice::Distribution;
use crate::grid::Footprint;
use crate::mechanics::attack::{self, Degree, Mode};
use crate::mechanics::damage::DamageRoll;
use crate::resolution::{Act, legal};

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
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    pub slot: WeaponSlot,
    pub degree: Degree,
    pub steps: u8,
    pub more: i32,
    /// Whether the one who deals it is wedged in: that is a condition.
    pub wedged: bool,
}

/// At whom, and how.
type Aim<How> = (CombatantId, How);

/// Which action, and with which weapon.
type Doing = (Name, Option<WeaponSlot>);

/// Whom, and with which weapon.
type Armed = Aim<Option<WeaponSlot>>;

/// What a blow is worth, and its mean harm.
type Dealt = (i32, i32);

/// Count, sides and bonus of dice, what is added, whether they show their highest faces, and how often it is dealt.
type Rolled = (u8, u16, i16, i16, bool, i16);

/// A number for somebody's state, and the defence that it usually meets.
type State = (u16, i32);

/// What may befall somebody in several ways.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    Held,
    Disarmed,
    /// A condition.
    Befallen(Name),
    /// What those who could soon attack it so do to it.
    Exposed(AttackKind),
    /// Being moved.
    Moved(Displacement),
}

/// A plain attack, what it is worth, and the counts it takes.
pub type Strike = (Act, Appraisal, i32);

/// What a check of some outcomes is worth for harm alone: which action, at whom, with what, and whether wedged in.
type Harming = (Name, CombatantId, Option<WeaponSlot>, bool);

/// From where, with which weapon and at whom.
type Aimed = (Footprint, WeaponSlot, CombatantId);

/// What one combatant does to another.
#[derive(Debug, Default)]
struct Pair {
    /// How attacks lean from where it stands, in melee and from afar.
    leans: Vec<Known<Mode, Option<AdvantageKind>>>,
    /// How often they would hit if they did not lean, in thousandths, by weapon.
    chances: Vec<Known<WeaponSlot, i32>>,
    stake: Option<Stake>,
    blows: Vec<(Blow, Dealt)>,
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

/// What is known by a key, or else worked out and kept.
fn once<K: PartialEq, V: Clone>(all: &RefCell<Vec<(K, V)>>, key: K, work_out: impl FnOnce() -> V) -> V {
    let known = all.borrow().iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
    known.unwrap_or_else(|| {
        let value = work_out();
        all.borrow_mut().push((key, value.clone()));
        value
    })
}

/// Everything that was weighed.
#[derive(Debug, Default)]
pub struct Weighed {
    pairs: RefCell<BTreeMap<(CombatantId, CombatantId), Pair>>,
    /// What is near two as one of them is at a place, as it was asked for last.
    last: RefCell<Option<(CombatantId, Footprint, CombatantId, Near)>>,
    /// How a weapon of the one who decides reaches or hits somebody from a place, if it does.
    reach: RefCell<Vec<(Aimed, Option<Mode>)>>,
    /// How long its acts take.
    times: RefCell<Vec<(Doing, i32)>>,
    /// In which ways checks may come out.
    pub outcomes: Outcomes,
    /// What its attacks are worth at best.
    best: RefCell<Vec<(Armed, i32)>>,
    /// What its blows do.
    blows: RefCell<Vec<(Aim<Blow>, Dealt)>>,
    /// What attacks of the one who decides are made of where it stands.
    pub shares: RefCell<Shares>,
    /// What is worth the same to whatever leads to it.
    values: RefCell<Vec<(Aim<Worth>, i32)>>,
    /// What the rungs of its checks are worth besides harm, by action.
    rungs: RefCell<Vec<(Aim<Name>, Worths)>>,
    /// What its attacks are worth that come out so.
    harms: RefCell<Vec<(Harming, Arc<Cases>, Appraisal)>>,
    /// Its best plain attack on each from where it stands.
    strikes: RefCell<Vec<(CombatantId, Option<Strike>)>>,
    /// What it may begin.
    pub begins: legal::Begins,
    /// What everybody can do with what it holds, by number, with what that depends on.
    arms: RefCell<BTreeMap<CombatantId, (State, Arms)>>,
    /// How often each amount of damage is dealt.
    rolls: RefCell<BTreeMap<Rolled, Arc<Distribution>>>,
    decision: u64,
}

impl Weighed {
    /// Begins another decision, on the same ground or on another.
    pub fn begin(&mut self, same: bool) {
        self.decision += 1;
        *self.last.get_mut() = None;
        self.reach.get_mut().clear();
        self.best.get_mut().clear();
        self.blows.get_mut().clear();
        self.times.get_mut().clear();
        self.values.get_mut().clear();
        self.rungs.get_mut().clear();
        self.harms.get_mut().clear();
        self.strikes.get_mut().clear();
        self.begins.forget();
        self.shares.get_mut().clear();
        if !same {
            self.rolls.get_mut().clear();
            self.arms.get_mut().clear();
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

    /// How the one who decides reaches or hits a target with a weapon from where it is imagined, if it does.
    pub fn reaches(&self, mind: &Mind<'_>, slot: WeaponSlot, target: CombatantId) -> Option<Mode> {
        let key = (mind.view.footprint(mind.who), slot, target);
        once(&self.reach, key, || attack::mode(mind.view, mind.book(), mind.who, slot, target).ok())
    }

    /// What somebody can do with what it holds, by its state and the defence that it usually meets.
    pub fn arms(&self, who: CombatantId, depends: State, work_out: impl FnOnce() -> Arms) -> Arms {
        let known = self.arms.borrow().get(&who).filter(|(before, _)| *before == depends).map(|(_, arms)| *arms);
        known.unwrap_or_else(|| {
            let arms = work_out();
            self.arms.borrow_mut().insert(who, (depends, arms));
            arms
        })
    }

    /// What something that befalls another is worth to the one who decides.
    pub fn value(&self, target: CombatantId, what: Worth, work_out: impl FnOnce() -> i32) -> i32 {
        let key = (target, what);
        once(&self.values, key, work_out)
    }

    /// What the rungs of a check of the one who decides are worth besides harm, whatever it is done with.
    pub fn rungs(&self, target: CombatantId, action: Name, work_out: impl FnOnce() -> Worths) -> Worths {
        let key = (target, action);
        once(&self.rungs, key, work_out)
    }

    /// What an attack of the one who decides is worth for harm alone if it may come out so.
    pub fn harm(&self, key: Harming, cases: &Arc<Cases>, work_out: impl FnOnce() -> Appraisal) -> Appraisal {
        let same = |(known, with, _): &&(Harming, Arc<Cases>, Appraisal)| *known == key && Arc::ptr_eq(with, cases);
        let known = self.harms.borrow().iter().find(same).map(|(.., found)| *found);
        known.unwrap_or_else(|| {
            let found = work_out();
            self.harms.borrow_mut().push((key, Arc::clone(cases), found));
            found
        })
    }

    /// The best plain attack of the one who decides on somebody from where it stands.
    pub fn strike(&self, target: CombatantId, work_out: impl FnOnce() -> Option<Strike>) -> Option<Strike> {
        once(&self.strikes, target, work_out)
    }

    /// How often each amount of damage is dealt, of a plain roll.
    pub fn roll(&self, book: Rulebook<'_>, roll: &DamageRoll) -> Arc<Distribution> {
        let (dice, times) = (roll.dice, roll.times.map_or(1, |(times, _)| times));
        let key = (dice.count, dice.sides, dice.bonus, roll.fixed.total(), roll.highest, times);
        let mut rolls = self.rolls.borrow_mut();
        Arc::clone(rolls.entry(key).or_insert_with(|| Arc::new(roll.distribution(book))))
    }

    /// How long an act of the one who decides takes with a weapon.
    pub fn time(&self, action: Name, weapon: Option<WeaponSlot>, work_out: impl FnOnce() -> i32) -> i32 {
        let key = (action, weapon);
        once(&self.times, key, work_out)
    }

    /// How the attacks of somebody on another lean where they stand.
    pub fn lean(
        &self,
        mind: &Mind<'_>,
        pair: (CombatantId, CombatantId),
        mode: Mode,
        work_out: impl FnOnce() -> Option<AdvantageKind>,
    ) -> Option<AdvantageKind> {
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

    /// The value and the mean harm of a blow of the one who decides.
    pub fn blow(
        &self,
        mind: &Mind<'_>,
        target: CombatantId,
        (blow, stake): (Blow, impl FnOnce() -> Stake),
        work_out: impl FnOnce() -> Dealt,
    ) -> Dealt {
        let key = (target, blow);
        once(&self.blows, key, || self.blow_before(mind.who, key, stake(), work_out))
    }

    /// The same, as it may be known from another decision.
    fn blow_before(
        &self,
        who: CombatantId,
        (target, blow): Aim<Blow>,
        stake: Stake,
        work_out: impl FnOnce() -> Dealt,
    ) -> Dealt {
        let same = |(other, _): &&(Blow, Dealt)| *other == blow;
        let known = self.at_stake(who, target, stake, |pair| pair.blows.iter().find(same).map(|found| found.1));
        known.unwrap_or_else(|| {
            let found = work_out();
            self.at_stake(who, target, stake, |pair| pair.blows.push((blow, found)));
            found
        })
    }

    /// What an attack of the one who decides is worth at best; who could flank its target changes with everybody's steps.
    pub fn best_case(&self, target: CombatantId, slot: Option<WeaponSlot>, work_out: impl FnOnce() -> i32) -> i32 {
        let key = (target, slot);
        once(&self.best, key, work_out)
    }

    /// What is known of a pair with so much at stake.
    fn at_stake<T>(&self, one: CombatantId, other: CombatantId, stake: Stake, ask: impl FnOnce(&mut Pair) -> T) -> T {
        let mut pairs = self.pairs.borrow_mut();
        let pair = pairs.entry((one, other)).or_default();
        if pair.stake != Some(stake) {
            pair.stake = Some(stake);
            pair.blows.clear();
        }
        ask(pair)
    }
}
