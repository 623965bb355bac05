//! Checks of the policy of magic.

use crate::content::{HealthModel, MagicPolicy, ShakenCast, ValuePath};
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(magic: &MagicPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (field, table) in [("range", &magic.range), ("area", &magic.area), ("duration", &magic.duration)] {
        if table.is_empty() {
            file.refuse(&path.field(field), "the table is empty");
        }
    }
    if let Some(shaken) = &magic.shaken {
        file.roll(&path.field("shaken").field("dice"), shaken.dice);
        check_shaken(shaken, &path.field("shaken").field("numbers"), file);
    }
    if let Some(held) = &magic.while_held {
        let path = path.field("while_held");
        within!(file, path, held, base in -60..=60, per_level in 0..=20);
        if let Some(stack) = held.per_stack {
            within!(file, path.field("per_stack"), stack, amount in -60..=-1);
        }
    }
    if let Some(preparing) = magic.preparing() {
        let path = path.field("pays").index(0);
        file.action(&path.field("action"), preparing.action);
        conditions!(file, path, preparing, condition);
        within!(file, path, preparing, limit in 1..=10_000);
    }
}

/// Refuses a check of wounded casters where wounds have no levels, and more numbers than levels.
fn check_shaken(shaken: &ShakenCast, numbers: &ValuePath, file: &mut FileCheck<'_>) {
    let HealthModel::Slots(wounds) = &file.content.policies.value.consciousness.collapse else {
        return file.refuse(numbers, "the health model in `consciousness.collapse` has no wound slots");
    };
    if shaken.numbers.len() > wounds.levels.len() {
        let (levels, many) = (wounds.levels.len(), shaken.numbers.len());
        file.refuse(numbers, format!("there are {levels} levels of wounds, but {many} numbers"));
    }
    each(numbers, &shaken.numbers).for_each(|(path, number)| file.within(&path, *number, -60..=60));
}
