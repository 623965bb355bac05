use std::collections::BTreeMap;

use super::file_check::FileCheck;
use crate::content::Name;
use crate::content::action::{Action, Does, Requirement};
use crate::content::authored::ValuePath;
use crate::content::hud::HudLayout;
use crate::rules::content::Content;

/// Refuses actions that `hud.ron` does not list: the window could not show them.
pub(super) fn check_listed(list: &[Action], layout: &HudLayout, file: &mut FileCheck<'_>) {
    let listed = |id: Name| layout.groups.iter().flat_map(|group| &group.actions).any(|shown| shown.action == id);
    for (at, action) in list.iter().enumerate().filter(|(_, action)| !listed(action.id)) {
        let path = ValuePath::root().index(at).field("id");
        file.refuse(&path, format!("hud.ron does not list `{}`: add it with its icon to a group", action.id));
    }
}

/// Refuses unknown actions, groups and actions that are listed twice, and keys that are no letter or digit or that two actions
/// share although both can be offered at once.
pub(super) fn check(layout: &HudLayout, content: &Content, file: &mut FileCheck<'_>) {
    let actions: BTreeMap<&str, &Action> =
        content.actions().chain(content.spells()).map(|action| (action.id.as_str(), action)).collect();
    let known: Vec<&'static str> = file.known.actions.iter().chain(&file.known.spells).copied().collect();
    let mut seen: Vec<(&Action, Option<char>)> = Vec::new();
    for (place, group) in layout.groups.iter().enumerate() {
        let path = ValuePath::root().index(place);
        if layout.groups[..place].iter().any(|earlier| earlier.group == group.group) {
            file.refuse(&path.field("group"), format!("the group `{:?}` is listed twice", group.group));
        }
        for (at, shown) in group.actions.iter().enumerate() {
            let path = path.field("actions").index(at);
            file.not_blank(&path.field("icon"), &shown.icon);
            let Some(action) = actions.get(shown.action.as_str()) else {
                file.name(&path.field("action"), "action", shown.action, &known);
                continue;
            };
            if seen.iter().any(|(earlier, _)| earlier.id == action.id) {
                file.refuse(&path.field("action"), format!("the action `{}` is listed twice", action.id));
            }
            if let Some(key) = shown.key {
                check_key(key, action, &seen, &path.field("key"), file);
            }
            seen.push((action, shown.key));
        }
    }
}

fn check_key(key: char, action: &Action, seen: &[(&Action, Option<char>)], path: &ValuePath, file: &mut FileCheck<'_>) {
    if !key.is_ascii_alphanumeric() {
        file.refuse(path, format!("{key:?} is no key: use a letter or a digit"));
    }
    let clash = seen.iter().find(|(earlier, taken)| *taken == Some(key) && !never_together(earlier, action));
    if let Some((earlier, _)) = clash {
        file.refuse(path, format!("the key {key:?} is already that of `{}`", earlier.id));
    }
}

/// Whether the requirements of the two can never be met at the same time.
fn never_together(a: &Action, b: &Action) -> bool {
    let excludes = |a: &Action, b: &Action| {
        let needs = a.requires.iter().map(|cited| &cited.needs);
        needs.clone().any(|need| b.requires.iter().any(|other| contradicts(need, &other.needs)))
            || (is_movement(a) && b.requires.iter().any(|cited| cited.needs == Requirement::HeldByTarget))
    };
    excludes(a, b) || excludes(b, a)
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

/// Whether it moves the actor by its own power, which a held combatant cannot do.
fn is_movement(action: &Action) -> bool {
    matches!(action.does, Does::Move(_))
}
