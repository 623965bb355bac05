//! Choices between the declaration of an attack and its damage: a defence, the effect of a critical hit, the winner's action.

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{Breakdown, Label, Name, PoolId, PoolPrice, Unspent};
use crate::control::ai::model::{COUNTS_PER_ACTION, EvaluationCache, Situation, TurnBudget};
use crate::control::ai::value::{AimedCheck, best_attack, lost_attacks, winners_action_value};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::{self, PendingDamage};
use crate::mechanics::health;
use crate::resolution::procedure::action::check::stages;
use crate::resolution::{Act, Pick};

/// The defence against an attack with the least expected harm, its cost included.
pub fn best_defence(situation: &Situation<'_>, act: &Act, from: CombatantId, options: &[Pick]) -> Option<Pick> {
    let action = situation.rules.actions.get(act.action)?;
    let check = action.check()?;
    // The attacker's point of view has caches of its own.
    let cache = EvaluationCache::default();
    let theirs = Situation { actor: from, cache: &cache, ..*situation };
    let attack = AimedCheck { act, action, check, target: situation.actor };
    let cost = |pick: &Pick| {
        let chosen = if let Pick::Action(name) = pick { Some(*name) } else { None };
        let prices = chosen.and_then(|id| situation.rules.policies.stages.defence(id)).map(|option| &option.costs[..]);
        attack.harm_against(&theirs, chosen) + undefended_value(situation, prices.unwrap_or_default())
    };
    options.iter().copied().min_by_key(cost)
}

/// One point of initiative is worth this part of an attack: a few let a combatant act before an enemy, or out of turn.
const INITIATIVE_SHARE: i32 = 20;
/// The share of an attack that points are worth which would pay for it in the turn to come, in hundredths.
const OF_ATTACK: i32 = 60;
/// The share of an attack that points are worth which may be kept for one in a later turn, in hundredths.
const OF_LATER_ATTACK: i32 = 70;
/// That share if they pay for a defence instead: an attack also takes points from its target.
const FOR_DEFENCE: i32 = 115;
/// The value of points that the acting combatant keeps: part of that of the attacks that they could pay for, or nearly nothing if
/// they are lost anyway.
pub fn points_value(situation: &Situation<'_>, prices: &[PoolPrice]) -> i32 {
    kept_value(situation, prices, OF_ATTACK)
}

/// The value of points that it keeps by not defending itself.
fn undefended_value(situation: &Situation<'_>, prices: &[PoolPrice]) -> i32 {
    kept_value(situation, prices, FOR_DEFENCE)
}

fn kept_value(situation: &Situation<'_>, prices: &[PoolPrice], of_attack: i32) -> i32 {
    let value = situation.nearest_enemy().and_then(|(_, enemy)| best_attack(situation, enemy));
    let worth = value.map_or(0, |attack| attack.appraisal.value.max(0));
    if let Some(lost) = lost_attacks(situation, situation.actor, prices) {
        return lost * worth * of_attack / 100 + worth / 16 + 1;
    }
    // Points that are kept will pay for attacks later, where none is possible now.
    let later = situation.combatants.get(situation.actor).damage_rate * COUNTS_PER_ACTION / 10;
    let later = later * situation.opposed_hp_value(situation.row().side) / 100;
    prices.iter().map(|price| point_value(situation, price, (worth, worth.max(later)))).sum()
}

/// The value of points by that of an attack now, and of one now or later.
fn point_value(situation: &Situation<'_>, price: &PoolPrice, (worth, later): (i32, i32)) -> i32 {
    if price.is_initiative() {
        return i32::from(price.points) * later / INITIATIVE_SHARE + 1;
    }
    let Some((id, pool)) = situation.rules.policies.economy.find(price.pool) else { return 0 };
    let strike = situation.catalogue.strike.as_ref();
    let of_strike =
        strike.map_or(0, |strike| strike.costs.iter().flatten().filter(|cost| cost.pool == price.pool).count());
    let pays = of_strike > 0 || id == PoolId::ACTIONS;
    let of_attack = || {
        let budget = TurnBudget::of(situation.game(), situation.catalogue, situation.actor);
        i32::from(budget.of_strike(id).unwrap_or(1)) * 100 / OF_LATER_ATTACK
    };
    match pool.unspent {
        Unspent::Kept { .. } if pays => i32::from(price.points) * later / of_attack().max(2) + 1,
        _ if pays => i32::from(price.points) * worth / 4 + 1,
        _ => i32::from(price.points) * worth / 16 + 1,
    }
}

/// The effect of a critical hit that hurts most.
pub fn best_critical(
    situation: &Situation<'_>,
    on: CombatantId,
    weapon: Option<WeaponSlot>,
    options: &[Pick],
) -> Option<Pick> {
    let (game, rules) = (situation.game(), situation.rules);
    let slot = weapon.or_else(|| situation.slots().first().copied())?;
    let held = situation.row().sheet.weapon(slot)?;
    let before = situation.view.row(on).vitals;
    let score = |pick: &Pick| {
        let Pick::Action(id) = pick else { return i32::MIN };
        let (times, rule) = stages::multiplier(rules, Some(&held.weapon), Some(*id));
        let roll = damage::weapon_damage(game, situation.actor, slot, on, Degree::Success, 0).many(times, rule);
        let mean = roll.dice.mean_times_two() / 2 + i32::from(roll.fixed.total());
        let amount = Breakdown::of([(Label::DamageDice, mean as i16, rule)]);
        let harm = held.weapon.harm;
        let mut blow = PendingDamage::plain((on, situation.actor), held.weapon.id, harm, amount, rule);
        if let Some(option) = stages::critical(rules, Some(*id)) {
            blow.traits = option.hit.clone();
        }
        let after = damage::settle(game, &[blow]).last().map_or(before, |hurt| hurt.vitals);
        let policy = &rules.policies.consciousness;
        let lost = health::fraction(&before) - health::fraction(&after);
        let falls = i32::from(health::is_down(policy, &after)) + i32::from(health::is_dead(policy, &after));
        falls * 100_000 + lost.max(0) * 10 + mean
    };
    options.iter().copied().rev().max_by_key(score)
}

/// The action of the winner that is worth most, or none.
pub fn best_winners_action(situation: &Situation<'_>, on: CombatantId, options: &[Pick]) -> Option<Pick> {
    let named = options.iter().filter_map(|pick| if let Pick::Action(name) = pick { Some(*name) } else { None });
    let price = |name: Name| {
        let costs = situation.rules.actions.get(name).and_then(|action| action.costs.first());
        costs.map_or(0, |prices| points_value(situation, prices))
    };
    let values = named.filter_map(|name| Some((winners_action_value(situation, name, on)? - price(name), name)));
    let best = values.max_by_key(|(value, _)| *value);
    Some(best.filter(|(value, _)| *value > 0).map_or(Pick::No, |(_, name)| Pick::Action(name)))
}
