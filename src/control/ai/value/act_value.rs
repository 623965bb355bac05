//! The value of an act with all its effects.

use super::damage::HitEvaluator;
use super::effects;
use super::expected_value::{check_terms, expected, outcome_value, reached};
use super::harm::fatigue_cost;
use crate::battle::CombatantId;
use crate::content::action::{Action, Check, Rung, When};
use crate::content::effect::{Effect, Harmed};
use crate::control::ai::model::{Appraisal, EffectValues, Situation};
use crate::mechanics::attack::Degree;
use crate::resolution::Act;

/// Estimates an act with all its effects on a target.
pub fn appraise(
    situation: &Situation<'_>,
    act: &Act,
    action: &Action,
    check: &Check,
    target: CombatantId,
) -> Appraisal {
    let terms = check_terms(situation, act, check, target);
    let hits = HitEvaluator::of(situation, act, target, terms.weapon);
    let appraisal = expected(check, &terms, &effect_values(situation, act, check, target), hits);
    Appraisal { value: appraisal.value - fatigue_cost(situation, action.fatigue), ..appraisal }
}

/// The value of a plain success of an act, however likely it is from here.
pub fn success_value(situation: &Situation<'_>, act: &Act, action: &Action, check: &Check, target: CombatantId) -> i32 {
    let reached = reached(check, &[(None, Degree::Success, 0)]);
    let mut hits = HitEvaluator::of(situation, act, target, None);
    let values = effect_values(situation, act, check, target);
    outcome_value(check, &reached, &values, &mut hits).0 - fatigue_cost(situation, action.fatigue)
}

/// Upper bound on the value of an act, whatever is rolled.
pub fn value_bound(situation: &Situation<'_>, act: &Act, action: &Action, check: &Check, target: CombatantId) -> i32 {
    let (mut successes, mut failures, mut steps, mut extra) = (0, 0, 0u8, 0);
    for (rung, value) in check.ladder.iter().zip(effect_values(situation, act, check, target)) {
        *if rung.when == When::Fails { &mut failures } else { &mut successes } += value.max(0);
        for effect in &rung.effects {
            match &effect.does {
                Effect::BetterDie(by) => steps += by,
                Effect::MoreHarm(dice) => extra += dice.mean_times_two() * 50,
                _ => {}
            }
        }
    }
    let mut hits = HitEvaluator::of(situation, act, target, act.weapon);
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
                let most = degrees.map(|degree| hits.hit(amount, degree, steps, extra).0.max(0));
                *if rung.when == When::Fails { &mut failures } else { &mut successes } += most[0].max(most[1]);
            }
        }
    }
    successes + failures - fatigue_cost(situation, action.fatigue)
}

/// The values of the degrees of a check apart from harm.
fn effect_values(situation: &Situation<'_>, act: &Act, check: &Check, target: CombatantId) -> EffectValues {
    let of = |rung: &Rung| rung.effects.iter().map(|effect| effects::value(situation, &effect.does, target)).sum();
    let compute = || check.ladder.iter().map(of).collect();
    let mut values = situation.cache.effect_values.get_or_insert((target, act.action), compute);
    for (rung, value) in check.ladder.iter().zip(&mut values) {
        let lost = |does: &Effect| effects::lost_weapon_cost(situation, act, does);
        *value -= rung.effects.iter().map(|effect| lost(&effect.does)).sum::<i32>();
    }
    values
}
