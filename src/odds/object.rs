//! The exact outcome probabilities of an attack on an object.

use super::{Forecast, ForecastError, Fraction, Versus, takes};
use crate::battle::{CombatantId, ThingRef, View};
use crate::content::{Action, AdvantageTerms, Breakdown, Check, Effect, Label, RolledBy};
use crate::dice::Distribution;
use crate::mechanics::Game;
use crate::mechanics::attack::{Chances, Degree};
use crate::narration;
use crate::resolution::act::Act;
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::degrees;
use crate::resolution::procedure::action::check::object::ObjectCheck;
use crate::resolution::procedure::action::check::outcome::{self, Struck};
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::rules::Ruleset;

/// The forecast of an act against an object.
///
/// # Errors
/// If there is no such object, or the action makes no roll.
pub(super) fn forecast(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    act: &Act,
    (action, thing): (&Action, ThingRef),
) -> Result<Forecast, ForecastError> {
    let no_check = || ForecastError::NoCheck(action.name.clone());
    let check = action.check().ok_or_else(no_check)?;
    let rolling = ObjectCheck::new(view, rules, actor, (check, thing)).ok_or_else(no_check)?;
    let odds = rolling.terms(act);
    let pending = PendingBlow {
        view,
        rules,
        check,
        rolling: &rolling,
        odds: &odds,
        plan: ActionPlan::new(actor, act.clone(), 0),
    };
    let (versus, damage, destroyed) = pending.outcomes();
    let weapon = odds.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
    Ok(Forecast {
        actor: view.row(actor).name.to_string(),
        action: action.name.clone(),
        target: narration::object_name(view, rules, thing).to_owned(),
        weapon: weapon.map(|entry| entry.weapon.name.clone()),
        rule: action.rule,
        refused: None,
        roll: rules.policies.rolls.of(odds.roll).clone(),
        by: check.by,
        versus,
        outcomes: Vec::new(),
        damage,
        drops: destroyed,
        kills: destroyed,
        wounds: Vec::new(),
        at_object: true,
        takes: takes(view, rules, actor, act, action),
        bonus: odds.bonus,
        decided: None,
        edge: odds.edge,
        fails: odds.stages.fails,
        resisted: None,
        hold: None,
    })
}

struct PendingBlow<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    check: &'a Check,
    rolling: &'a ObjectCheck<'a>,
    odds: &'a CheckTerms,
    plan: ActionPlan,
}

impl PendingBlow<'_> {
    /// The roll against its defence, the distribution of the damage, and the probability that the object is destroyed.
    fn outcomes(&self) -> (Vec<Versus>, Distribution, Fraction) {
        let mut chances = Chances::default();
        let mut cases: Vec<(u128, Distribution)> = Vec::new();
        let mut broken: Vec<(u128, Distribution)> = Vec::new();
        let left = i32::from(self.rolling.object().left);
        degrees::each_throw(self.rules, self.odds, |weight, faces| {
            let results = self.rolling.judge(self.odds, faces.own);
            let Some(result) = results.first() else { return };
            let affects = if self.check.affects(result.degree.is_hit()) { Degree::Success } else { Degree::Failure };
            chances.count(weight, if self.check.by == RolledBy::Target { affects } else { result.degree });
            let (damage, at_once) = self.result(&results);
            let gone = damage.map(|dealt| i32::from(at_once || dealt >= left));
            cases.push((weight.into(), damage));
            broken.push((weight.into(), gone));
        });
        let difficulty = self.odds.defences.first().map(|(_, sum)| sum.clone()).unwrap_or_default();
        let versus = Versus {
            defence: None,
            rolls: false,
            difficulty,
            edge: AdvantageTerms::even(),
            chances,
            contest: None,
            choice: None,
        };
        let gone = Distribution::mixed(&broken);
        (vec![versus], Distribution::mixed(&cases), Fraction::new(gone.weight(1), gone.total_weight()))
    }

    /// The damage of all hits of one result, and whether the object breaks at once.
    fn result(&self, results: &[DefenceResult]) -> (Distribution, bool) {
        let reached = self.rolling.reached(results);
        let at_once = reached.others.iter().any(|effect| effect.does == Effect::Break);
        let game = Game::new(self.view, self.rules.book());
        let mut damage = Distribution::constant(0);
        for (effect, degree, margin) in &reached.harms {
            let struck = Struck::Object(self.rolling.object());
            let roll = outcome::damage_roll(game, &self.plan, struck, self.odds, effect, *degree, reached.steps);
            let Some(mut roll) = roll else { continue };
            roll.extra.extend_from_slice(&reached.extra);
            let taken = roll.distribution(self.rules.book()).map(|dealt| {
                let rolled = i16::try_from(dealt).unwrap_or(i16::MAX);
                let rolled = Breakdown::of([(Label::DamageDice, rolled, effect.rule)]);
                let taken = self.rolling.damage(self.odds, effect, &rolled, *margin);
                taken.map_or(0, |taken| i32::from(taken.total().max(0)))
            });
            damage = damage.plus(&taken);
        }
        (damage, at_once)
    }
}
