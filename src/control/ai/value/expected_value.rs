//! The expected value of an act over every possible roll.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::check_terms::{BestCaseTerms, CachedTerms, UNCACHED};
use super::damage::HitEvaluator;
use super::harm::{fatigue_cost, fumble_cost};
use crate::battle::{CombatantId, Target};
use crate::content::action::{Action, Check, When};
use crate::content::breakdown::Breakdown;
use crate::content::effect::{Amount, Effect, Harmed};
use crate::control::ai::model::{Appraisal, CheckKey, CheckOutcomes, EffectValues, HarmKey, Situation};
use crate::mechanics::attack::{self, Degree};
use crate::resolution::Act;
use crate::resolution::procedure::action::check::degrees::DefenceResult;
use crate::resolution::procedure::action::check::terms::{self, CheckTerms, Pair};

/// Estimates an act by its harm alone; other effects are left out.
pub fn appraise_harm(
    situation: &Situation<'_>,
    act: &Act,
    action: &Action,
    check: &Check,
    target: CombatantId,
) -> Appraisal {
    let terms = check_terms(situation, act, check, target);
    let appraisal = expected_harm(act, check, &terms, HitEvaluator::of(situation, act, target, terms.weapon));
    Appraisal { value: appraisal.value - fatigue_cost(situation, action.fatigue), ..appraisal }
}

/// The value of a plain attack if everything that depends on the attacker's position is at its best.
pub fn best_case(situation: &Situation<'_>, act: &Act, action: &Action, target: CombatantId) -> i32 {
    let Some(check) = action.check() else { return 0 };
    // The bound holds for every position, so it must not depend on the one in the view.
    let at = situation.view.row(situation.actor).position.footprint();
    let situation = &situation.with_view(situation.view.with(situation.actor, at));
    let value = situation.cache.best_cases.get_or_insert((target, act.weapon), || {
        let pair = Pair { view: situation.view, rules: situation.rules, actor: situation.actor, target };
        let mut terms = terms::from_source(&BestCaseTerms(situation), pair, act, check, None);
        let game = situation.game();
        terms.bonus = Breakdown::unlabelled(attack::max_attack_bonus(game, situation.actor, act.weapon, target));
        expected_harm(act, check, &terms, HitEvaluator::of(situation, act, target, terms.weapon)).value
    });
    value - fatigue_cost(situation, action.fatigue)
}

/// The terms of a check of the acting combatant.
pub fn check_terms(situation: &Situation<'_>, act: &Act, check: &Check, target: CombatantId) -> CheckTerms {
    let pair = Pair { view: situation.view, rules: situation.rules, actor: situation.actor, target };
    match act.target {
        Target::Combatant(_) => terms::from_source(&CachedTerms(situation), pair, act, check, None),
        _ => terms::from_source(&UNCACHED, pair, act, check, None),
    }
}

fn expected_harm(act: &Act, check: &Check, terms: &CheckTerms, hits: HitEvaluator<'_, '_>) -> Appraisal {
    let outcomes = outcomes(hits.situation, check, terms);
    let key = HarmKey {
        action: act.action,
        target: hits.target,
        weapon: terms.weapon,
        squeezed: hits.is_squeezed(),
        outcomes: Arc::clone(&outcomes),
    };
    let harms = &hits.situation.cache.harms;
    harms.get_or_insert(key, || weighted_mean(check, &outcomes, &smallvec![0; check.ladder.len()], hits))
}

/// The mean result of a check whose degrees have these values apart from harm.
pub fn expected(check: &Check, terms: &CheckTerms, values: &EffectValues, hits: HitEvaluator<'_, '_>) -> Appraisal {
    weighted_mean(check, &outcomes(hits.situation, check, terms), values, hits)
}

fn outcomes(situation: &Situation<'_>, check: &Check, terms: &CheckTerms) -> Arc<CheckOutcomes> {
    let compute = |key: &CheckKey| Arc::new(key.outcomes(situation.rules, terms));
    situation.cache.outcomes.get_or_insert(CheckKey::of(check, terms), compute)
}

fn weighted_mean(
    check: &Check,
    outcomes: &CheckOutcomes,
    values: &EffectValues,
    mut hits: HitEvaluator<'_, '_>,
) -> Appraisal {
    let situation = hits.situation;
    let (mut sum, mut successes, mut all, mut harm) = (0i64, 0u64, 0u64, 0i32);
    for outcome in outcomes {
        let (judged, weight) = (&outcome.judged, u64::from(outcome.weight));
        let (mut value, dealt) = outcome_value(check, &reached(check, judged), values, &mut hits);
        if judged.iter().any(|(_, degree, _)| *degree == Degree::Fumble) {
            value -= fumble_cost(situation);
        }
        all += weight;
        successes += weight * u64::from(judged.iter().any(|(_, degree, _)| degree.is_hit()));
        sum += i64::from(value) * weight as i64;
        if dealt > 0 && harm == 0 {
            harm = dealt;
        }
    }
    let value = (sum / all.max(1) as i64) as i32;
    Appraisal { value, hits: (successes * 1000 / all.max(1)) as u16, harm }
}

/// Indices of the degrees of a check that a roll reaches, each with its result.
pub type ReachedDegrees = SmallVec<[(usize, Degree); 8]>;

/// The degrees of a check that a roll with these results reaches.
pub fn reached(check: &Check, judged: &[DefenceResult]) -> ReachedDegrees {
    let mut reached = ReachedDegrees::new();
    for (at, rung) in check.ladder.iter().enumerate() {
        let result = judged.iter().find(|(stat, ..)| rung.against.is_none_or(|asked| Some(asked) == *stat));
        let Some((_, degree, margin)) = result else { continue };
        let success = degree.is_hit();
        let holds = match rung.when {
            When::Wins => success,
            When::Over(by) | When::Every(by) => success && *margin >= by,
            When::Critical => *degree == Degree::Critical,
            When::Fails => !success,
        };
        if holds {
            reached.push((at, *degree));
        }
    }
    reached
}

/// The value and the mean damage of one outcome.
pub fn outcome_value(
    check: &Check,
    reached: &ReachedDegrees,
    values: &[i32],
    hits: &mut HitEvaluator<'_, '_>,
) -> (i32, i32) {
    let (mut value, mut steps, mut extra) = (0, 0u8, 0i32);
    let mut blows: SmallVec<[(&Amount, Degree); 2]> = SmallVec::new();
    for (at, degree) in reached {
        value += values[*at];
        for effect in &check.ladder[*at].effects {
            match &effect.does {
                Effect::Harm { to: Harmed::Item, .. } => {}
                Effect::Harm { amount, .. } => blows.push((amount, *degree)),
                Effect::BetterDie(by) => steps += by,
                Effect::MoreHarm(dice) => extra += dice.mean_times_two() * 50,
                _ => {}
            }
        }
    }
    let mut dealt = 0;
    for (amount, degree) in blows {
        let (hit, harm) = hits.hit(amount, degree, steps, extra);
        value += hit;
        dealt += harm;
    }
    (value, dealt)
}
