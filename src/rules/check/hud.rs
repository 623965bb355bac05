//! Checks of `hud.ron`.

use std::collections::BTreeMap;

use super::file_check::{FileCheck, each};
use crate::content::{Action, Does, HudLayout, Name, Requirement, ValuePath};

/// Refuses actions that `hud.ron` does not list: the window could not show them.
pub(super) fn check_listed(list: &[Action], file: &mut FileCheck<'_>) {
    let layout = &file.content.hud.value;
    let listed = |id: Name| layout.groups.iter().flat_map(|group| &group.actions).any(|shown| shown.action == id);
    for (path, action) in each(&ValuePath::root(), list).filter(|(_, action)| !listed(action.id)) {
        file.refuse(
            &path.field("id"),
            format!("hud.ron does not list `{}`: add it with its icon to a group", action.id),
        );
    }
}

/// Refuses unknown actions, double entries, and keys that are no letter or digit or are shared by actions offered at once.
pub(super) fn check(layout: &HudLayout, file: &mut FileCheck<'_>) {
    let content = file.content;
    let actions: BTreeMap<&str, &Action> =
        content.actions().chain(content.spells()).map(|action| (action.id.as_str(), action)).collect();
    let mut seen: Vec<(&Action, Option<char>)> = Vec::new();
    for (place, group) in layout.groups.iter().enumerate() {
        let path = ValuePath::root().index(place);
        if layout.groups[..place].iter().any(|earlier| earlier.group == group.group) {
            file.refuse(&path.field("group"), format!("the group `{:?}` is listed twice", group.group));
        }
        for (path, shown) in each(&path.field("actions"), &group.actions) {
            file.not_blank(&path.field("icon"), &shown.icon);
            let Some(action) = actions.get(shown.action.as_str()) else {
                file.name(&path.field("action"), "action", shown.action, content.actions().chain(content.spells()));
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
        let mut of_b = b.requires.iter().map(|cited| &cited.needs);
        // A held combatant cannot move by its own power.
        let is_movement = matches!(a.does, Does::Move(_));
        of_b.any(|other| {
            is_movement && *other == Requirement::HeldByTarget
                || a.requires.iter().any(|cited| contradicts(&cited.needs, other))
        })
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
