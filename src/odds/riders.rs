//! The chances with which riders of damage take effect (PR-112 to PR-122).

use super::pending::PendingCheck;
use super::{CheckOutcome, Fraction};
use crate::content::{CitedEffect, Effect, Rider, RiderMeasure, Who};
use crate::dice::Distribution;
use crate::mechanics::Game;
use crate::mechanics::checks;
use crate::mechanics::damage::{AppliedDamage, PendingDamage};
use crate::resolution::procedure::effect::riders;

/// The chances of one rider after some blows, as distributions of 0 and 1.
#[derive(Clone)]
pub(super) struct RiderChances {
    /// That at least one blow carries it, and the target makes no saving throw or fails it.
    pub(super) happens: Distribution,
    /// That at least one blow carries it, and the target saves.
    pub(super) saved: Distribution,
}

/// The chances of each rider after these blows, which have hurt the target so.
pub(super) fn chances(check: &PendingCheck<'_>, blows: &[PendingDamage], hurts: &[AppliedDamage]) -> Vec<RiderChances> {
    let of_rider = |rider: &Rider| {
        let [mut happens, mut saved] = [Distribution::constant(0), Distribution::constant(0)];
        for (blow, hurt) in blows.iter().zip(hurts) {
            let game = Game::new(check.view, check.rules.book());
            if riders::points(rider, blow, hurt, game).is_none() {
                continue;
            }
            let saves = save_chance(check, rider, hurt);
            happens = at_least_one(&happens, &saves.map(|saves| 1 - saves));
            saved = at_least_one(&saved, &saves);
        }
        RiderChances { happens, saved }
    };
    check.rules.policies.stages.riders.iter().map(of_rider).collect()
}

/// The chance that a target saves against a rider; 0 without a saving throw.
fn save_chance(check: &PendingCheck<'_>, rider: &Rider, hurt: &AppliedDamage) -> Distribution {
    let Some(save) = rider.save else { return Distribution::constant(0) };
    let (bonus, difficulty) = riders::saving_throw(
        rider,
        save,
        riders::saved_against(rider, save, hurt),
        &check.view.row(check.target).sheet,
    );
    let policy = check.rules.policies.rolls.of(save.dice);
    let chances = checks::chances(policy, None, (bonus.total(), difficulty.total()), false);
    Fraction::new(chances.hits.into(), chances.faces.into()).distribution()
}

/// That at least one of two independent events takes place.
pub(super) fn at_least_one(one: &Distribution, other: &Distribution) -> Distribution {
    one.plus(other).map(|sum| sum.min(1))
}

/// The chances that the riders kill the target, and that they make it fall unconscious.
pub(super) fn fates(check: &PendingCheck<'_>, chances: &[RiderChances]) -> [Distribution; 2] {
    let unconscious = check.rules.policies.consciousness.unconscious;
    let kills = |effect: &CitedEffect| effect.does == Effect::Slay;
    let drops = |effect: &CitedEffect| match effect.does {
        Effect::Gain { who: Who::Target, condition }
        | Effect::GainLevels { who: Who::Target, condition, .. }
        | Effect::Inflict { who: Who::Target, condition, .. } => condition == unconscious,
        _ => false,
    };
    let any = |fate: &dyn Fn(&CitedEffect) -> bool| {
        check.rules.policies.stages.riders.iter().zip(chances).fold(
            Distribution::constant(0),
            |sum, (rider, chance)| {
                let parts = [(&rider.effects, &chance.happens), (&rider.saved, &chance.saved)];
                let parts = parts.into_iter().filter(|(effects, _)| effects.iter().any(fate));
                parts.fold(sum, |sum, (_, chance)| at_least_one(&sum, chance))
            },
        )
    };
    [any(&kills), any(&drops)]
}

/// The effects of the riders in words, with their probabilities. Those that cannot happen are left out.
pub(super) fn outcomes(check: &PendingCheck<'_>, chances: &[RiderChances]) -> Vec<CheckOutcome> {
    let mut found = Vec::new();
    for (rider, chance) in check.rules.policies.stages.riders.iter().zip(chances) {
        let failed = if rider.save.is_some() { ", not saved" } else { "" };
        for (effects, chance, how) in
            [(&rider.effects, &chance.happens, failed), (&rider.saved, &chance.saved, ", saved")]
        {
            let chance = Fraction::new(chance.weight(1), chance.total_weight());
            let when = format!("{}{how}", when(rider));
            let told = effects.iter().filter(|_| chance.of > 0);
            let told = told.filter_map(|effect| Some((check.words(effect)?, effect.rule)));
            found.extend(told.map(|(what, rule)| CheckOutcome { when: when.clone(), what, chance, rule }));
        }
    }
    found
}

/// The damage that carries a rider in words: `5 or more fire damage`.
fn when(rider: &Rider) -> String {
    let types = if rider.harm.is_empty() { String::new() } else { format!("{} ", rider.harm.words()) };
    match rider.of {
        RiderMeasure::Damage => format!("{} or more {types}damage", rider.least),
        RiderMeasure::Wounds => format!("{} or more {types}damage as wounds", rider.least),
        RiderMeasure::Nothing => format!("any {types}hit"),
    }
}
