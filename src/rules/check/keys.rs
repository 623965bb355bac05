use super::FileCheck;
use crate::content::action::{Action, Does, Requirement};
use crate::content::authored::ValuePath;

/// Refuses keys that are not letters or digits, and keys shared by actions that can be offered together.
pub(super) fn check(list: &[Action], file: &mut FileCheck<'_>) {
    for (at, action) in list.iter().enumerate() {
        let Some(key) = action.key else { continue };
        let path = ValuePath::root().index(at).field("key");
        if !key.is_ascii_alphanumeric() {
            file.refuse(&path, format!("invalid key {key:?}: use a letter or a digit"));
        }
        let same = |earlier: &&Action| earlier.key == Some(key) && !never_together(earlier, action);
        if let Some(earlier) = list[..at].iter().find(same) {
            file.refuse(&path, format!("the key {key:?} is already used by `{}`", earlier.id));
        }
    }
}

/// Whether the requirements of two actions exclude each other.
fn never_together(a: &Action, b: &Action) -> bool {
    let pairs = |a: &Action, b: &Action| {
        let needs = a.requires.iter().map(|cited| &cited.needs);
        needs.clone().any(|need| b.requires.iter().any(|other| contradicts(need, &other.needs)))
            || (is_movement(a) && b.requires.iter().any(|cited| cited.needs == Requirement::HeldByTarget))
    };
    pairs(a, b) || pairs(b, a)
}

fn contradicts(need: &Requirement, other: &Requirement) -> bool {
    match (need, other) {
        (Requirement::InStance(a), Requirement::InStance(b)) => a != b,
        (Requirement::InStance(a), Requirement::NotInStances(none) | Requirement::InStanceBut(none)) => {
            none.contains(a)
        }
        (Requirement::Holding, Requirement::NotHolding) => true,
        _ => false,
    }
}

/// Whether an action is a movement; held combatants cannot move.
fn is_movement(action: &Action) -> bool {
    matches!(action.does, Does::Move(_))
}
