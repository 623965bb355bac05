//! Checks of effects: of actions, spells, items and riders of damage.

use crate::content::{
    Amount, CitedEffect, Displacement, Effect, Harmed, HealthModel, Hold, Measure, Name, Pace, ValuePath,
};
use crate::rules::check::afflictions;
use crate::rules::check::file_check::{FileCheck, each};
use crate::rules::check::policies::{damage, rolls};

/// Checks some effects, and refuses those that need a policy the rule system does not have, or damage on which they ride.
pub(in crate::rules::check) fn check_effects(effects: &[CitedEffect], list: &ValuePath, file: &mut FileCheck<'_>) {
    check_ridden(effects, list, file);
    for (path, cited) in each(list, effects) {
        for (field, _) in measures(&cited.does).into_iter().filter(|(_, it)| matches!(it, Measure::Dealt { .. })) {
            let message = "only effects that ride on damage count it: see `riders` of `stages`";
            file.refuse(&path.field("does").field(field), message);
        }
    }
}

/// The levels and numbers of rounds of an effect, with their fields.
fn measures(does: &Effect) -> Vec<(&'static str, Measure)> {
    match does {
        Effect::Inflict { level, rounds, .. } => vec![("level", *level), ("rounds", *rounds)],
        Effect::GainLevels { level, .. } => vec![("level", *level)],
        Effect::Bolster { lasts, .. } => vec![("lasts", *lasts)],
        _ => Vec::new(),
    }
}

fn check_measure(measure: Measure, path: &ValuePath, file: &mut FileCheck<'_>) {
    match measure {
        Measure::Dealt { per } => file.within(&path.field("per"), per, 1..=1000),
        Measure::StatPlus(_, more) => file.within(&path.index(1), more, -100..=100),
        Measure::Dice(dice) if dice.is_constant() => {
            file.refuse(&path.index(0), "a roll needs at least one die, such as `1d4`: use `Just` for a number");
        }
        _ => {}
    }
}

/// Checks some effects that may ride on damage.
pub(in crate::rules::check) fn check_ridden(effects: &[CitedEffect], list: &ValuePath, file: &mut FileCheck<'_>) {
    let policies = &file.content.policies.value;
    for (path, cited) in each(list, effects) {
        let path = path.field("does");
        check_effect(&cited.does, &path, file);
        rolls::check_stealth(&cited.does, &path, file);
        for (field, measure) in measures(&cited.does) {
            check_measure(measure, &path.field(field), file);
        }
        match cited.does {
            Effect::Fall { .. } if policies.height.is_none() => file.refuse(&path, "falls need the policy `height`"),
            Effect::Mount | Effect::Dismount if policies.mounts.is_none() => {
                file.refuse(&path, "riding needs the policy `mounts`");
            }
            Effect::Harm { to: Harmed::Item, .. } if policies.things.is_none() => {
                file.refuse(&path, "damage to items needs the policy `things`");
            }
            _ => {}
        }
    }
}

fn check_effect(effect: &Effect, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let Effect::Harm { to, harm, hit, .. } = effect {
        file.damage_types(&path.field("harm"), harm.unwrap_or_default());
        damage::check_hit(hit, &path.field("hit"), file);
        check_harmed(*to, &path.field("to"), file);
    }
    let cell = i64::from(file.content.policies.value.board.cell);
    match effect {
        Effect::Ward { kind, of_a_hit, .. } => {
            damage::check_ward(*kind, &path.field("kind"), file);
            file.within(&path.field("of_a_hit"), of_a_hit.unwrap_or(1), 1..=1000);
        }
        Effect::Harm { amount: Amount::Weapon { steps }, .. } => {
            let path = path.field("amount").field("steps");
            file.within(&path, *steps, 0..=10);
            if *steps > 0 && file.content.policies.value.damage.die_steps.is_empty() {
                file.refuse(&path, "no dice improve by steps: list them in `die_steps` of the policy `damage`");
            }
        }
        Effect::Choose { of, .. } => {
            each(&path.field("of"), of).for_each(|(path, name)| file.action(&path, *name));
        }
        Effect::LoseTowards(condition) => file.condition(&path.index(0), *condition),
        Effect::BetterDie(steps) => file.within(&path.index(0), *steps, 1..=10),
        Effect::Gain { condition, .. }
        | Effect::Lose { condition, .. }
        | Effect::Inflict { condition, .. }
        | Effect::GainLevels { condition, .. }
        | Effect::GainTowards { condition, .. }
        | Effect::Staple { condition } => file.condition(&path.field("condition"), *condition),
        Effect::NextAttack { to_hit, damage, .. } => {
            file.within(&path.field("to_hit"), *to_hit, -60..=60);
            file.within(&path.field("damage"), *damage, -60..=60);
        }
        Effect::Distract { amount, .. } => file.within(&path.field("amount"), *amount, -60..=60),
        Effect::Tighten(Hold::Stacks(stacks)) => file.within(&path.index(0).index(0), *stacks, -20..=20),
        Effect::Tighten(Hold::HardToBreak(amount)) => file.within(&path.index(0), *amount, -60..=0),
        Effect::Displace(
            Displacement::Together { distance }
            | Displacement::Slide { distance }
            | Displacement::Place { distance }
            | Displacement::Push { distance }
            | Displacement::Drag { distance }
            | Displacement::Reposition { distance, .. },
        ) => file.within(&path.field("distance"), *distance, cell..=100),
        Effect::Topple { height } => file.within(&path.field("height"), *height, 5..=1000),
        Effect::Shine { radius, .. } => file.within(&path.field("radius"), *radius, 5..=1000),
        Effect::Fall { height } => file.within(&path.field("height"), *height, 1..=1000),
        Effect::Farther(distance) => file.within(&path.index(0), *distance, 1..=100),
        Effect::LosePoints { pool, points, unless, .. } => {
            file.pool(&path.field("pool"), *pool);
            file.within(&path.field("points"), *points, 1..=20);
            unless.iter().for_each(|name| file.condition(&path.field("unless"), *name));
        }
        Effect::GainPoints { pool, points, stat } => {
            file.pool(&path.field("pool"), *pool);
            file.within(&path.field("points"), *points, i64::from(stat.is_none())..=100);
        }
        Effect::Loosen(stacks) => file.within(&path.index(0), *stacks, 1..=1000),
        Effect::HealWound { .. } | Effect::MoreSteps(_) | Effect::HealPart { .. } => {
            damage::check_healing(effect, path, file);
        }
        Effect::Afflict { condition, level, against } => {
            afflictions::check_cause((*condition, *level, *against), path, file);
        }
        Effect::Treat { steps } => {
            afflictions::check_treatment(path, file);
            file.within(&path.field("steps"), *steps, 1..=6);
        }
        Effect::KeepHoldOr(action)
        | Effect::Offer(action)
        | Effect::Follow(action)
        | Effect::SetAgainstCharge(action) => file.action(&path.index(0), *action),
        Effect::FollowOne(actions) => {
            if actions.is_empty() {
                file.refuse(path, "name at least one action");
            }
            check_choice(actions, path, file);
        }
        Effect::GainMovement { quarters } => {
            file.within(&path.field("quarters"), *quarters, 1..=40);
            if !matches!(file.content.policies.value.movement.pace, Pace::Pool(_)) {
                file.refuse(path, "this rule system has no pool of movement: its `pace` is not `Pool`");
            }
        }
        Effect::Envenom(venom) => file.venom(&path.index(0), *venom),
        Effect::ShiftStance(stance) | Effect::TakeStance(stance) => file.stance(&path.index(0), *stance),
        _ => {}
    }
}

/// Refuses unknown actions among those from which one is chosen, and those that are named twice.
pub(super) fn check_choice(actions: &[Name], path: &ValuePath, file: &mut FileCheck<'_>) {
    for (at, (path, action)) in each(path, actions).enumerate() {
        file.action(&path, *action);
        if actions[..at].contains(action) {
            file.refuse(&path, format!("duplicate entry for `{action}`"));
        }
    }
}

fn check_harmed(to: Harmed, path: &ValuePath, file: &mut FileCheck<'_>) {
    match to {
        Harmed::TargetIfWanted { gains } => file.condition(&path.field("gains"), gains),
        Harmed::TargetSpared { helpless, .. } => {
            file.condition(&path.field("helpless"), helpless);
            if !matches!(file.content.policies.value.consciousness.collapse, HealthModel::Slots(_)) {
                file.refuse(path, "only wounds by severity can be lighter: use `Target`");
            }
        }
        Harmed::Target | Harmed::TargetOrItem | Harmed::Item => {}
    }
}
