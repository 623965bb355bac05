//! Checks of afflictions, and of what causes and treats them.

use super::file_check::FileCheck;
use crate::content::{Affliction, Condition, HealthModel, Name, RoundStep, Stacking, Suffering, ValuePath};

/// Refuses an affliction whose checks are never made, or that causes wounds where they have no severity.
pub(super) fn check(condition: &Condition, known: &Affliction, path: &ValuePath, file: &mut FileCheck<'_>) {
    let at = path.field("affliction");
    if !matches!(condition.again, Stacking::Replaces | Stacking::KeptApart) || condition.stance.is_some() {
        file.refuse(&at, "an affliction is no stance, and `again` is `Replaces` or `KeptApart`");
    }
    let Some(check) = known.check else { return };
    let (at, policies) = (at.field("check"), &file.content.policies.value);
    let slots = matches!(policies.consciousness.collapse, HealthModel::Slots(_));
    let tires = policies.economy.tiring().is_some();
    let steps = policies.turn.in_rounds().is_some_and(|turns| turns.round_end.contains(&RoundStep::Afflictions));
    if !steps {
        file.refuse(&at, "this check is never made: add `Afflictions` to `round_end` of the turn order");
    }
    file.roll(&at.field("dice"), check.dice);
    file.within(&at.field("every"), check.every, 1..=100);
    if let Some(needed) = check.eased_by {
        file.within(&at.field("eased_by"), needed, 1..=20);
    }
    match check.fails {
        Suffering::Wound if !slots => {
            file.refuse(&at.field("fails"), "the health model in `consciousness.collapse` has no wound slots");
        }
        Suffering::Fatigue(_) if !tires => {
            file.refuse(&at.field("fails"), "no pool of `economy` is lowered by fatigue")
        }
        Suffering::Fatigue(points) => file.within(&at.field("fails").index(0), points, 1..=20),
        Suffering::Wound => {}
    }
}

/// Refuses a condition that is no affliction, and a severity or a number out of range.
pub(super) fn check_cause((condition, level, against): (Name, u8, i16), path: &ValuePath, file: &mut FileCheck<'_>) {
    file.condition(&path.field("condition"), condition);
    let known = file.content.conditions.value.iter().find(|known| known.id == condition);
    if known.is_some_and(|known| known.affliction.is_none()) {
        file.refuse(&path.field("condition"), format!("`{condition}` has no `affliction`"));
    }
    file.within(&path.field("level"), level, 1..=6);
    file.within(&path.field("against"), against, -60..=60);
}

/// Refuses the treatment of afflictions where there are none.
pub(super) fn check_treatment(path: &ValuePath, file: &mut FileCheck<'_>) {
    if file.content.conditions.value.iter().all(|known| known.affliction.is_none()) {
        file.refuse(path, "no condition of this rule system has an `affliction`");
    }
}
