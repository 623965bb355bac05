//! The value and the mean damage of a single hit. Damage is in hundredths of a point.

use std::sync::Arc;

use super::harm::{fumble_cost, harm_value};
use super::venoms;
use crate::battle::{Act, CombatantId, WeaponSlot};
use crate::content::effect::Amount;
use crate::control::ai::model::{HarmInputs, HitKey, HitValue, RollKey, Situation};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::{self, DamageRoll};
use crate::mechanics::space;

/// Evaluates the hits of one act on one target.
pub struct HitEvaluator<'m, 'a> {
    /// The situation of the acting combatant.
    pub situation: &'m Situation<'a>,
    /// The target.
    pub target: CombatantId,
    /// The weapon, if one is used.
    pub weapon: Option<WeaponSlot>,
    /// Points of energy spent on the effect of a spell.
    energy: i32,
    last: Option<(Amount, Degree, u8, i32, HitValue)>,
}

impl<'m, 'a> HitEvaluator<'m, 'a> {
    /// An evaluator for an act on a target with a weapon.
    pub fn of(
        situation: &'m Situation<'a>,
        act: &Act,
        target: CombatantId,
        weapon: Option<WeaponSlot>,
    ) -> HitEvaluator<'m, 'a> {
        let energy = act.energy().map_or(0, |energy| i32::from(energy.effect));
        HitEvaluator { situation, target, weapon, energy, last: None }
    }

    /// Whether the attacker is squeezed into a narrow space.
    pub fn is_squeezed(&self) -> bool {
        let (situation, actor) = (self.situation, self.situation.actor);
        space::squeezing_policy_at(situation.game(), actor, situation.view.footprint(actor)).is_some()
    }

    /// The value and the mean damage of one hit of some degree, with `steps` better dice and `extra` damage.
    pub fn hit(&mut self, amount: &Amount, degree: Degree, steps: u8, extra: i32) -> HitValue {
        if let Some((known, at, by, plus, found)) = &self.last
            && (known, *at, *by, *plus) == (amount, degree, steps, extra)
        {
            return *found;
        }
        let found = match (amount, self.weapon) {
            (Amount::Weapon { steps: base }, Some(slot)) => {
                let key = HitKey { slot, degree, steps: base + steps, extra, squeezed: self.is_squeezed() };
                return self.weapon_hit(key);
            }
            _ => {
                let harm = self.reduced(self.mean(amount, degree, steps) + extra);
                (harm_value(self.situation, self.target, harm), harm)
            }
        };
        self.last = Some((amount.clone(), degree, steps, extra, found));
        found
    }

    fn weapon_hit(&self, key: HitKey) -> HitValue {
        let (cache, pair) = (self.situation.cache, (self.situation.actor, self.target));
        cache.hits.get_or_insert((self.target, key), || {
            cache.past_hits.get_or_insert(pair, self.inputs(key.slot), key, || {
                let (value, harm) = self.rolled(key);
                (value + self.venom(key.slot), harm)
            })
        })
    }

    fn inputs(&self, slot: WeaponSlot) -> HarmInputs {
        let (situation, target) = (self.situation, self.target);
        let values = situation.combatants.get(target);
        let entry = situation.view.row(situation.actor).sheet.weapon(slot);
        let venom = entry.and_then(|entry| entry.weapon.venom());
        HarmInputs {
            vitals: situation.view.row(target).vitals,
            value: values.value,
            effective_hp: values.effective_hp,
            active: values.active,
            fumble: fumble_cost(situation),
            decision: venom.map(|_| situation.cache.decision()),
            states: (situation.changes.state(situation.actor), situation.changes.state(target)),
        }
    }

    /// The value of a weapon's venom against an active target. The acting combatant is taken to be where it really is, so
    /// that the value is the same for all positions and can be cached.
    fn venom(&self, slot: WeaponSlot) -> i32 {
        let at = self.situation.view.row(self.situation.actor).position.footprint();
        let situation = &self.situation.with_view(self.situation.view.with(self.situation.actor, at));
        let name = situation.view.row(situation.actor).sheet.weapon(slot).and_then(|entry| entry.weapon.venom());
        let venom = name.and_then(|name| situation.rules.venoms.get(name));
        let venom = venom.filter(|_| situation.combatants.get(self.target).active);
        venom.map_or(0, |venom| venoms::venom_value(situation, venom, self.target))
    }

    /// The mean over everything that the weapon's damage roll can show.
    fn rolled(&self, key: HitKey) -> HitValue {
        let (game, actor) = (self.situation.game(), self.situation.actor);
        let roll = damage::weapon_damage(game, actor, key.slot, self.target, key.degree, key.steps);
        let distribution =
            self.situation.cache.rolls.get_or_insert(roll_key(&roll), |_| Arc::new(roll.distribution(game.book())));
        let (mut value, mut mean, mut all) = (0i128, 0i128, 0i128);
        for (amount, weight) in distribution.iter() {
            let (harm, weight) = (self.reduced(amount * 100 + key.extra), weight as i128);
            value += i128::from(harm_value(self.situation, self.target, harm)) * weight;
            mean += i128::from(harm) * weight;
            all += weight;
        }
        let of = |sum: i128| i32::try_from(sum / all.max(1)).unwrap_or(i32::MAX);
        (of(value), of(mean))
    }

    /// Damage after the target's damage reduction.
    fn reduced(&self, damage: i32) -> i32 {
        let reduction = self.situation.rules.policies.damage.reduction;
        let sheet = &self.situation.view.row(self.target).sheet;
        let off = reduction.map_or(0, |reduction| i32::from(sheet.stat(reduction.stat)) * 100);
        (damage.max(i32::from(self.situation.rules.policies.damage.least) * 100) - off).max(0)
    }

    fn mean(&self, amount: &Amount, degree: Degree, steps: u8) -> i32 {
        let sheet = &self.situation.view.row(self.situation.actor).sheet;
        match amount {
            Amount::Dice(dice) => dice.mean_times_two() * 50,
            Amount::HalfDice(dice) => dice.mean_times_two() * 25,
            Amount::Stat(stat) => i32::from(sheet.stat(*stat).max(1)) * 100,
            Amount::HalfStat(stat) => i32::from(sheet.stat(*stat).div_euclid(2).max(1)) * 100,
            Amount::Weapon { steps: base } => self.weapon_mean(degree, base + steps),
            Amount::WeaponTimes(times) => self.weapon_mean(degree, steps) * i32::from(*times),
            Amount::CriticalTimes(times) => self.weapon_mean(Degree::Critical, steps) * i32::from(*times),
            Amount::HalfWeapon => self.weapon_mean(degree, steps) / 2,
            Amount::Energy(dice) => dice.mean_times_two() * 50 * self.energy,
            Amount::Share { of, by } => {
                let sum: i32 = of.iter().map(|stat| i32::from(sheet.stat(*stat))).sum();
                sum * 100 / i32::from((*by).max(1))
            }
        }
    }

    fn weapon_mean(&self, degree: Degree, steps: u8) -> i32 {
        let Some(slot) = self.weapon else { return 100 };
        let (game, actor) = (self.situation.game(), self.situation.actor);
        let roll = damage::weapon_damage(game, actor, slot, self.target, degree, steps);
        let dice = if roll.highest { roll.dice.max() * 100 } else { roll.dice.mean_times_two() * 50 };
        let times = i32::from(roll.times.map_or(1, |(times, _)| times));
        (dice + i32::from(roll.fixed.total()) * 100) * times
    }
}

fn roll_key(roll: &DamageRoll) -> RollKey {
    let (dice, times) = (roll.dice, roll.times.map_or(1, |(times, _)| times));
    (dice.count, dice.sides, dice.bonus, roll.fixed.total(), roll.highest, times)
}
