//! Actions that pay for several attacks, such as a full attack (PR-G30, PR-G42).

use smallvec::SmallVec;

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{Action, Check, CheckTerm, Does, Effect, Name, PoolPrice, Requirement, TermWhen, Who};
use crate::control::ai::model::Situation;
use crate::control::ai::options::attacks::parts_of;
use crate::control::ai::value::{AimedCheck, parts, provoked_by_act_cost};
use crate::mechanics::attack;
use crate::resolution::Act;

/// Enemies in reach: the enemy, the value of the next attack on it, and its own value.
type Targets = SmallVec<[(CombatantId, i32, i32); 6]>;

/// The actions that pay for several attacks, with the value of these.
pub fn volleys(situation: &Situation<'_>) -> Vec<(Act, i32)> {
    let legal = situation.catalogue.volleys.iter().filter_map(|action| {
        let act = Act::own(action.id);
        situation.is_legal(&act).then(|| (act, value(situation, action)))
    });
    legal.filter(|(_, value)| *value > 0).collect()
}

/// The value of all attacks that an action pays for, each on the best target. What one does cannot be done again.
fn value(situation: &Situation<'_>, action: &Action) -> i32 {
    let Does::Effects(effects) = &action.does else { return 0 };
    let gained = effects.iter().filter_map(|cited| match cited.does {
        Effect::GainPoints { pool, points, stat } => {
            Some((pool, i16::from(points) + stat.map_or(0, |stat| situation.row().sheet.stat(stat))))
        }
        _ => None,
    });
    let (mut sum, mut done): (i32, SmallVec<[(CombatantId, i32); 6]>) = (0, SmallVec::new());
    for (pool, points) in gained {
        let Some(follows) = situation.rules.actions.iter().find(|next| follows(situation, action, next, pool)) else {
            continue;
        };
        for earlier in 0..points {
            let targets = targets(situation, follows, earlier);
            let left = |(enemy, attack, value): &(CombatantId, i32, i32)| {
                let before: i32 = done.iter().filter(|(of, _)| of == enemy).map(|(_, value)| value).sum();
                (attack - before.min(*value) * attack / (*value).max(1), *enemy)
            };
            let Some((gain, enemy)) = targets.iter().map(left).max().filter(|(gain, _)| *gain > 0) else { break };
            done.push((enemy, gain));
            sum += gain;
        }
    }
    sum
}

/// Whether an action is an attack that points of a pool pay for once this other action has been taken.
fn follows(situation: &Situation<'_>, first: &Action, next: &Action, pool: Name) -> bool {
    let Does::Effects(effects) = &first.does else { return false };
    let given = |name: Name| {
        let gains = |does: &Effect| matches!(does, Effect::Gain { who: Who::Actor, condition } if *condition == name);
        effects.iter().any(|cited| gains(&cited.does)) || situation.row().conditions.has(name)
    };
    let met = next.requires.iter().all(|cited| match cited.needs {
        Requirement::ActorHas(name) => given(name),
        Requirement::ActorLacks(name) => !given(name),
        _ => true,
    });
    let pays = |price: &PoolPrice| price.pool == pool;
    met && next.actions() == 0 && next.is_weapon_attack() && next.costs.iter().flatten().any(pays)
}

/// The enemies in reach with the value of an attack after this many earlier ones.
fn targets(situation: &Situation<'_>, action: &Action, earlier: i16) -> Targets {
    let Some(check) = action.check().map(|check| after(situation, check, earlier)) else { return Targets::new() };
    let slots = slots(situation, action);
    let value = |enemy: CombatantId| {
        let usable = slots.iter().filter(|slot| situation.attack_mode(**slot, enemy).is_some());
        let acts = usable.flat_map(|slot| {
            let plain = Act::at(action.id, enemy, Some(*slot));
            let aimed = parts_of(situation.rules, action).map(|part| plain.clone().aimed_at_part(part));
            std::iter::once(plain.clone()).chain(aimed).collect::<SmallVec<[Act; 6]>>()
        });
        let values = acts.map(|act| {
            let appraisal = AimedCheck { act: &act, action, check: &check, target: enemy }.appraise(situation);
            let value = act.part.map_or(appraisal.value, |part| parts::aimed_value(situation, enemy, part, &appraisal));
            value - provoked_by_act_cost(situation, &act)
        });
        values.max()
    };
    situation.enemies().filter_map(|enemy| Some((enemy.id, value(enemy.id)?, enemy.value))).collect()
}

/// The weapons with which an action may attack.
fn slots(situation: &Situation<'_>, action: &Action) -> SmallVec<[WeaponSlot; 4]> {
    let of_pair = action.requires.iter().find_map(|cited| match cited.needs {
        Requirement::WeaponOfPair { second } => Some(second),
        _ => None,
    });
    match of_pair {
        Some(second) => {
            let pair = attack::weapon_pair(situation.view, situation.actor);
            pair.into_iter().map(|[first, other]| if second { other } else { first }).collect()
        }
        None => situation.slots().iter().copied().collect(),
    }
}

/// A check with the terms that it has after this many earlier attacks, which raise the level of a condition.
fn after(situation: &Situation<'_>, check: &Check, earlier: i16) -> Check {
    let conditions = &situation.row().conditions;
    let terms = check.terms.iter().filter_map(|term| match term.when {
        TermWhen::LevelFrom(name, level) => {
            let reached = i32::from(conditions.level(name)) + i32::from(earlier) >= i32::from(level);
            reached.then_some(CheckTerm { when: TermWhen::Always, ..*term })
        }
        _ => Some(*term),
    });
    Check { terms: terms.collect(), ..check.clone() }
}
