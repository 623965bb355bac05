//! What an act is worth on average: every face of the die, every rung it reaches.

use smallvec::{SmallVec, smallvec};

use super::mind::Mind;
use super::numbers::{AtBest, Numbers};
use super::outcomes::Cases;
use super::weighed::{Blow, Stake, Worths};
use super::{effects, venoms};
use crate::battle::{CombatantId, Target, WeaponSlot};
use crate::content::action::{Action, Check, Rung, When};
use crate::content::advantage::NetAdvantage;
use crate::content::breakdown::Total;
use crate::content::effect::{Amount, Effect, Harmed};
use crate::content::policy::{Collapse, WoundPolicy};
use crate::mechanics::attack::{self, Degree};
use crate::mechanics::{consciousness, damage, squeeze};
use crate::resolution::Act;
use crate::resolution::procedure::rungs::Judged;
use crate::resolution::procedure::terms::{self, Anew, Odds, Pair};

/// What an act is worth.
#[derive(Copy, Clone, Debug, Default)]
pub struct Appraisal {
    /// Value on average.
    pub value: i32,
    /// How often it succeeds, in thousandths.
    pub hits: u16,
    /// Harm of a plain success, in hundredths.
    pub harm: i32,
}

/// Value of harm done to somebody, in hundredths of a point: the part of what it still bears, or the chance that it
/// goes down at once, whichever is more.
pub fn harm_value(mind: &Mind<'_>, target: CombatantId, harm: i32) -> i32 {
    let foe = mind.folk.get(target);
    if !foe.fit {
        return harm / 20;
    }
    let part = harm.min(foe.life) * 1000 / foe.life.max(100);
    foe.worth * part.max(falls(mind, target, harm)) / 1000
}

/// How likely it is that so much harm puts somebody out of the fight, in thousandths.
pub fn falls(mind: &Mind<'_>, target: CombatantId, harm: i32) -> i32 {
    let (row, policies) = (mind.view.row(target), &mind.rules.policies);
    let borne = match &policies.damage.wounds {
        WoundPolicy::Threshold(wounds) => i32::from(row.sheet.stat(wounds.stat) - row.vitals.worn).max(0),
        WoundPolicy::HitPoints { .. } => 0,
    };
    let spare = match &policies.consciousness.collapse {
        // Who has no hit points left is not gone before it has lost as many again.
        Collapse::Bleeding(_) if row.vitals.current() <= 0 => i32::from(row.vitals.maximum),
        _ => 0,
    };
    if harm / 100 - borne >= i32::from(row.vitals.current()) + spare {
        return 1000;
    }
    let left = i32::from(row.vitals.current() - row.vitals.fatigue) - harm / 100;
    if left >= 0 {
        return 0;
    }
    let Collapse::Fatigue(policy) = &policies.consciousness.collapse else { return 0 };
    let needed = -left - i32::from(consciousness::bonus_to_stay_awake(policy, mind.book(), row).total());
    ((needed - 1) * 50).clamp(0, 1000)
}

/// What an act is worth. `full` counts everything its rungs do, otherwise harm alone.
pub fn appraise(
    mind: &Mind<'_>,
    act: &Act,
    action: &Action,
    check: &Check,
    target: CombatantId,
    full: bool,
) -> Appraisal {
    let odds = odds(mind, act, check, target);
    let harms = Harms::of(mind, act, target, odds.weapon);
    let appraisal = match full {
        true => weigh(check, &odds, &worths(mind, act, check, target), harms),
        false => weigh_harm(act, check, &odds, harms),
    };
    Appraisal { value: appraisal.value - toll(mind, action.fatigue), ..appraisal }
}

/// The numbers of a check of the one who decides.
fn odds(mind: &Mind<'_>, act: &Act, check: &Check, target: CombatantId) -> Odds<Total, NetAdvantage> {
    let pair = Pair { view: mind.view, rules: mind.rules, actor: mind.who, target };
    match act.target {
        Target::Combatant(_) => terms::odds_of(&Numbers(mind), pair, act, check, None),
        _ => terms::odds_of(&Anew::new(), pair, act, check, None),
    }
}

/// What the value of harm to somebody depends on.
fn stake(mind: &Mind<'_>, target: CombatantId, weapon: Option<WeaponSlot>) -> Stake {
    let foe = mind.folk.get(target);
    let entry = weapon.and_then(|slot| mind.view.row(mind.who).sheet.weapon(slot));
    let venom = entry.and_then(|entry| entry.weapon.venom());
    Stake {
        vitals: mind.view.row(target).vitals,
        worth: foe.worth,
        life: foe.life,
        fit: foe.fit,
        fumble: fumble(mind),
        decision: venom.map(|_| mind.weighed.decision()),
        states: (mind.scene.state(mind.who), mind.scene.state(target)),
    }
}

/// What it costs the one who decides to fumble.
fn fumble(mind: &Mind<'_>) -> i32 {
    mind.me().might * mind.their_price / 300
}

/// What a plain success of an act would be worth, however likely it is from here.
pub fn of_success(mind: &Mind<'_>, act: &Act, action: &Action, check: &Check, target: CombatantId) -> i32 {
    let reached = reached(check, &[(None, Degree::Success, 0)]);
    let mut harms = Harms::of(mind, act, target, None);
    outcome(check, &reached, &worths(mind, act, check, target), &mut harms).0 - toll(mind, action.fatigue)
}

/// What a plain attack is worth if everything that depends on where it is made is at its best.
pub fn best_case(mind: &Mind<'_>, act: &Act, action: &Action, target: CombatantId) -> i32 {
    let Some(check) = action.check() else { return 0 };
    // From anywhere: wherever it is imagined.
    let at = mind.view.row(mind.who).position.footprint();
    let mind = &mind.seen_from(mind.view.with(mind.who, at));
    let value = mind.weighed.best_case(target, act.weapon, || {
        let pair = Pair { view: mind.view, rules: mind.rules, actor: mind.who, target };
        let mut odds = terms::odds_of(&AtBest(mind), pair, act, check, None);
        odds.bonus = attack::max_attack_bonus(mind.view, mind.book(), mind.who, act.weapon, target).into();
        weigh_harm(act, check, &odds, Harms::of(mind, act, target, odds.weapon)).value
    });
    value - toll(mind, action.fatigue)
}

/// What an act is worth however it comes out, at most: all that any face may bring.
pub fn at_most(mind: &Mind<'_>, act: &Act, action: &Action, check: &Check, target: CombatantId) -> i32 {
    let (mut wins, mut fails, mut steps, mut more) = (0, 0, 0u8, 0);
    for (rung, worth) in check.ladder.iter().zip(worths(mind, act, check, target)) {
        *if rung.when == When::Fails { &mut fails } else { &mut wins } += worth.max(0);
        for effect in &rung.effects {
            match &effect.does {
                Effect::BetterDie(by) => steps += by,
                Effect::MoreHarm(dice) => more += dice.mean_times_two() * 50,
                _ => {}
            }
        }
    }
    let mut harms = Harms::of(mind, act, target, act.weapon);
    for rung in &check.ladder {
        let degrees = match rung.when {
            When::Fails => [Degree::Failure; 2],
            When::Critical => [Degree::Critical; 2],
            When::Wins | When::Over(_) | When::Every(_) => [Degree::Success, Degree::Critical],
        };
        for effect in &rung.effects {
            if let Effect::Harm { to, amount, .. } = &effect.does
                && *to != Harmed::Item
            {
                let most = degrees.map(|degree| harms.blow(amount, degree, steps, more).0.max(0));
                *if rung.when == When::Fails { &mut fails } else { &mut wins } += most[0].max(most[1]);
            }
        }
    }
    wins + fails - toll(mind, action.fatigue)
}

/// What each rung of a check is worth besides harm.
fn worths(mind: &Mind<'_>, act: &Act, check: &Check, target: CombatantId) -> Worths {
    let of = |rung: &Rung| rung.effects.iter().map(|effect| effects::value(mind, &effect.does, target)).sum();
    let mut worths = mind.weighed.rungs(target, act.action, || check.ladder.iter().map(of).collect());
    for (rung, worth) in check.ladder.iter().zip(&mut worths) {
        *worth -= rung.effects.iter().map(|effect| effects::leaves_hand(mind, act, &effect.does)).sum::<i32>();
    }
    worths
}

/// What an attack is worth on average for harm alone.
fn weigh_harm(act: &Act, check: &Check, odds: &Odds<Total, NetAdvantage>, harms: Harms<'_, '_>) -> Appraisal {
    let (mind, target) = (harms.mind, harms.target);
    let cases = mind.weighed.outcomes.of(mind.rules, check, odds);
    let key = (act.action, target, odds.weapon, harms.is_wedged());
    mind.weighed.harm(key, &cases, || weigh_cases(check, &cases, &smallvec![0; check.ladder.len()], harms))
}

/// What a check is worth on average if its rungs are worth so much besides harm.
fn weigh(check: &Check, odds: &Odds<Total, NetAdvantage>, worths: &Worths, harms: Harms<'_, '_>) -> Appraisal {
    weigh_cases(check, &harms.mind.weighed.outcomes.of(harms.mind.rules, check, odds), worths, harms)
}

/// The same of one that may come out in these ways.
fn weigh_cases(check: &Check, cases: &Cases, worths: &Worths, mut harms: Harms<'_, '_>) -> Appraisal {
    let mind = harms.mind;
    let (mut sum, mut hits, mut all, mut harm) = (0i64, 0u64, 0u64, 0i32);
    for case in cases {
        let (judged, weight) = (&case.judged, u64::from(case.weight));
        let (mut worth, dealt) = outcome(check, &reached(check, judged), worths, &mut harms);
        if judged.iter().any(|(_, degree, _)| *degree == Degree::Fumble) {
            worth -= fumble(mind);
        }
        all += weight;
        hits += weight * u64::from(judged.iter().any(|(_, degree, _)| degree.is_hit()));
        sum += i64::from(worth) * weight as i64;
        if dealt > 0 && harm == 0 {
            harm = dealt;
        }
    }
    let value = (sum / all.max(1) as i64) as i32;
    Appraisal { value, hits: (hits * 1000 / all.max(1)) as u16, harm }
}

/// The rungs of a ladder that a face reaches, each with how it came out.
type Reached = SmallVec<[(usize, Degree); 8]>;

fn reached(check: &Check, judged: &[Judged]) -> Reached {
    let mut reached = Reached::new();
    for (at, rung) in check.ladder.iter().enumerate() {
        let result = judged.iter().find(|(stat, ..)| rung.against.is_none_or(|asked| Some(asked) == *stat));
        let Some((_, degree, margin)) = result else { continue };
        let wins = degree.is_hit();
        let holds = match rung.when {
            When::Wins => wins,
            When::Over(by) | When::Every(by) => wins && *margin >= by,
            When::Critical => *degree == Degree::Critical,
            When::Fails => !wins,
        };
        if holds {
            reached.push((at, *degree));
        }
    }
    reached
}

/// What one face is worth, and the harm it deals.
fn outcome(check: &Check, reached: &Reached, worths: &[i32], harms: &mut Harms<'_, '_>) -> (i32, i32) {
    let (mut worth, mut steps, mut more) = (0, 0u8, 0i32);
    let mut blows: SmallVec<[(&Amount, Degree); 2]> = SmallVec::new();
    for (at, degree) in reached {
        worth += worths[*at];
        for effect in &check.ladder[*at].effects {
            match &effect.does {
                Effect::Harm { to: Harmed::Item, .. } => {}
                Effect::Harm { amount, .. } => blows.push((amount, *degree)),
                Effect::BetterDie(by) => steps += by,
                Effect::MoreHarm(dice) => more += dice.mean_times_two() * 50,
                _ => {}
            }
        }
    }
    let mut dealt = 0;
    for (amount, degree) in blows {
        let (value, harm) = harms.blow(amount, degree, steps, more);
        worth += value;
        dealt += harm;
    }
    (worth, dealt)
}

/// The mean harm of blows; neighbouring faces mostly deal the same.
struct Harms<'m, 'a> {
    mind: &'m Mind<'a>,
    target: CombatantId,
    weapon: Option<WeaponSlot>,
    /// What is spent on the effect of a spell.
    energy: i32,
    last: Option<(Amount, Degree, u8, i32, (i32, i32))>,
}

impl<'m, 'a> Harms<'m, 'a> {
    fn of(mind: &'m Mind<'a>, act: &Act, target: CombatantId, weapon: Option<WeaponSlot>) -> Harms<'m, 'a> {
        let energy = act.energy().map_or(0, |energy| i32::from(energy.effect));
        Harms { mind, target, weapon, energy, last: None }
    }

    /// Whether the one who attacks is wedged in.
    fn is_wedged(&self) -> bool {
        let (mind, who) = (self.mind, self.mind.who);
        squeeze::policy_at(mind.view, mind.book(), who, mind.view.footprint(who)).is_some()
    }

    /// The value and the mean harm of one blow.
    fn blow(&mut self, amount: &Amount, degree: Degree, steps: u8, more: i32) -> (i32, i32) {
        if let Some((known, at, by, plus, found)) = &self.last
            && (known, *at, *by, *plus) == (amount, degree, steps, more)
        {
            return *found;
        }
        let found = match (amount, self.weapon) {
            (Amount::Weapon { steps: base }, Some(slot)) => {
                let blow = Blow { slot, degree, steps: base + steps, more, wedged: self.is_wedged() };
                let stake = || stake(self.mind, self.target, Some(slot));
                return self.mind.weighed.blow(self.mind, self.target, (blow, stake), || {
                    let (value, harm) = self.rolled(slot, degree, base + steps, more);
                    (value + self.venom(slot), harm)
                });
            }
            _ => {
                let harm = self.reduced(self.mean(amount, degree, steps) + more);
                (harm_value(self.mind, self.target, harm), harm)
            }
        };
        self.last = Some((amount.clone(), degree, steps, more, found));
        found
    }

    /// The value of what a weapon brings into the body of one who still fights: the same from wherever it is brought, as it
    /// is remembered for all places.
    fn venom(&self, slot: WeaponSlot) -> i32 {
        let at = self.mind.view.row(self.mind.who).position.footprint();
        let mind = &self.mind.seen_from(self.mind.view.with(self.mind.who, at));
        let name = mind.view.row(mind.who).sheet.weapon(slot).and_then(|entry| entry.weapon.venom());
        let found = name.and_then(|name| mind.rules.venoms.get(name)).filter(|_| mind.folk.get(self.target).fit);
        found.map_or(0, |venom| venoms::venom(mind, venom, self.target))
    }

    /// The value of every amount that a weapon may deal.
    fn rolled(&self, slot: WeaponSlot, degree: Degree, steps: u8, more: i32) -> (i32, i32) {
        let (view, book, who) = (self.mind.view, self.mind.book(), self.mind.who);
        let roll = damage::weapon_damage(view, book, who, slot, self.target, degree, steps);
        let (mut value, mut mean, mut all) = (0i128, 0i128, 0i128);
        for (amount, weight) in self.mind.weighed.roll(book, &roll).iter() {
            let (harm, weight) = (self.reduced(amount * 100 + more), weight as i128);
            value += i128::from(harm_value(self.mind, self.target, harm)) * weight;
            mean += i128::from(harm) * weight;
            all += weight;
        }
        let of = |sum: i128| i32::try_from(sum / all.max(1)).unwrap_or(i32::MAX);
        (of(value), of(mean))
    }

    fn reduced(&self, harm: i32) -> i32 {
        let reduction = self.mind.rules.policies.damage.reduction;
        let sheet = &self.mind.view.row(self.target).sheet;
        let off = reduction.map_or(0, |reduction| i32::from(sheet.stat(reduction.stat)) * 100);
        (harm.max(i32::from(self.mind.rules.policies.damage.least) * 100) - off).max(0)
    }

    fn mean(&self, amount: &Amount, degree: Degree, steps: u8) -> i32 {
        let sheet = &self.mind.view.row(self.mind.who).sheet;
        match amount {
            Amount::Dice(dice) => dice.mean_times_two() * 50,
            Amount::HalfDice(dice) => dice.mean_times_two() * 25,
            Amount::Stat(stat) => i32::from(sheet.stat(*stat).max(1)) * 100,
            Amount::HalfStat(stat) => i32::from(sheet.stat(*stat).div_euclid(2).max(1)) * 100,
            Amount::Weapon { steps: base } => self.weapon(degree, base + steps),
            Amount::WeaponTimes(times) => self.weapon(degree, steps) * i32::from(*times),
            Amount::CriticalTimes(times) => self.weapon(Degree::Critical, steps) * i32::from(*times),
            Amount::HalfWeapon => self.weapon(degree, steps) / 2,
            Amount::Energy(dice) => dice.mean_times_two() * 50 * self.energy,
            Amount::Share { of, by } => {
                let sum: i32 = of.iter().map(|stat| i32::from(sheet.stat(*stat))).sum();
                sum * 100 / i32::from((*by).max(1))
            }
        }
    }

    fn weapon(&self, degree: Degree, steps: u8) -> i32 {
        let Some(slot) = self.weapon else { return 100 };
        let (view, book, who) = (self.mind.view, self.mind.book(), self.mind.who);
        let roll = damage::weapon_damage(view, book, who, slot, self.target, degree, steps);
        let dice = if roll.highest { roll.dice.max() * 100 } else { roll.dice.mean_times_two() * 50 };
        let times = i32::from(roll.times.map_or(1, |(times, _)| times));
        (dice + i32::from(roll.fixed.total()) * 100) * times
    }
}

/// What the fatigue of an attempt costs the one who makes it.
fn toll(mind: &Mind<'_>, fatigue: i16) -> i32 {
    if fatigue <= 0 {
        return 0;
    }
    let (me, harm) = (mind.me(), i32::from(fatigue) * 100);
    me.worth * (harm * 1000 / me.life.max(100)).max(falls(mind, mind.who, harm)) / 1000
}
