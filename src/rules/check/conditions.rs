use super::file_check::FileCheck;
use crate::content::authored::ValuePath;
use crate::content::condition::{CitedStatus, Condition, Ends, Portion, Status};

/// Checks every condition and stance.
pub(super) fn check(list: &[Condition], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, condition) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &condition.name);
        check_statuses(&condition.does, &path.field("does"), file);
        if let Some(stance) = &condition.stance {
            check_statuses(&stance.benefits, &path.field("stance").field("benefits"), file);
        }
        if let Ends::After(counts) = condition.ends {
            file.within(&path.field("ends"), counts, 1..=10_000);
        }
    }
}

fn check_statuses(statuses: &[CitedStatus], list: &ValuePath, file: &mut FileCheck<'_>) {
    for (at, status) in statuses.iter().enumerate() {
        let path = list.index(at).field("does");
        match &status.does {
            Status::Attack { amount, .. } | Status::Defence { amount, .. } => {
                file.within(&path.field("amount"), *amount, -60..=60);
            }
            Status::Replace { defence, by } if defence == by => {
                file.refuse(&path.field("by"), format!("{} cannot replace itself", by.word()));
            }
            Status::Forbid(things) if things.is_empty() => file.refuse(&path, "`Forbid` needs at least one entry"),
            Status::Parry { least, shield, .. } => {
                file.within(&path.field("least"), *least, 0..=60);
                file.within(&path.field("shield"), *shield, 0..=10);
            }
            Status::Stat { amount, .. } | Status::Damage(amount) => file.within(&path, *amount, -60..=60),
            Status::StatIs { value, .. } => file.within(&path.field("value"), *value, -60..=60),
            Status::SlowerClass(classes) => file.within(&path.index(0), *classes, -8..=8),
            Status::SlowerCounts { counts, .. } => file.within(&path.field("counts"), *counts, -100..=100),
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
