//! Forecasts: the exact outcome probabilities of an act, with all modifiers, without rolling dice.
//!
//! [`forecast`] describes one act, [`exchanges`] the best attacks of a combatant and its enemies on each other, and
//! [`roll_chances`] gives the probabilities of a roll already made, for statistics. A new effect needs words in `outcome.rs`.

mod chances;
mod damage;
mod defences;
mod exchange;
mod format;
mod object;
mod outcome;

use chances::ChanceCounts;
pub use chances::{ChanceCache, Fraction, roll_chances, would_succeed};
pub use exchange::{Attempt, Exchange, best_attack, exchanges, plain_attack};
pub use outcome::CheckOutcome;

use crate::battle::{CombatantId, Target, View};
use crate::content::{Action, AdvantageTerms, Breakdown, Check, Does, Name, Refusal, RollPolicy, RolledBy, Stat};
use crate::dice::Distribution;
use crate::mechanics::attack::{Chances, Degree};
use crate::mechanics::{Game, items, status};
use crate::resolution::act::Act;
use crate::resolution::legal;
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::terms::{self, Answered};
use crate::resolution::procedure::action::check::{branches, degrees};
use crate::resolution::stroke::StrokeChoices;
use crate::rules::Ruleset;
use crate::turn::speed;

/// The roll against one defence.
#[derive(Clone, Debug)]
pub struct Versus {
    /// The defending stat; `None` for an opposed roll or a fixed difficulty.
    pub defence: Option<Stat>,
    /// Whether the target makes an opposed roll.
    pub rolls: bool,
    /// The difficulty with its terms; in an opposed roll, the bonus to the target's dice, or its own target number.
    pub difficulty: Breakdown,
    /// Advantage and disadvantage of the target's opposed roll.
    pub edge: AdvantageTerms,
    /// The number of die results for each degree of success.
    pub chances: Chances,
    /// The defence that the target chooses, where it has a choice.
    pub choice: Option<DefenceOdds>,
}

/// A defence that the target may choose.
#[derive(Clone, Debug)]
pub struct DefenceOdds {
    /// The id of the defence; `None` if the target chooses none.
    pub id: Option<Name>,
    /// The name players read.
    pub name: String,
    /// Its cost in words; empty if it costs nothing.
    pub cost: String,
    /// Mean damage in hundredths, misses counted as 0.
    pub mean: i128,
}

/// The forecast of an act.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// Display name of the acting combatant.
    pub actor: String,
    /// Display name of the action.
    pub action: String,
    /// Display name of the target.
    pub target: String,
    /// The name of the weapon used.
    pub weapon: Option<String>,
    /// Id of the rule that defines the action.
    pub rule: Name,
    /// Why the act cannot be declared now; `None` unless the caller of [`forecast`] sets it.
    pub refused: Option<Refusal>,
    /// The dice and the rules of the roll.
    pub roll: RollPolicy,
    /// The combatant that rolls. Chances are those of affecting the target: that its saving throw fails, if the target rolls.
    pub by: RolledBy,
    /// The bonus to the dice, or the target number that they may not exceed, with its terms.
    pub bonus: Breakdown,
    /// Advantage and disadvantage of the roll.
    pub edge: AdvantageTerms,
    /// One entry for each possible defence; a target that may choose takes its best.
    pub versus: Vec<Versus>,
    /// The effects of each degree of success, apart from the weapon's normal damage.
    pub outcomes: Vec<CheckOutcome>,
    /// Damage after damage reduction; 0 for a miss.
    pub damage: Distribution,
    /// Probability that the target falls unconscious or dies.
    pub drops: Fraction,
    /// Probability that the target dies.
    pub kills: Fraction,
    /// Whether the target is an object, which is destroyed instead of killed.
    pub at_object: bool,
    /// Minimum and maximum duration in counts; `None` if actions take no counts.
    pub takes: Option<(u16, u16)>,
}

/// Why there is no forecast for an act.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ForecastError {
    /// The action is unknown.
    #[error("this rule system has no action `{0}`")]
    Unknown(Name),
    /// The action makes no roll against a target.
    #[error("{0} makes no roll against a target")]
    NoCheck(String),
}

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
        (pending.versus(), outcome::outcomes(&pending), harm, odds)
    };
    let mut all = defences::each(pair, (action, check), &plan.act, answered).map(|choice| {
        let (mut versus, outcomes, harm, odds) = defended(choice.as_ref().and_then(|choice| choice.id));
        let mean = mean_hundredths(&harm.damage);
        let choice = choice.map(|choice| DefenceOdds { mean, ..choice });
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
        bonus: odds.bonus,
        edge: odds.edge,
        damage: harm.damage,
        drops: harm.drops,
        kills: harm.kills,
        at_object: false,
        takes: takes(view, rules, actor, act, action),
    }
}

struct PendingCheck<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    check: &'a Check,
    target: CombatantId,
    odds: &'a terms::CheckTerms,
    plan: ActionPlan,
    choices: &'a StrokeChoices,
}

impl PendingCheck<'_> {
    fn each_outcome(&self, mut each: impl FnMut(u64, &[DefenceResult])) {
        let judge = |faces| degrees::judge_all(self.view, self.rules, self.target, self.odds, faces);
        branches::each_outcome(self.rules, self.odds, judge, |weight, results| each(weight, results));
    }

    fn versus(&self) -> Vec<Versus> {
        let of = |defence, rolls, difficulty: &Breakdown, edge: AdvantageTerms| {
            let (difficulty, chances) = (difficulty.clone(), Chances::default());
            Versus { defence, rolls, difficulty, edge, chances, choice: None }
        };
        let met = self.odds.defences.iter().map(|(defence, sum)| of(*defence, false, sum, AdvantageTerms::even()));
        let rolled = self.odds.rival.iter().map(|rival| of(None, true, &rival.bonus, rival.edge.clone()));
        let mut versus: Vec<Versus> = met.chain(rolled).collect();
        let mut counts = vec![ChanceCounts::default(); versus.len()];
        self.each_outcome(|weight, results| {
            for (counts, result) in counts.iter_mut().zip(results) {
                let affects = self.check.affects(result.degree.is_hit());
                let saved = if affects { Degree::Success } else { Degree::Failure };
                counts.count(weight, if self.check.by == RolledBy::Target { saved } else { result.degree });
            }
        });
        versus.iter_mut().zip(counts).for_each(|(versus, counts)| versus.chances = counts.chances());
        versus
    }
}

/// Mean damage in hundredths, rounded down.
fn mean_hundredths(damage: &Distribution) -> i128 {
    let (sum, of) = damage.mean();
    sum.saturating_mul(100).div_euclid(i128::try_from(of).unwrap_or(i128::MAX).max(1))
}

fn hits(versus: &[Versus]) -> u32 {
    versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand())
}

fn takes(view: View<'_>, rules: &Ruleset, actor: CombatantId, act: &Act, action: &Action) -> Option<(u16, u16)> {
    let turns = rules.policies.turn.counted()?;
    let sheet = &view.row(actor).sheet;
    let class = legal::speed_class(view, actor, action, act.weapon);
    let (slower, _) = status::slowdown(Game::new(view, rules.book()), actor, false);
    Some(speed::speed_span(turns, items::reading_speed(view, actor, act, action), class, sheet.speed, slower))
}
