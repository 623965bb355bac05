//! Forecasts: the exact outcome probabilities of an act, with all modifiers, without rolling dice.
//!
//! [`forecast`] describes one act, [`exchanges`] the best attacks of a combatant and its enemies on each other, and
//! [`roll_chances`] gives the probabilities of a roll already made, for statistics. A new effect needs words in `outcome.rs`.

mod amounts;
mod chances;
mod contest;
mod damage;
mod defences;
mod exchange;
mod forecast;
mod format;
mod object;
mod outcome;
mod pending;
mod riders;
mod strokes;

pub use amounts::{forced_landings, hurried_prices, pushed_distances};
pub use chances::{ChanceCache, Fraction, roll_chances, would_succeed};
pub use contest::ContestOdds;
pub use exchange::{Attempt, Exchange, best_attack, exchanges, plain_attack};
use forecast::takes;
pub use forecast::{DefenceOdds, Forecast, ForecastError, Versus};
pub use outcome::CheckOutcome;
use pending::PendingCheck;
pub use strokes::{CriticalOdds, DefenceTest, critical_odds, defence_tests, rolled_damage};

use crate::battle::{CombatantId, Target, View};
use crate::content::{Action, Check, Does, HealthModel, Name, Refusal};
use crate::dice::Distribution;
use crate::mechanics::{Game, footing};
use crate::resolution::act::Act;
use crate::resolution::legal;
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::terms::{self, Answered};
use crate::resolution::stroke::StrokeChoices;
use crate::rules::Ruleset;

/// The act of using an action against a target, with this weapon or the first legal one, and why it cannot be declared now.
pub fn act_at(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    action: Name,
    target: CombatantId,
    weapon: Option<Name>,
) -> (Act, Option<Refusal>) {
    let uses = |act: &Act| {
        let used = act.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot)).map(|entry| entry.weapon.id);
        act.aimed_at() == Some(target) && (weapon.is_none() || used == weapon)
    };
    let offers = legal::offers(view, rules, actor);
    let Some(offer) = offers.into_iter().find(|offer| offer.action.id == action) else {
        return (Act::at(action, target, None), None);
    };
    if let Some(act) = offer.acts.into_iter().find(&uses) {
        return (act, None);
    }
    let reason = offer.refused.last().map(|(_, refusal)| refusal.clone());
    let refused = offer.refused.into_iter().find(|(act, _)| uses(act));
    refused.map_or_else(|| (Act::at(action, target, None), reason), |(act, refusal)| (act, Some(refusal)))
}

/// The forecast of an act against one target, by default the target of the act.
///
/// # Errors
/// If the action is unknown, or makes no roll against the target.
pub fn forecast(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    target: Option<CombatantId>,
) -> Result<Forecast, ForecastError> {
    let action = rules.actions.get(act.action).ok_or(ForecastError::Unknown(act.action))?;
    let no_check = || ForecastError::NoCheck(action.name.clone());
    if let (Some(thing), None) = (act.thing(), target) {
        return object::forecast(view, rules, actor, act, (action, thing));
    }
    if let (Target::Spell(id), None) = (&act.target, target) {
        // An ongoing spell is controlled.
        let spell = view.spell(*id).ok_or_else(no_check)?;
        let cast = rules.actions.get(spell.spell).ok_or(ForecastError::Unknown(spell.spell))?;
        let Does::Cast(rolls) = &cast.does else { return Err(no_check()) };
        let (check, target) = rolls.control.as_ref().zip(spell.target()).ok_or_else(no_check)?;
        let told = of_check(view, rules, actor, &spell.act(), (action, check), target, Answered::default());
        return Ok(Forecast { action: format!("{}: {}", action.name, cast.name), ..told });
    }
    let target = target.or_else(|| act.aimed_at()).ok_or_else(no_check)?;
    let check = action.check().ok_or_else(no_check)?;
    Ok(of_check(view, rules, actor, act, (action, check), target, Answered::default()))
}

/// The forecast of a reaction to a roll with this total.
///
/// # Errors
/// If the action is unknown, or makes no roll against its target.
pub fn forecast_answer(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    total: i16,
) -> Result<Forecast, ForecastError> {
    let action = rules.actions.get(act.action).ok_or(ForecastError::Unknown(act.action))?;
    let found = action.check().zip(act.aimed_at());
    let (check, target) = found.ok_or_else(|| ForecastError::NoCheck(action.name.clone()))?;
    let answered = Answered { total: Some(total), ..Answered::default() };
    Ok(of_check(view, rules, actor, act, (action, check), target, answered))
}

fn of_check(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    (action, check): (&Action, &Check),
    target: CombatantId,
    answered: Answered,
) -> Forecast {
    let pair = terms::Pair { view, rules, actor, target };
    let plan = ActionPlan::new(actor, act.clone(), 0);
    let choices = StrokeChoices::default();
    let choices = &choices;
    let defended = |chosen: Option<Name>| {
        let odds = terms::check_terms(pair, act, check, Answered { chosen, ..answered });
        let pending = PendingCheck { view, rules, check, target, odds: &odds, plan: plan.clone(), choices };
        let harm = damage::expected(&pending);
        let mut outcomes = outcome::outcomes(&pending);
        outcomes.extend(riders::outcomes(&pending, &harm.riders));
        (pending.versus(), outcomes, harm, odds)
    };
    let mut all = defences::each(pair, (action, check), &plan.act, answered).map(|choice| {
        let (mut versus, outcomes, harm, odds) = defended(choice.as_ref().and_then(|choice| choice.id));
        let mean = mean_hundredths(&harm.damage);
        let choice =
            choice.map(|choice| DefenceOdds { mean, damage: harm.damage.clone(), drops: harm.drops, ..choice });
        versus.iter_mut().for_each(|versus| versus.choice.clone_from(&choice));
        (versus, outcomes, harm, odds)
    });
    let first = all.next().unwrap_or_else(|| defended(None));
    // The target takes its best defence.
    let (versus, outcomes, harm, odds) = all.fold(first, |best, next| {
        let mut versus = best.0.clone();
        versus.extend(next.0.iter().cloned());
        let better =
            (mean_hundredths(&next.2.damage), hits(&next.0)) < (mean_hundredths(&best.2.damage), hits(&best.0));
        let kept = if better { next } else { best };
        (versus, kept.1, kept.2, kept.3)
    });
    let weapon = odds.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
    let hold = footing::chance(Game::new(view, rules.book()), actor).filter(|_| footing::calls_for_hold(check));
    Forecast {
        actor: view.row(actor).name.to_string(),
        action: action.name.clone(),
        target: match act.part {
            Some(part) => format!("{} ({})", view.row(target).name, part.as_str().replace('_', " ")),
            None => view.row(target).name.to_string(),
        },
        weapon: weapon.map(|entry| entry.weapon.name.clone()),
        rule: action.rule,
        refused: None,
        versus,
        outcomes,
        by: check.by,
        roll: rules.policies.rolls.of(odds.roll).clone(),
        decided: odds.stages.decided,
        bonus: odds.bonus,
        edge: odds.edge,
        fails: odds.stages.fails,
        resisted: odds.stages.resisted.map(|resisted| {
            let (failing, all) = resisted.failing(&rules.policies.rolls);
            (Fraction::new((all - failing).into(), all.into()), resisted.rule)
        }),
        hold: hold.map(|((of, all), rule)| (Fraction::new(of.into(), all.into()), rule)),
        damage: harm.damage,
        drops: harm.drops,
        kills: harm.kills,
        wounds: wounds(rules, &harm.severity),
        at_object: false,
        takes: takes(view, rules, actor, act, action),
    }
}

/// The chance of each severity of the worst wound.
fn wounds(rules: &Ruleset, severity: &Distribution) -> Vec<(Name, Fraction)> {
    let HealthModel::Slots(slots) = &rules.policies.consciousness.collapse else { return Vec::new() };
    let chance = |level| Fraction::new(severity.weight(level), severity.total_weight());
    slots.levels.iter().zip(1..).map(|(level, at)| (level.id, chance(at))).collect()
}

/// Mean damage in hundredths, rounded down.
fn mean_hundredths(damage: &Distribution) -> i128 {
    let (sum, of) = damage.mean();
    sum.saturating_mul(100).div_euclid(i128::try_from(of).unwrap_or(i128::MAX).max(1))
}

fn hits(versus: &[Versus]) -> u32 {
    versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand())
}
