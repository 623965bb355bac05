//! The exact damage distribution of a check, over all faces of the die, damage rolls and consciousness checks.

use super::Fraction;
use super::pending::PendingCheck;
use super::riders::{self, RiderChances};
use crate::battle::Vitals;
use crate::content::{Breakdown, CitedEffect, Effect, Harmed, HealthModel, Label};
use crate::dice::Distribution;
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::{self, PendingDamage};
use crate::mechanics::{Game, checks, consciousness, health, status};
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::{degrees, outcome};

pub(super) struct Harm {
    /// Damage after damage reduction.
    pub(super) damage: Distribution,
    pub(super) drops: Fraction,
    pub(super) kills: Fraction,
    /// The level of the worst wound, from 1; 0 if there is none.
    pub(super) severity: Distribution,
    /// The chances of each rider of the rule system.
    pub(super) riders: Vec<RiderChances>,
}

/// The end of one result of a check, or of a mixture of results.
#[derive(Clone)]
struct End {
    damage: Distribution,
    /// Whether the target falls, as 0 or 1.
    drops: Distribution,
    /// Whether the target dies, as 0 or 1.
    kills: Distribution,
    /// The level of the worst wound, from 1; 0 if there is none.
    severity: Distribution,
    riders: Vec<RiderChances>,
}

pub(super) fn expected(check: &PendingCheck<'_>) -> Harm {
    let mut each: Vec<(u128, End)> = Vec::new();
    check.each_outcome(|weight, results| each.push((weight.into(), check.face(results))));
    let End { damage, drops, kills, severity, riders } = mixed(&each);
    let yes = |found: &Distribution| Fraction::new(found.weight(1), found.total_weight());
    Harm { damage, drops: yes(&drops), kills: yes(&kills), severity, riders }
}

/// The damage of one result of a check.
pub(super) fn of_result(check: &PendingCheck<'_>, results: &[DefenceResult]) -> Distribution {
    check.face(results).damage
}

/// The damage of one result of a check, and as 0 or 1 whether its target falls, and whether it dies.
pub(super) fn ends_of_result(check: &PendingCheck<'_>, results: &[DefenceResult]) -> [Distribution; 3] {
    let End { damage, drops, kills, .. } = check.face(results);
    [damage, drops, kills]
}

/// The mixture of weighted ends.
fn mixed(cases: &[(u128, End)]) -> End {
    let of = |part: &dyn Fn(&End) -> Distribution| {
        let parts = cases.iter().map(|(weight, end)| (*weight, part(end)));
        Distribution::mixed(&parts.collect::<Vec<_>>())
    };
    let riders = cases.first().map_or(0, |(_, end)| end.riders.len());
    let rider = |at: usize| RiderChances {
        happens: of(&|end| end.riders[at].happens.clone()),
        saved: of(&|end| end.riders[at].saved.clone()),
    };
    End {
        damage: of(&|end| end.damage.clone()),
        drops: of(&|end| end.drops.clone()),
        kills: of(&|end| end.kills.clone()),
        severity: of(&|end| end.severity.clone()),
        riders: (0..riders).map(rider).collect(),
    }
}

impl PendingCheck<'_> {
    /// The end of one result of the check.
    fn face(&self, results: &[DefenceResult]) -> End {
        let reached = degrees::reached(self.check, results);
        let mut cases: Vec<(u128, Vec<PendingDamage>)> = vec![(1, Vec::new())];
        for (effect, degree, margin) in &reached.harms {
            let Some(dealt) = self.dealt(effect, *degree, &reached) else { continue };
            let with = |case| self.with_blow(case, (effect, *degree, (*margin, reached.blocked)), results, &dealt);
            cases = cases.iter().flat_map(with).collect();
        }
        let mut end = mixed(&cases.iter().map(|(weight, blows)| (*weight, self.end(blows))).collect::<Vec<_>>());
        if results.iter().any(|result| result.kills) {
            (end.drops, end.kills) = (Distribution::constant(1), Distribution::constant(1));
        }
        end
    }

    fn dealt(&self, effect: &CitedEffect, degree: Degree, reached: &degrees::ReachedRungs<'_>) -> Option<Distribution> {
        if matches!(effect.does, Effect::Harm { to: Harmed::Item, .. }) {
            return None;
        }
        let game = Game::new(self.view, self.rules.book());
        let (of, choices) = ((game, self.rules), self.choices);
        let roll = outcome::stroke_damage(of, &self.plan, self.target, self.odds, (effect, degree), reached, choices)?;
        Some(roll.before_minimum(self.rules.book()))
    }

    fn with_blow(
        &self,
        (weight, blows): &(u128, Vec<PendingDamage>),
        (effect, degree, (margin, blocked)): (&CitedEffect, Degree, (i16, bool)),
        results: &[DefenceResult],
        dealt: &Distribution,
    ) -> Vec<(u128, Vec<PendingDamage>)> {
        let with = |(value, share): (i32, u128)| {
            let amount = i16::try_from(value).unwrap_or(i16::MAX);
            let mut amount = Breakdown::of([(Label::DamageDice, amount, effect.rule)]);
            damage::raise(&self.rules.policies.damage, &mut amount);
            let game = Game::new(self.view, self.rules.book());
            let blow = outcome::blow_of(game, &self.plan, self.target, self.odds, effect, amount);
            let blow = blow.map(|blow| PendingDamage { margin, blocked, ..blow });
            let how = (self.odds, self.choices);
            let blow = blow.map(|blow| outcome::landed(self.rules, blow, degree, results, how));
            (weight.saturating_mul(share), blows.iter().cloned().chain(blow).collect())
        };
        dealt.iter().map(with).collect()
    }

    /// The end after these blows.
    fn end(&self, blows: &[PendingDamage]) -> End {
        let hurts = damage::settle(Game::new(self.view, self.rules.book()), blows);
        let total: i32 = hurts.iter().map(|hurt| i32::from(hurt.amount.total())).sum();
        let before = self.view.row(self.target).vitals;
        let after = hurts.last().map_or(before, |hurt| hurt.vitals);
        let policy = &self.rules.policies.consciousness;
        let dies = health::is_dead(policy, &after) && !health::is_dead(policy, &before);
        let kills = Fraction::new(u128::from(dies), 1);
        let drops = if dies { kills } else { self.falls(&before, &after) };
        let riders = riders::chances(self, blows, &hurts);
        let [slain, dropped] = riders::fates(self, &riders);
        let kills = riders::at_least_one(&kills.distribution(), &slain);
        let drops = riders::at_least_one(&riders::at_least_one(&drops.distribution(), &slain), &dropped);
        let worst = hurts.iter().map(|hurt| i32::from(hurt.severity.total())).max();
        let severity = Distribution::constant(worst.unwrap_or(0));
        End { damage: Distribution::constant(total), drops, kills, severity, riders }
    }

    fn falls(&self, before: &Vitals, after: &Vitals) -> Fraction {
        let awake = status::is_conscious(Game::new(self.view, self.rules.book()), self.target);
        let HealthModel::Fatigue(policy) = &self.rules.policies.consciousness.collapse else {
            let policy = &self.rules.policies.consciousness;
            let down = health::is_down(policy, after) && !health::is_down(policy, before);
            return Fraction::new(u128::from(down), 1);
        };
        if !awake || !consciousness::needs_check(before, after) {
            return Fraction::new(0, 1);
        }
        let bonus = consciousness::bonus_to_stay_awake(policy, self.rules.book(), self.view.row(self.target)).total();
        let lead = bonus.saturating_sub(consciousness::difficulty(policy, after).total());
        let chances = checks::chances(&self.rules.policies.rolls.check, None, (lead, 0), false);
        Fraction::new((chances.faces - chances.hits).into(), chances.faces.into())
    }
}
