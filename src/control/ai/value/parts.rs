//! The value of attacks aimed at parts of the body.

use super::effects;
use crate::battle::{CombatantId, Vitals};
use crate::content::{BodyPart, Effect, Fate, HealthModel, Name, PartLimit, Who};
use crate::control::ai::model::{Appraisal, Situation};
use crate::mechanics::{damage, health};

/// The value of an attack on a part of the body that hits and harms like this: what the part loses on the way to a fate, and the
/// thresholds that it passes.
pub fn aimed_value(situation: &Situation<'_>, target: CombatantId, part: Name, appraisal: &Appraisal) -> i32 {
    let (policy, values) = (&situation.rules.policies.consciousness, situation.combatants.get(target));
    let HealthModel::Parts(body) = &policy.collapse else { return appraisal.value };
    let lost = (appraisal.harm / 100) as i16;
    if !values.active || lost <= 0 {
        return 0;
    }
    let (at, before) = (body.index(Some(part)), situation.view.row(target).vitals);
    let after = damage::after_loss(&situation.rules.policies.damage, before, at, lost);
    let down = |vitals: &Vitals| health::is_down(policy, vitals);
    let worth = match down(&after) && !down(&before) {
        true => values.value,
        false => {
            let lost = i32::from(before.parts.left[at] - after.parts.left[at]);
            let fated = points_to_fate(&body.parts[at], before.parts.left[at], before.parts.most[at]);
            let share = fated.map_or(0, |points| (lost * 1000 / i32::from(points.max(1))).min(1000));
            values.value * share / 1000 + passed(situation, target, &before, &after)
        }
    };
    worth.min(bound(situation, target)) * i32::from(appraisal.hits) / 1000
}

/// Upper bound on the value of an attack on a part of the body.
pub fn bound(situation: &Situation<'_>, target: CombatantId) -> i32 {
    situation.combatants.get(target).value * 2
}

/// The conditions of the thresholds that parts pass.
fn passed(situation: &Situation<'_>, target: CombatantId, before: &Vitals, after: &Vitals) -> i32 {
    let crossings = health::crossings(&situation.rules.policies.consciousness, before, after);
    let gained = crossings.iter().flat_map(|crossing| {
        let first = crossing.threshold.first.map(|first| first.condition);
        [first, crossing.threshold.condition].into_iter().flatten()
    });
    let value = |condition| effects::value(situation, &Effect::Gain { who: Who::Target, condition }, target);
    gained.map(value).sum()
}

/// The points that a part can lose before a threshold with a fate; `None` if it has none.
fn points_to_fate(part: &BodyPart, left: i16, most: i16) -> Option<i16> {
    let fated = part.thresholds.iter().filter(|threshold| threshold.fate >= Fate::Down);
    let points = fated.map(|threshold| match threshold.at {
        PartLimit::Below(percent) => left - limit(percent, most) + 1,
        PartLimit::AtMost(percent) => left - limit(percent, most),
    });
    points.filter(|points| *points > 0).min()
}

fn limit(percent: i16, most: i16) -> i16 {
    (i32::from(percent) * i32::from(most)).div_euclid(100) as i16
}
