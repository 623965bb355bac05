//! The value of harm: of damage, of a single hit, and of venoms. Damage is in hundredths of a point.

use std::cell::OnceCell;
use std::sync::Arc;

use smallvec::SmallVec;

use super::effects::{self, condition_cost};
use crate::battle::{Act, CombatantId, WeaponSlot};
use crate::content::{
    Amount, CitedEffect, DamageTypes, Dose, Effect, HealthModel, HitTraits, Name, Portion, Rider, RolledBy, Status,
    Venom, Working,
};
use crate::control::ai::model::{HarmInputs, HitKey, HitValue, RollKey, Situation};
use crate::mechanics::attack::{Degree, Mode};
use crate::mechanics::damage::{self, DamageChange, DamageRoll, Hit};
use crate::mechanics::water;
use crate::mechanics::{checks, consciousness, health, space};
use crate::resolution::procedure::action::check::stages;
use crate::resolution::procedure::effect::riders;

/// The target's value times the share of its effective hit points lost or the chance that it goes down, whichever is more.
pub fn harm_value(situation: &Situation<'_>, target: CombatantId, damage: i32) -> i32 {
    Resilience::of(situation, target).harm_value(damage)
}

/// What the value of harm to a combatant depends on, apart from the amount of damage.
struct Resilience<'m, 'a> {
    situation: &'m Situation<'a>,
    target: CombatantId,
    /// Points of a hit at which the target is out of the fight at once.
    lethal: i32,
    /// Points that it can lose before it must stay awake.
    awake: i32,
    /// The bonus to stay awake.
    bonus: OnceCell<i32>,
}

impl<'m, 'a> Resilience<'m, 'a> {
    fn of(situation: &'m Situation<'a>, target: CombatantId) -> Resilience<'m, 'a> {
        let (row, policies) = (situation.view.row(target), &situation.rules.policies);
        let absorbed = policies.damage.threshold.as_ref();
        let absorbed = absorbed.map_or(0, |policy| i32::from(row.sheet.stat(policy.stat) - row.vitals.worn).max(0));
        // A combatant without hit points may not be out before it has lost as many again.
        let spare = i32::from(health::spare(&policies.consciousness, &row.vitals));
        let remaining = i32::from(health::remaining(&row.vitals));
        let awake = remaining - i32::from(health::fatigue(&row.vitals));
        Resilience { situation, target, lethal: absorbed + remaining + spare, awake, bonus: OnceCell::new() }
    }

    fn harm_value(&self, damage: i32) -> i32 {
        let values = self.situation.combatants.get(self.target);
        if !values.active {
            return damage / 20;
        }
        let share = damage.min(values.effective_hp) * 1000 / values.effective_hp.max(100);
        values.value * share.max(self.knockout_chance(damage)) / 1000
    }

    /// The chance that damage takes the target out of the fight at once, in thousandths.
    fn knockout_chance(&self, damage: i32) -> i32 {
        if damage / 100 >= self.lethal {
            return 1000;
        }
        let left = self.awake - damage / 100;
        if left >= 0 {
            return 0;
        }
        let (situation, row) = (self.situation, self.situation.view.row(self.target));
        let HealthModel::Fatigue(policy) = &situation.rules.policies.consciousness.collapse else { return 0 };
        let bonus = || consciousness::bonus_to_stay_awake(policy, situation.book(), row).total().into();
        let needed = -left - self.bonus.get_or_init(bonus);
        ((needed - 1) * 50).clamp(0, 1000)
    }
}

pub fn fumble_cost(situation: &Situation<'_>) -> i32 {
    situation.own().damage_rate * situation.enemy_hp_value / 300
}

/// The cost of an act's fatigue, in points, to the acting combatant.
pub fn fatigue_cost(situation: &Situation<'_>, fatigue: i16) -> i32 {
    if fatigue <= 0 {
        return 0;
    }
    let (own, harm) = (situation.own(), i32::from(fatigue) * 100);
    let knockout = Resilience::of(situation, situation.actor).knockout_chance(harm);
    own.value * (harm * 1000 / own.effective_hp.max(100)).max(knockout) / 1000
}

pub struct HitEvaluator<'m, 'a> {
    pub situation: &'m Situation<'a>,
    pub target: CombatantId,
    pub weapon: Option<WeaponSlot>,
    /// Points of energy spent on the effect of a spell.
    energy: i32,
    /// Whether the target blocks the hits.
    pub blocked: bool,
    last: Option<(Amount, Degree, u8, i32, HitValue)>,
    /// What the pipeline changes in hits that are blocked or not, as last found.
    changes: Option<(bool, SmallVec<[DamageChange; 4]>)>,
}

impl<'m, 'a> HitEvaluator<'m, 'a> {
    pub fn of(
        situation: &'m Situation<'a>,
        act: &Act,
        target: CombatantId,
        weapon: Option<WeaponSlot>,
    ) -> HitEvaluator<'m, 'a> {
        let energy = act.energy().map_or(0, |energy| i32::from(energy.effect));
        HitEvaluator { situation, target, weapon, energy, blocked: false, last: None, changes: None }
    }

    pub fn is_squeezed(&self) -> bool {
        let (situation, actor) = (self.situation, self.situation.actor);
        space::squeezing_policy_at(situation.game(), actor, situation.view.footprint(actor)).is_some()
    }

    /// The value and the mean damage of one hit of some degree, with `steps` better dice and `extra` damage.
    pub fn hit(&mut self, amount: &Amount, degree: Degree, steps: u8, extra: i32) -> HitValue {
        if let Some((known, at, by, plus, found)) = self.last.as_ref().filter(|_| !self.blocked)
            && (known, *at, *by, *plus) == (amount, degree, steps, extra)
        {
            return *found;
        }
        if let (Amount::Weapon { steps: base }, Some(slot)) = (amount, self.weapon) {
            return self.weapon_hit(HitKey {
                slot,
                degree,
                steps: base + steps,
                extra,
                squeezed: self.is_squeezed(),
                blocked: self.blocked,
            });
        }
        let mean = self.mean(amount, degree, steps) + extra;
        let changes = match self.changes.take() {
            Some((blocked, known)) if blocked == self.blocked => known,
            _ => self.changes(),
        };
        let harm = damage::changed(&changes, mean, 100);
        self.changes = Some((self.blocked, changes));
        let found = (harm_value(self.situation, self.target, harm), harm);
        self.last = Some((amount.clone(), degree, steps, extra, found)).filter(|_| !self.blocked);
        found
    }

    fn weapon_hit(&self, key: HitKey) -> HitValue {
        let (cache, pair) = (self.situation.cache, (self.situation.actor, self.target));
        cache.hits.get_or_insert_at(self.target.index(), key, || {
            cache.past_hits.get_or_insert_in(pair, self.inputs(key.slot), key, || {
                let (value, harm) = self.rolled(key);
                (value + self.venom(key.slot), harm)
            })
        })
    }

    fn inputs(&self, slot: WeaponSlot) -> HarmInputs {
        let (situation, target) = (self.situation, self.target);
        let values = situation.combatants.get(target);
        let venom = situation.row().sheet.weapon(slot).and_then(|entry| entry.weapon.venom());
        let worth = (values.value, values.effective_hp, values.active);
        let states = (situation.changes.state(situation.actor), situation.changes.state(target));
        let decision = venom.map(|_| situation.cache.decision);
        (situation.view.row(target).vitals, worth, fumble_cost(situation), states, decision)
    }

    /// The value of a weapon's venom against an active target. The acting combatant is taken to be where it really is, so
    /// that the value is the same for all positions and can be cached.
    fn venom(&self, slot: WeaponSlot) -> i32 {
        let at = self.situation.row().position.footprint();
        let situation = &self.situation.with_view(self.situation.view.with(self.situation.actor, at));
        let name = situation.row().sheet.weapon(slot).and_then(|entry| entry.weapon.venom());
        let venom = name.and_then(|name| situation.rules.venoms.get(name));
        let venom = venom.filter(|_| situation.combatants.get(self.target).active);
        venom.map_or(0, |venom| venom_value(situation, venom, self.target))
    }

    /// The mean over everything that the weapon's damage roll can show.
    fn rolled(&self, hit: HitKey) -> HitValue {
        let game = self.situation.game();
        let roll = self.weapon_roll(hit.slot, hit.degree, hit.steps);
        let (dice, times) = (roll.dice, roll.times.map_or(1, |(times, _)| times));
        let shown = [roll.highest.is_some(), roll.half_dice.is_some()];
        let key = (dice.count, dice.sides, dice.bonus, roll.fixed.total(), shown, times);
        let compute = |_: &RollKey| Arc::new(roll.distribution(game.book()));
        let distribution = self.situation.cache.rolls.get_or_insert(key, compute);
        let (changes, resilience) = (self.changes(), Resilience::of(self.situation, self.target));
        let (mut value, mut mean, mut all) = (0i128, 0i128, 0i128);
        for (amount, weight) in distribution.iter() {
            let (harm, weight) = (damage::changed(&changes, amount * 100 + hit.extra, 100), weight as i128);
            value += i128::from(resilience.harm_value(harm)) * weight;
            mean += i128::from(harm) * weight;
            all += weight;
        }
        let of = |sum: i128| i32::try_from(sum / all.max(1)).unwrap_or(i32::MAX);
        (of(value), of(mean))
    }

    /// The damage of a hit; that of a confirmed critical hit where these are confirmed.
    fn weapon_roll(&self, slot: WeaponSlot, degree: Degree, steps: u8) -> DamageRoll {
        let (game, actor, rules) = (self.situation.game(), self.situation.actor, self.situation.rules);
        let confirmed = degree == Degree::Critical && rules.policies.stages.confirmation.is_some();
        let plain = if confirmed { Degree::Success } else { degree };
        let roll = damage::weapon_damage(game, actor, slot, self.target, plain, steps);
        if !confirmed {
            return roll;
        }
        let held = self.situation.row().sheet.weapon(slot).map(|held| &*held.weapon);
        let (times, rule) = stages::multiplier(rules, held, None);
        roll.many(times, rule)
    }

    /// The changes that the damage pipeline makes to hits on the target that are of no special kind.
    fn changes(&self) -> SmallVec<[DamageChange; 4]> {
        let submerged = water::is_under(self.situation.view, self.target);
        let traits = &HitTraits::default();
        let view = self.situation.view;
        let ally = view.row(self.situation.actor).side == view.row(self.target).side;
        let (types, blocked, above) = (self.types(), self.blocked, view.altitude(self.target));
        let hit = Hit { types, traits, blocked, nonlethal: false, margin: 0, submerged, ally, above };
        damage::changes(&self.situation.rules.policies.damage, view.row(self.target), hit)
    }

    /// The types of damage of the weapon used.
    pub fn types(&self) -> DamageTypes {
        let weapon = self.weapon.and_then(|slot| self.situation.row().sheet.weapon(slot));
        weapon.map_or(DamageTypes::NONE, |entry| entry.weapon.harm)
    }

    fn mean(&self, amount: &Amount, degree: Degree, steps: u8) -> i32 {
        let sheet = &self.situation.row().sheet;
        match amount {
            Amount::OffHand => self.mean(&Amount::Weapon { steps: 0 }, degree, steps),
            Amount::Dice(dice) => dice.mean_times_two() * 50,
            Amount::DicePlus(dice, stat) => dice.mean_times_two() * 50 + i32::from(sheet.stat(*stat)) * 100,
            Amount::HalfDice(dice) => dice.mean_times_two() * 25,
            Amount::Stat(stat) => i32::from(sheet.stat(*stat).max(1)) * 100,
            Amount::HalfStat(stat) => i32::from(sheet.stat(*stat).div_euclid(2).max(1)) * 100,
            Amount::Weapon { steps: base } => self.weapon_mean(degree, base + steps),
            Amount::WeaponTimes(times) => self.weapon_mean(degree, steps) * i32::from(*times),
            Amount::CriticalTimes(times) => self.weapon_mean(Degree::Critical, steps) * i32::from(*times),
            Amount::HalfWeapon => self.weapon_mean(degree, steps) / 2,
            Amount::Energy(dice) => dice.mean_times_two() * 50 * self.energy,
            Amount::PerPoint { dice, of, half } => {
                dice.mean_times_two() * 50 * i32::from(sheet.stat(*of)) / if *half { 2 } else { 1 }
            }
            Amount::Share { of, by } => {
                let sum: i32 = of.iter().map(|stat| i32::from(sheet.stat(*stat))).sum();
                sum * 100 / i32::from((*by).max(1))
            }
        }
    }

    fn weapon_mean(&self, degree: Degree, steps: u8) -> i32 {
        let Some(slot) = self.weapon else { return 100 };
        let roll = self.weapon_roll(slot, degree, steps);
        let dice = if roll.highest.is_some() { roll.dice.max() * 100 } else { roll.dice_mean_times_two() * 50 };
        let times = i32::from(roll.times.map_or(1, |(times, _)| times));
        (dice + i32::from(roll.fixed.total()) * 100) * times
    }
}

/// Tens of counts for which a build-up makes a difference.
const BUILD_UP: i32 = 3;
/// Rounds that are about as long as ten counts.
const ROUNDS: i32 = 3;

/// The value of a venom once the weapon has wounded: the doses times the chance that they work, at most the target's value.
fn venom_value(situation: &Situation<'_>, venom: &Venom, target: CombatantId) -> i32 {
    let (_, defence) = situation.defence(situation.actor, target, Some(venom.against), Mode::Spell);
    let (rolls, lead) = (&situation.rules.policies.rolls, i32::from(venom.strength) - i32::from(defence));
    let (hits, rolls) = match venom.by {
        RolledBy::Actor => checks::plain_chance(&rolls.attack, lead),
        RolledBy::Target => {
            let (saves, all) = checks::plain_chance(&rolls.check, -lead);
            (all - saves, all)
        }
    };
    let chance = hits.clamp(1, (rolls - 1).max(1));
    let value: i32 = venom.doses.iter().map(|dose| dose_value(situation, dose, target)).sum();
    value.min(situation.combatants.get(target).value) * chance / rolls
}

fn dose_value(situation: &Situation<'_>, dose: &Dose, target: CombatantId) -> i32 {
    let times = dose.when.delayed().map_or(1, |(_, times)| i32::from(times));
    match dose.does {
        Working::Drains { points, .. } => harm_value(situation, target, points.mean_times_two() * 50 * times),
        Working::Inflicts { condition, level, lasts } => inflicted(situation, target, condition, (level, lasts)),
        Working::Builds { condition, points, .. } => {
            built_up(situation, target, condition, points.mean_times_two() * times / 2)
        }
    }
}

/// The value of a condition of some level that lasts this many counts or rounds.
fn inflicted(situation: &Situation<'_>, target: CombatantId, name: Name, (level, lasts): (u16, u16)) -> i32 {
    let Some(condition) = situation.rules.conditions.get(name) else { return 0 };
    let ten = if situation.plans_whole_turns() { ROUNDS } else { 10 };
    condition_cost(situation, target, condition) * i32::from(level.max(1)) * i32::from(lasts) / ten
}

/// The value of some levels of build-up: what each level does, and its share of what a full build-up leads to.
fn built_up(situation: &Situation<'_>, target: CombatantId, name: Name, levels: i32) -> i32 {
    let known = |name: Name| situation.rules.conditions.get(name).map(|condition| &**condition);
    let Some(condition) = known(name) else { return 0 };
    let results = condition.does.iter().filter_map(|cited| match cited.does {
        Status::Builds { into, portion, from, .. } => {
            let portion = match portion {
                Portion::Points(points) => i32::from(points),
                Portion::Half(stat) => i32::from(situation.view.row(target).sheet.stat(stat)).max(2) / 2,
            };
            let needed = (portion * i32::from(from)).max(1);
            let full = known(into).map_or(0, |into| condition_cost(situation, target, into));
            Some(full * levels.min(needed) / needed)
        }
        _ => None,
    });
    (condition_cost(situation, target, condition) * levels + results.sum::<i32>()).max(0) * BUILD_UP
}

/// The value of all riders on a blow against a target, `dealt` in hundredths of a point.
pub fn riders_value(situation: &Situation<'_>, target: CombatantId, types: DamageTypes, dealt: i32) -> i32 {
    let points = (dealt / 100).clamp(0, i16::MAX.into()) as i16;
    let rides = |rider: &&Rider| riders::rides(rider, points, types, situation.game(), target);
    let value = |rider: &Rider| {
        let fails = fail_chance(situation, target, rider, points);
        let [failed, saved] = [&rider.effects, &rider.saved].map(|all| effects_value(situation, target, all));
        (failed * fails + saved * (1000 - fails)) / 1000
    };
    situation.rules.policies.stages.riders.iter().filter(rides).map(value).sum()
}

/// Upper bound on the value of all riders on one blow.
pub fn riders_bound(situation: &Situation<'_>, target: CombatantId) -> i32 {
    let value = |rider: &Rider| {
        [&rider.effects, &rider.saved]
            .map(|all| effects_value(situation, target, all))
            .into_iter()
            .max()
            .unwrap_or(0)
            .max(0)
    };
    situation.rules.policies.stages.riders.iter().map(value).sum()
}

/// The chance that a target fails its saving throw, in thousandths; certain without one.
fn fail_chance(situation: &Situation<'_>, target: CombatantId, rider: &Rider, points: i16) -> i32 {
    let Some(save) = rider.save else { return 1000 };
    let (bonus, difficulty) = riders::saving_throw(rider, save, points, &situation.view.row(target).sheet);
    let policy = situation.rules.policies.rolls.of(save.dice);
    let chances = checks::chances(policy, None, (bonus.total(), difficulty.total()), false);
    1000 - (u64::from(chances.hits) * 1000 / u64::from(chances.faces).max(1)) as i32
}

fn effects_value(situation: &Situation<'_>, target: CombatantId, all: &[CitedEffect]) -> i32 {
    let value = |cited: &CitedEffect| match cited.does {
        Effect::Slay => situation.combatants.get(target).value,
        _ => effects::value(situation, &cited.does, target),
    };
    all.iter().map(value).sum()
}
