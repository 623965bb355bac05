//! Checks of the policies of damage, unconsciousness and death.

use std::ops::RangeInclusive;

use crate::battle::{Wards, WoundTrack};
use crate::content::{
    Action, Against, Aim, BleedingCollapse, Condition, ConsciousnessPolicy, CriticalDamage, DamagePolicy, DamageStep,
    DyingCheck, Effect, HealthModel, HitTraits, LosingPool, Name, Policies, RoundStep, SlotCount, Stacking, StepKind,
    ThresholdPolicy, ValuePath, WakingDifficulty, WoundLevel, WoundSlots,
};
use crate::rules::check::file_check::{FileCheck, each};
use crate::rules::check::policies::{body_parts, damage_dice};

pub(in crate::rules::check) fn check(damage: &DamagePolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    damage_dice::check(damage, root, file);
    if let Some(least) = damage.least {
        file.within(&root.field("least").field("amount"), least.amount, 0..=20);
    }
    if let CriticalDamage::Times { by, .. } = &damage.critical {
        file.within(&root.field("critical").field("by"), *by, 1..=10);
    }
    if let Some(threshold) = &damage.threshold {
        check_threshold(threshold, &root.field("threshold"), file);
    }
    for (path, group) in each(&root.field("groups"), &damage.groups) {
        file.damage_types(&path.field("of"), group.of);
    }
    for (at, (path, ward)) in each(&root.field("wards"), &damage.wards).enumerate() {
        if damage.wards[..at].iter().any(|earlier| earlier.id == ward.id) {
            file.refuse(&path.field("id"), format!("duplicate id `{}`", ward.id));
        }
    }
    if damage.wards.len() > Wards::default().0.len() {
        file.refuse(&root.field("wards"), "there can be at most four kinds of wards");
    }
    check_pipeline(damage, &root.field("pipeline"), file);
}

/// Refuses an action at parts of the body that cannot be aimed at any.
pub(in crate::rules::check) fn check_aim_at_parts(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    if !action.at_parts {
        return;
    }
    let path = path.field("at_parts");
    match &file.content.policies.value.consciousness.collapse {
        HealthModel::Parts(body) if body.parts.iter().any(|part| part.aimed.is_some()) => {}
        _ => file.refuse(&path, "no part of the body has an `aimed` modifier in `consciousness.collapse`"),
    }
    if action.aim != Aim::Enemy || action.check().is_none_or(|check| !check.is_attack()) {
        file.refuse(&path, "only an attack with `aim: Enemy` is aimed at parts of the body");
    }
}

/// Refuses a difficulty by wounds where wounds have no levels, or numbers for more or fewer levels than there are.
pub(in crate::rules::check) fn check_wound_difficulty(against: &Against, path: &ValuePath, file: &mut FileCheck<'_>) {
    let HealthModel::Slots(wounds) = &file.content.policies.value.consciousness.collapse else {
        return file.refuse(path, "the health model in `consciousness.collapse` has no wound slots");
    };
    if let Against::WoundLevel { numbers, .. } = against
        && numbers.len() != wounds.levels.len()
    {
        let message = format!("there are {} levels of wounds, but {} numbers", wounds.levels.len(), numbers.len());
        file.refuse(&path.field("numbers"), message);
    }
}

/// Refuses healing that the health model has not.
pub(in crate::rules::check) fn check_healing(effect: &Effect, path: &ValuePath, file: &mut FileCheck<'_>) {
    match (effect, &file.content.policies.value.consciousness.collapse) {
        (Effect::HealWound { steps }, HealthModel::Slots(_)) => file.within(&path.field("steps"), *steps, 1..=6),
        (Effect::MoreSteps(steps), HealthModel::Slots(_)) => file.within(&path.index(0), *steps, 1..=6),
        (Effect::HealPart { part, .. }, HealthModel::Parts(body)) => {
            if let Some(part) = part {
                body_parts::check_name(*part, body, &path.field("part"), file);
            }
        }
        (Effect::HealPart { .. }, _) => file.refuse(path, "the health model in `consciousness.collapse` has no parts"),
        _ => file.refuse(path, "the health model in `consciousness.collapse` has no wound slots"),
    }
}

/// Refuses a hit on a part of the body that there is not, past a protection that no step of the pipeline asks for, or with
/// a severity where wounds have none.
pub(in crate::rules::check) fn check_hit(hit: &HitTraits, path: &ValuePath, file: &mut FileCheck<'_>) {
    let policies = &file.content.policies.value;
    let model = &policies.consciousness.collapse;
    let asked = policies.damage.pipeline.iter().flat_map(|step| [step.on.bypassing, step.on.not_bypassing]);
    let known: Vec<Name> = asked.flatten().collect();
    for (path, name) in each(&path.field("bypasses"), &hit.bypasses) {
        if !known.contains(name) {
            let known: Vec<&str> = known.iter().map(|name| name.as_str()).collect();
            file.findings.unknown(&path, "protection of `damage.pipeline`", name.as_str(), &known);
        }
    }
    match (hit.part, model) {
        (Some(part), HealthModel::Parts(body)) => body_parts::check_name(part, body, &path.field("part"), file),
        (Some(_), _) => {
            file.refuse(&path.field("part"), "the health model in `consciousness.collapse` has no parts");
        }
        (None, _) => {}
    }
    if hit.severity != 0 && !matches!(model, HealthModel::Slots(_)) {
        let path = path.field("severity");
        file.refuse(&path, "the health model in `consciousness.collapse` has no wound slots");
    }
    within!(file, path, hit, severity in -6..=6);
}

/// Refuses a ward of an unknown kind.
pub(in crate::rules::check) fn check_ward(kind: Name, path: &ValuePath, file: &mut FileCheck<'_>) {
    let known: Vec<&str> = file.content.policies.value.damage.wards.iter().map(|ward| ward.id.as_str()).collect();
    if !known.contains(&kind.as_str()) {
        file.findings.unknown(path, "ward", kind.as_str(), &known);
    }
}

fn check_threshold(threshold: &ThresholdPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    if !file.is_derived(threshold.stat) {
        let message = format!("{} is not a derived stat: define it in `derived`", threshold.stat.word());
        file.refuse(&path.field("stat"), message);
    }
    within!(file, path, threshold, wear in 0..=20);
    conditions!(file, path, threshold, wounded);
    for (path, kind) in each(&path.field("impairments").field("kinds"), &threshold.impairments.kinds) {
        conditions!(file, path, kind, condition);
        file.damage_types(&path.field("harm"), kind.harm);
    }
}

/// Changes of the amount come before the steps that change pools, of which at least one is needed.
fn check_pipeline(damage: &DamagePolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    let mut pools = false;
    for (path, step) in each(path, &damage.pipeline) {
        if step.does.is_arithmetic() && pools {
            file.refuse(&path.field("does"), "a step that changes the damage comes before those that change pools");
        }
        pools |= !step.does.is_arithmetic();
        check_step(step, damage, &path, file);
    }
    let is_threshold = |step: &DamageStep| step.does == StepKind::Threshold;
    if damage.threshold.is_some() && !damage.pipeline.iter().any(is_threshold) {
        file.refuse(path, "a threshold of pain needs the step `Threshold`");
    }
    if !damage.pipeline.iter().any(|step| matches!(step.does, StepKind::Lose(_))) {
        return file.refuse(path, "no pool loses points: end with a step `Lose`");
    }
    check_losses(damage, path, file);
}

/// Refuses a pipeline that leaves the pools of the health model alone: no combatant would fall or die.
fn check_losses(damage: &DamagePolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    use LosingPool::{HitPoints, HitPointsBelowZero, Part, Slot};
    let needed: &[LosingPool] = match &file.content.policies.value.consciousness.collapse {
        // A pool of another model is a mistake of its own.
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) => &[HitPoints, HitPointsBelowZero, Part, Slot],
        // Who falls at 0 dies below.
        HealthModel::AtZero(_) => &[HitPointsBelowZero, Part, Slot],
        HealthModel::Slots(_) => &[Slot, Part],
        HealthModel::Parts(_) => &[Part, Slot],
    };
    let loses = |step: &DamageStep| match &step.does {
        StepKind::Lose(pools) => pools.iter().any(|pool| needed.contains(pool)),
        _ => false,
    };
    if !damage.pipeline.iter().any(loses) {
        file.refuse(path, format!("no damage reaches the health model: add `{:?}` to a step `Lose`", needed[0]));
    }
    let total = matches!(&file.content.policies.value.consciousness.collapse,
        HealthModel::Parts(body) if body.nonlethal.is_some());
    let gathers =
        |step: &DamageStep| matches!(&step.does, StepKind::Lose(pools) if pools.contains(&LosingPool::Fatigue));
    if total && !damage.pipeline.iter().any(gathers) {
        file.refuse(path, "nonlethal damage is never gathered: add `Fatigue` to a step `Lose`");
    }
}

fn check_step(step: &DamageStep, damage: &DamagePolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let Some(condition) = step.on.target_has {
        file.condition(&path.field("on").field("target_has"), condition);
    }
    file.damage_types(&path.field("on").field("types"), step.on.types);
    let path = path.field("does");
    match &step.does {
        StepKind::Ward(kind) => check_ward(*kind, &path.index(0), file),
        StepKind::Percent { by, .. } => file.within(&path.field("by"), *by, -100..=1000),
        StepKind::Least if damage.least.is_none() => {
            file.refuse(&path, "a hit has no minimum damage: define it in `least`");
        }
        StepKind::Threshold if damage.threshold.is_none() => {
            file.refuse(&path, "there is no threshold of pain: define it in `threshold`");
        }
        StepKind::Lose(pools) => {
            if pools.is_empty() {
                file.refuse(&path, "name at least one pool");
            }
            let model = &file.content.policies.value.consciousness.collapse;
            let misplaced = pools.iter().position(|pool| match pool {
                LosingPool::Fatigue => !matches!(model, HealthModel::Parts(body) if body.nonlethal.is_some()),
                LosingPool::Part => !matches!(model, HealthModel::Parts(_)),
                LosingPool::Slot => !matches!(model, HealthModel::Slots(_)),
                _ => false,
            });
            if let Some(at) = misplaced {
                file.refuse(&path.index(at), "the health model in `consciousness.collapse` has no such pool");
            }
            let after = pools.iter().position(|pool| pool.takes_all()).map_or(pools.len(), |at| at + 1);
            if after < pools.len() {
                file.refuse(&path.index(after), "nothing is left for this pool: the one before takes everything");
            }
        }
        _ => {}
    }
}

/// Hit points are the maximum of a pool of health, which wound slots replace.
pub(super) fn check_hit_points(policies: &Policies, file: &mut FileCheck<'_>) {
    let slots = matches!(policies.consciousness.collapse, HealthModel::Slots(_));
    let path = ValuePath::root().field("roles").field("hit_points");
    match policies.roles.hit_points {
        Some(_) if slots => file.refuse(&path, "wounds fill slots, and there are no hit points: `None`"),
        None if !slots => file.refuse(&path, "this health model needs the stat that is the maximum of hit points"),
        _ => {}
    }
}

pub(in crate::rules::check) fn check_consciousness(
    policy: &ConsciousnessPolicy,
    path: &ValuePath,
    file: &mut FileCheck<'_>,
) {
    conditions!(file, path, policy, unconscious);
    file.stance(&path.field("falls"), policy.falls);
    conditions!(file, path, policy, dead);
    if let Some(stable) = &policy.stable {
        conditions!(file, path.field("stable"), stable, dying, stable);
        let rolls = [("wakes", stable.wakes.map(|it| it.dice)), ("dies", stable.dies.map(|it| it.dice))];
        for (field, dice) in rolls {
            dice.into_iter().for_each(|dice| file.roll(&path.field("stable").field(field).field("dice"), dice));
        }
        let against = path.field("stable").field("wakes").field("against");
        match stable.wakes.map(|check| check.against) {
            Some(WakingDifficulty::Wounds) if !matches!(policy.collapse, HealthModel::Slots(_)) => {
                file.refuse(&against, "only wounds by severity are counted: use `Number`");
            }
            Some(WakingDifficulty::Number(number)) => file.within(&against.index(0), number, -100..=200),
            _ => {}
        }
        if let Some(dies) = stable.dies {
            check_dying(policy, &dies, &path.field("stable"), file);
        }
        if let Some(saves) = stable.saves {
            body_parts::check_saves(policy, &saves, &path.field("stable").field("saves"), file);
        }
        if !matches!(policy.collapse, HealthModel::Slots(_) | HealthModel::Parts(_)) {
            file.refuse(&path.field("stable"), "this health model has its own rules of dying");
        }
    }
    if let Some(follows) = &policy.follows {
        body_parts::check_followed(follows, &path.field("follows"), file);
    }
    let path = path.field("collapse");
    match &policy.collapse {
        HealthModel::Fatigue(policy) => {
            conditions!(file, path, policy, at_risk, dying, stable);
            within!(file, path, policy, dying_times in 1..=20, counts_per_point in 1..=1000);
        }
        HealthModel::Bleeding(policy) => check_bleeding(policy, &path, file),
        HealthModel::AtZero(_) => {}
        HealthModel::Slots(policy) => check_slots(policy, &path.field("levels"), file),
        HealthModel::Parts(policy) => body_parts::check(policy, &path, file),
    }
}

/// Failures are counted by the levels of the condition of the dying, and rolled for in a step of rounds.
fn check_dying(policy: &ConsciousnessPolicy, dies: &DyingCheck, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("dies").field("failures"), dies.failures, 1..=20);
    let dying = policy.stable.map(|stable| stable.dying);
    let adds_up = |condition: &Condition| Some(condition.id) != dying || condition.again == Stacking::Adds;
    if !file.content.conditions.value.iter().all(adds_up) {
        file.refuse(&path.field("dying"), "the levels of this condition count failures: it needs `again: Adds`");
    }
    let rounds = file.content.policies.value.turn.in_rounds();
    if rounds.is_none_or(|turns| !turns.round_end.contains(&RoundStep::Dying)) {
        file.refuse(&path.field("dies"), "this never happens: add `Dying` to `round_end` of the turn order");
    }
}

fn check_bleeding(policy: &BleedingCollapse, path: &ValuePath, file: &mut FileCheck<'_>) {
    conditions!(file, path, policy, incapacitated, bleeding);
    let table = path.field("table");
    if policy.table.is_empty() {
        file.refuse(&table, "the table is empty");
    }
    for (at, pair) in policy.table.windows(2).enumerate() {
        if pair[0].at_most >= pair[1].at_most {
            file.refuse(&table.index(at + 1), "order the bands from the lowest roll to the highest");
        }
    }
}

/// Levels of severity rise, and there are no more than a combatant can have.
fn check_slots(policy: &WoundSlots, list: &ValuePath, file: &mut FileCheck<'_>) {
    if policy.levels.is_empty() || policy.levels.len() > WoundTrack::default().slots.len() {
        file.refuse(list, "there must be one to six levels of severity");
    }
    for (at, pair) in policy.levels.windows(2).enumerate() {
        if pair[0].least >= pair[1].least {
            file.refuse(&list.index(at + 1).field("least"), "order the levels from the lightest wound to the worst");
        }
    }
    for (at, (path, level)) in each(list, &policy.levels).enumerate() {
        if let Some(condition) = level.condition {
            file.condition(&path.field("condition"), condition);
        }
        within!(file, path, level, least in -1000..=1000);
        check_slot_count(&level.slots, &path.field("slots"), file);
        check_rank(level, &policy.levels[..at], &path, file);
    }
}

/// Refuses a level with the name of a lighter one, or with a better fate.
fn check_rank(level: &WoundLevel, lighter: &[WoundLevel], path: &ValuePath, file: &mut FileCheck<'_>) {
    if lighter.iter().any(|lighter| lighter.id == level.id) {
        file.refuse(&path.field("id"), format!("duplicate id `{}`", level.id));
    }
    if let Some(worse) = lighter.iter().rev().find(|lighter| lighter.fate > level.fate) {
        let message = format!("the lighter wound `{}` already has the fate `{:?}`", worse.id, worse.fate);
        file.refuse(&path.field("fate"), message);
    }
}

fn check_slot_count(count: &SlotCount, path: &ValuePath, file: &mut FileCheck<'_>) {
    match count {
        SlotCount::Fixed(count) => file.within(&path.index(0), *count, 0..=100),
        SlotCount::Stat(_, more) => file.within(&path.index(1), *more, -100..=100),
        SlotCount::Table(_, rows) => {
            check_table(rows, 0..=100, &path.index(1), file);
        }
    }
}

/// A table by the value of a stat has rows in ascending order, with numbers in a range.
pub(super) fn check_table<T: Copy + Into<i64>>(
    rows: &[(i16, T)],
    range: RangeInclusive<i64>,
    path: &ValuePath,
    file: &mut FileCheck<'_>,
) {
    if rows.is_empty() {
        file.refuse(path, "the table is empty");
    }
    for (at, pair) in rows.windows(2).enumerate() {
        if pair[0].0 >= pair[1].0 {
            file.refuse(&path.index(at + 1), "order the rows from the lowest value of the stat to the highest");
        }
    }
    each(path, rows).for_each(|(path, row)| file.within(&path.index(1), row.1, range.clone()));
}
