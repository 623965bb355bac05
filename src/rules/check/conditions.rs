//! Checks of conditions, venoms, and the recovery from them between battles.

use super::afflictions;
use super::file_check::{FileCheck, each};
use super::policies::stages;
use crate::content::{
    CitedStatus, Condition, Dose, Ends, Goes, Name, Onset, Pool, Portion, RestPolicy, RolledBy, RoundStep, Stacking,
    Stat, Status, ValuePath, Venom, Working,
};

pub(super) fn check(list: &[Condition], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, condition) in each(&ValuePath::root(), list) {
        file.not_blank(&path.field("name"), &condition.name);
        check_statuses(&condition.does, &path.field("does"), file);
        check_once(condition, &path, file);
        if let Some(known) = &condition.affliction {
            afflictions::check(condition, known, &path, file);
        }
        if let Some(stance) = &condition.stance {
            let drawbacks = initiative_of(&condition.does, &path.field("does"));
            let benefits = initiative_of(&stance.benefits, &path.field("stance").field("benefits"));
            for path in drawbacks.iter().chain(&benefits) {
                file.refuse(path, "a stance cannot change initiative");
            }
            check_statuses(&stance.benefits, &path.field("stance").field("benefits"), file);
        }
        match condition.ends {
            Ends::After(counts) => file.within(&path.field("ends"), counts, 1..=10_000),
            Ends::Rounds(_) if !ends_rounds(file) => {
                file.refuse(&path.field("ends"), "this never ends: add `Durations` to `round_end` of the turn order");
            }
            _ => {}
        }
    }
}

/// Refuses unknown defences, and an effect on no roll at all.
fn check_edge_on(defences: &[Name], stats: &[Stat], path: &ValuePath, file: &mut FileCheck<'_>) {
    if defences.is_empty() && stats.is_empty() {
        file.refuse(path, "name at least one of the `defences` or `stats`");
    }
    stages::check_defences_named(defences, &path.field("defences"), file);
}

/// Refuses a condition that ends with a roll and has no effect on rolls.
fn check_once(condition: &Condition, path: &ValuePath, file: &mut FileCheck<'_>) {
    let on_rolls = |status: &Status| {
        matches!(
            status,
            Status::Attack { .. }
                | Status::Defence { .. }
                | Status::OwnEdge { .. }
                | Status::OwnEdgeWith { .. }
                | Status::EdgeAgainst { .. }
                | Status::EdgeOn { .. }
        )
    };
    if condition.once && !condition.does.iter().any(|cited| on_rolls(&cited.does)) {
        file.refuse(&path.field("once"), "this condition has no effect on rolls");
    }
}

/// The places of the changes of initiative among some effects.
fn initiative_of(statuses: &[CitedStatus], list: &ValuePath) -> Vec<ValuePath> {
    let changes = each(list, statuses).filter(|(_, status)| matches!(status.does, Status::Initiative(_)));
    changes.map(|(path, _)| path.field("does")).collect()
}

fn ends_rounds(file: &FileCheck<'_>) -> bool {
    let turns = file.content.policies.value.turn.in_rounds();
    turns.is_some_and(|turns| turns.round_end.contains(&RoundStep::Durations))
}

fn check_statuses(statuses: &[CitedStatus], list: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, status) in each(list, statuses) {
        let path = path.field("does");
        match &status.does {
            Status::Attack { amount, .. } | Status::Defence { amount, .. } => {
                file.within(&path.field("amount"), *amount, -60..=60);
            }
            Status::Replace { defence, by } if defence == by => {
                file.refuse(&path.field("by"), format!("{} cannot replace itself", by.word()));
            }
            Status::EdgeOn { defences, stats, .. } => check_edge_on(defences, stats, &path, file),
            Status::Forbid(things) if things.is_empty() => file.refuse(&path, "`Forbid` needs at least one entry"),
            Status::Parry { least, shield, .. } => {
                file.within(&path.field("least"), *least, 0..=60);
                file.within(&path.field("shield"), *shield, 0..=10);
            }
            Status::Stat { amount, .. } | Status::Damage(amount) => file.within(&path, *amount, -60..=60),
            Status::StatIs { value, .. } => file.within(&path.field("value"), *value, -60..=60),
            Status::Loses { pool, points } => {
                file.pool(&path.field("pool"), *pool);
                file.within(&path.field("points"), *points, 1..=200);
            }
            Status::HalvesIncome { pool } => file.pool(&path.field("pool"), *pool),
            Status::Costs { pool, points } | Status::AttackCosts { pool, points } => {
                file.pool(&path.field("pool"), *pool);
                file.within(&path.field("points"), *points, -20..=20);
            }
            Status::ForbidsCosts { pool, from } => {
                file.pool(&path.field("pool"), *pool);
                file.within(&path.field("from"), *from, 1..=200);
            }
            Status::Burns { harm, .. } | Status::Festers { harm, .. } => {
                file.damage_types(&path.field("harm"), *harm);
            }
            Status::Resists(resistance) => {
                file.damage_types(&path.index(0).field("to"), resistance.to);
                file.damage_types(&path.index(0).field("except"), resistance.except);
            }
            Status::Initiative(by) => {
                if file.content.policies.value.turn.is_counted() {
                    file.refuse(&path, "there is no initiative where turns are counted");
                }
                file.within(&path.index(0), *by, -100..=100);
            }
            Status::Upholds(ward)
                if !file.content.policies.value.damage.wards.iter().any(|known| known.id == *ward) =>
            {
                file.refuse(&path.index(0), format!("unknown ward `{ward}`"));
            }
            Status::LowersResistances(by) => file.within(&path.index(0), *by, 1..=1000),
            Status::SlowerClass(classes) => file.within(&path.index(0), *classes, -8..=8),
            Status::SlowerCounts { counts, .. } => file.within(&path.field("counts"), *counts, -100..=100),
            Status::Rate { times, divided_by, plus } => {
                file.within(&path.field("times"), *times, 1..=10);
                file.within(&path.field("divided_by"), *divided_by, 1..=10);
                file.within(&path.field("plus"), *plus, -100..=100);
            }
            Status::Rolls(amount) => file.within(&path.index(0), *amount, -60..=60),
            Status::BestDefence { or_plus, .. } => file.within(&path.field("or_plus"), *or_plus, -100..=100),
            Status::CutsRate { levels, parts } => {
                file.within(&path.field("levels"), *levels, 1..=100);
                file.within(&path.field("parts"), *parts, 1..=100);
            }
            Status::Builds { into, portion, from, most } => {
                file.condition(&path.field("into"), *into);
                file.within(&path.field("from"), *from, 1..=1000);
                file.within(&path.field("most"), *most, i64::from(*from)..=1000);
                if let Portion::Points(points) = portion {
                    file.within(&path.field("portion").index(0), *points, 1..=1000);
                }
            }
            _ => {}
        }
    }
}

pub(super) fn check_venoms(list: &[Venom], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, venom) in each(&ValuePath::root(), list) {
        file.not_blank(&path.field("name"), &venom.name);
        within!(file, path, venom, strength in -20..=60);
        // A target that rolls itself may use any stat.
        if venom.by == RolledBy::Actor && !venom.against.is_defence() {
            file.refuse(&path.field("against"), format!("{} is not a defence", venom.against.word()));
        }
        match venom.awaits {
            Some(awaits) => check_sum(awaits, &path.field("awaits"), file),
            None if venom.doses.iter().any(|dose| dose.when.delayed().is_some()) => {
                file.refuse(&path.field("awaits"), "delayed doses need a condition that shows them");
            }
            None => {}
        }
        if venom.doses.is_empty() {
            file.refuse(&path.field("doses"), "a venom needs at least one dose");
        }
        each(&path.field("doses"), &venom.doses).for_each(|(path, dose)| check_dose(dose, &path, file));
    }
}

fn check_dose(dose: &Dose, path: &ValuePath, file: &mut FileCheck<'_>) {
    let when = path.field("when");
    match dose.when {
        Onset::AtOnce => {}
        Onset::After(counts) => file.within(&when.index(0), counts, 1..=10_000),
        Onset::Every { counts, times } => {
            file.within(&when.field("counts"), counts, 1..=10_000);
            file.within(&when.field("times"), times, 1..=1000);
        }
    }
    let path = path.field("does");
    match dose.does {
        Working::Drains { pool, .. } => {
            if pool == Pool::Fatigue && file.content.policies.value.damage.threshold.is_none() {
                file.refuse(&path.field("pool"), "this rule system has no fatigue");
            }
        }
        Working::Inflicts { condition, level, lasts } => {
            file.condition(&path.field("condition"), condition);
            file.within(&path.field("level"), level, 0..=100);
            file.within(&path.field("lasts"), lasts, 1..=10_000);
        }
        Working::Builds { condition, wears_off, .. } => {
            check_sum(condition, &path.field("condition"), file);
            if let Some(wears_off) = wears_off {
                within!(file, path.field("wears_off"), wears_off, points in 1..=1000, every in 1..=10_000);
            }
        }
    }
}

/// Refuses unknown conditions and conditions whose levels do not add up.
fn check_sum(name: Name, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.condition(path, name);
    if file.content.conditions.value.iter().any(|other| other.id == name && other.again != Stacking::Adds) {
        file.refuse(path, format!("the levels of `{name}` must add up: set `again: Adds`"));
    }
}

pub(super) fn check_rest(policy: &RestPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("rest");
    within!(file, root, policy, minute in 1..=1000);
    for (field, regained) in [("fatigue", &policy.fatigue), ("running", &policy.running)] {
        within!(file, root.field(field), regained, points in 0..=1000, minutes in 1..=1440);
    }
    for (field, overnight) in [("hit_points", &policy.hit_points), ("impairments", &policy.impairments)] {
        within!(file, root.field(field), overnight, night in 0..=1000, bed_rest in 0..=1000);
    }
    for (at, heals) in policy.heals.iter().enumerate() {
        let path = root.field("heals").index(at);
        conditions!(file, path, heals, condition);
        if policy.heals[..at].iter().any(|earlier| earlier.condition == heals.condition) {
            file.refuse(&path.field("condition"), format!("duplicate entry for `{}`", heals.condition));
        }
        let levels = file.content.conditions.value.iter().find(|known| known.id == heals.condition);
        let adds = levels.is_none_or(|condition| condition.again == Stacking::Adds);
        let path = path.field("goes");
        if heals.goes != Goes::Overnight && !adds {
            let message = format!("the levels of `{}` do not add up: only `Overnight` is possible", heals.condition);
            file.refuse(&path, message);
        }
        if let Goes::Every { levels, minutes, .. } = heals.goes {
            file.within(&path.field("levels"), levels, 1..=1000);
            file.within(&path.field("minutes"), minutes, 1..=1440);
        }
    }
}
