//! Checks of the rolls of actions: their terms, their defences and their results.

use super::actions::effects::check_effects;
use super::afflictions;
use super::file_check::{FileCheck, each};
use super::policies::{damage, stages};
use crate::content::{Against, Check, CheckRoll, RollDice, RolledBy, Rung, TermWhen, ValuePath, When};

pub(super) fn check_check(check: &Check, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, term) in each(&path.field("terms"), &check.terms).chain(each(&path.field("harder"), &check.harder)) {
        within!(file, path.field("add"), term.add, amount in -60..=60);
        let when = path.field("when");
        match term.when {
            TermWhen::RunningStart(distance) => file.within(&when, distance, 5..=1000),
            TermWhen::EnemiesWithin(distance) => file.within(&when, distance, 1..=1000),
            TermWhen::HeldByTarget(least) => file.within(&when, least, 0..=20),
            TermWhen::LevelFrom(condition, least) => {
                file.condition(&when.index(0), condition);
                file.within(&when.index(1), least, 1..=100);
            }
            TermWhen::Levels(condition, most) => {
                file.condition(&when.index(0), condition);
                file.within(&when.index(1), most, 1..=100);
            }
            _ => {}
        }
    }
    file.roll(&path.field("dice"), check.dice);
    check_size_steps(check, path, file);
    if let Some(size) = check.size_counts {
        file.size_column(&path.field("size_counts").field("column"), size.column);
    }
    if check.ladder.is_empty() {
        file.refuse(&path.field("ladder"), "a check needs at least one entry in `ladder`");
    }
    let against = path.field("against");
    match &check.against {
        Against::Difficulty { number, .. } => file.within(&against.field("number"), *number, -100..=100),
        Against::DifficultyFrom { base, stats, .. } => {
            file.within(&against.field("base"), *base, -100..=100);
            if stats.is_empty() {
                file.refuse(&against.field("stats"), "name at least one stat, or use `Difficulty`");
            }
        }
        Against::WoundCount { .. } | Against::WoundLevel { .. } => {
            damage::check_wound_difficulty(&check.against, &against, file);
        }
        Against::Affliction { .. } => afflictions::check_treatment(&against, file),
        Against::Level { of, .. } => file.condition(&against.field("of"), *of),
        Against::OpposedBy(stats) if stats.is_empty() => file.refuse(&against, "name at least one stat"),
        Against::TargetChooses(stats)
        | Against::TargetAsked(stats)
        | Against::Each(stats)
        | Against::Holders(stats)
            if stats.is_empty() =>
        {
            file.refuse(&against, "name at least one defence");
        }
        _ => {}
    }
    stages::check_chosen(check, path, file);
    check_notice(check, path, file);
    if check.by == RolledBy::Target {
        check_saving_throw(check, path, file);
    }
    for (path, rung) in each(&path.field("ladder"), &check.ladder) {
        check_dice(rung, check, &path, file);
        check_rung(rung, &check.against, &path, file);
        check_effects(&rung.effects, &path.field("effects"), file);
    }
}

/// Refuses effects of sizes on a roll that the target does not make, and differences that are none or named twice.
fn check_size_steps(check: &Check, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (at, (path, step)) in each(&path.field("size_steps"), &check.size_steps).enumerate() {
        within!(file, path, step, larger in -8..=8);
        let larger = path.field("larger");
        if step.larger == 0 {
            file.refuse(&larger, "0 is no difference in size");
        }
        if check.size_steps[..at].iter().any(|earlier| earlier.larger == step.larger) {
            file.refuse(&larger, format!("duplicate entry for {}", step.larger));
        }
        if check.by != RolledBy::Target {
            file.refuse(&path, "sizes decide only rolls of the target: set `by: Target`");
        }
    }
}

/// Refuses checks that are never noticed anyway, and items that nothing exposes.
fn check_notice(check: &Check, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let Some(unnoticed) = check.unnoticed.filter(|_| !check.is_attack()) {
        let message = format!("only an attack is noticed: those with `{:?}` need no other", unnoticed.with);
        file.refuse(&path.field("unnoticed"), message);
    }
    if let Some(exposes) = &check.exposes {
        let path = path.field("exposes");
        within!(file, path, exposes, natural in 1..=1000);
        let exposed = file.content.policies.value.things.as_ref().is_some_and(|things| things.exposed.is_some());
        if !exposed {
            file.refuse(&path, "no item is ever exposed: give `things` the policy `exposed`");
        }
        if check.by != RolledBy::Target {
            file.refuse(&path, "only a saving throw (`by: Target`) exposes items");
        }
    }
}

/// Refuses a saving throw that uses a weapon of the target, or a defence of it.
fn check_saving_throw(check: &Check, path: &ValuePath, file: &mut FileCheck<'_>) {
    if !matches!(check.roll, CheckRoll::Stat(_) | CheckRoll::Skill(..) | CheckRoll::Attribute(_)) {
        file.refuse(&path.field("roll"), "the target rolls a `Stat`, a `Skill` or an `Attribute`");
    }
    if !matches!(check.against, Against::Difficulty { .. } | Against::DifficultyFrom { .. }) {
        file.refuse(&path.field("against"), "the target rolls against a `Difficulty` or a `DifficultyFrom`");
    }
    if check.held_fast.is_some() {
        file.refuse(&path.field("held_fast"), "only a roll of the actor must overcome those that hold the target");
    }
}

/// Refuses a result that the dice of the check never have.
fn check_dice(rung: &Rung, check: &Check, path: &ValuePath, file: &mut FileCheck<'_>) {
    let roll = file.content.policies.value.rolls.of(check.dice);
    let is_marked = matches!(&roll.dice, RollDice::FaceDice(dice) if dice.doubled.is_some());
    let is_contest = roll.is_under() && (check.is_opposed() || matches!(check.against, Against::Chosen(_)));
    match rung.when {
        When::Marked(_) if !is_marked => {
            file.refuse(&path.field("when"), "only `FaceDice` with `doubled` are marked");
        }
        When::Contested(_) if !is_contest => {
            file.refuse(&path.field("when"), "only an opposed check of `RollUnder` dice is contested");
        }
        _ => {}
    }
}

fn check_rung(rung: &Rung, asked: &Against, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let When::Over(margin) | When::Every(margin) | When::FailsBy(margin) = rung.when {
        file.within(&path.field("when"), margin, 1..=40);
    }
    let at = path.field("against");
    match (asked, rung.against) {
        (Against::Each(stats), Some(stat)) if !stats.contains(&stat) => {
            file.refuse(&at, format!("the check is not made against {}", stat.word()));
        }
        (Against::Each(_), None) => {
            file.refuse(path, "the check has several defences: name the one for this entry");
        }
        (Against::Each(_), Some(_)) | (_, None) => {}
        (_, Some(stat)) => {
            file.refuse(&at, format!("the check has one defence: omit `against` for {}", stat.word()));
        }
    }
}
