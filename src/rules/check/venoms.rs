use super::file_check::FileCheck;
use crate::content::Name;
use crate::content::authored::ValuePath;
use crate::content::condition::{Condition, Stacking};
use crate::content::item::{Dose, Onset, Pool, Venom, Working};
use crate::content::policy::WoundPolicy;
use crate::rules::content::Content;

/// Checks every venom.
pub(super) fn check(list: &[Venom], content: &Content, file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, venom) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &venom.name);
        file.within(&path.field("strength"), venom.strength, -20..=60);
        if !venom.against.is_defence() {
            file.refuse(&path.field("against"), format!("{} is not a defence", venom.against.word()));
        }
        match venom.awaits {
            Some(awaits) => adds_up(awaits, &path.field("awaits"), content, file),
            None if venom.doses.iter().any(|dose| dose.when.delayed().is_some()) => {
                file.refuse(&path.field("awaits"), "delayed doses need a condition that shows them");
            }
            None => {}
        }
        if venom.doses.is_empty() {
            file.refuse(&path.field("doses"), "a venom needs at least one dose");
        }
        for (at, dose) in venom.doses.iter().enumerate() {
            check_dose(dose, &path.field("doses").index(at), content, file);
        }
    }
}

fn check_dose(dose: &Dose, path: &ValuePath, content: &Content, file: &mut FileCheck<'_>) {
    match dose.when {
        Onset::AtOnce => {}
        Onset::After(counts) => file.within(&path.field("when").index(0), counts, 1..=10_000),
        Onset::Every { counts, times } => {
            file.within(&path.field("when").field("counts"), counts, 1..=10_000);
            file.within(&path.field("when").field("times"), times, 1..=1000);
        }
    }
    let path = path.field("does");
    match dose.does {
        Working::Drains { pool: Pool::Fatigue, .. } if is_never_tired(content) => {
            file.refuse(&path.field("pool"), "this rule system has no fatigue");
        }
        Working::Drains { .. } => {}
        Working::Inflicts { condition, level, lasts } => {
            file.condition(&path.field("condition"), condition);
            file.within(&path.field("level"), level, 0..=100);
            file.within(&path.field("lasts"), lasts, 1..=10_000);
        }
        Working::Builds { condition, wears_off, .. } => {
            adds_up(condition, &path.field("condition"), content, file);
            if let Some(wears_off) = wears_off {
                let path = path.field("wears_off");
                file.within(&path.field("points"), wears_off.points, 1..=1000);
                file.within(&path.field("every"), wears_off.every, 1..=10_000);
            }
        }
    }
}

fn is_never_tired(content: &Content) -> bool {
    matches!(content.policies.value.damage.wounds, WoundPolicy::HitPoints { .. })
}

/// Refuses unknown conditions and conditions whose levels do not add up.
fn adds_up(name: Name, path: &ValuePath, content: &Content, file: &mut FileCheck<'_>) {
    file.condition(path, name);
    let once = |condition: &&Condition| condition.id == name && condition.again != Stacking::Adds;
    if content.conditions.value.iter().any(|condition| once(&condition)) {
        file.refuse(path, format!("the levels of `{name}` must add up: set `again: Adds`"));
    }
}
