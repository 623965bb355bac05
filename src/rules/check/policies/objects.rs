//! Checks of objects on the board, and of the actions that are aimed at them.

use crate::content::{
    Action, Against, Aim, Check, CheckRoll, DamageShare, Does, Effect, ExposedItems, ItemMagic, ObjectPolicy, RolledBy,
    ValuePath,
};
use crate::rules::check::file_check::{FileCheck, each};

/// Checks the kinds of objects on the board.
pub(in crate::rules::check) fn check(objects: &ObjectPolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, root, objects, defence in -100..=100, broken in 1..=100, broken_force in -100..=100);
    if let Some(saves) = &objects.saves {
        within!(file, root.field("saves"), saves, base in -100..=100, levels in 1..=100);
    }
    if let Some(size) = &objects.size {
        file.size_column(&root.field("size").field("column"), size.column);
    }
    check_takes(&root.field("takes"), &objects.takes, file);
    let list = root.field("kinds");
    for (at, (path, kind)) in each(&list, &objects.kinds).enumerate() {
        if objects.kinds[..at].iter().any(|earlier| earlier.id == kind.id) {
            file.refuse(&path.field("id"), format!("the id `{}` is already used", kind.id));
        }
        file.not_blank(&path.field("name"), &kind.name);
        within!(file, path, kind, hit_points in 1..=10_000, hardness in 0..=1000);
        check_magic(kind.magic, &path.field("magic"), file);
        file.within(&path.field("force"), kind.force.unwrap_or(0), -100..=200);
        for (path, seal) in each(&path.field("seals"), &kind.seals) {
            file.within(&path.field("amount"), seal.amount, 1..=100);
            if kind.force.is_none() {
                file.refuse(&path, "it cannot be broken by force: give `force`, or leave out `seals`");
            }
        }
        check_takes(&path.field("takes"), &kind.takes, file);
    }
}

/// Checks the order in which magic reaches items.
pub(super) fn check_exposed(exposed: &ExposedItems, path: &ValuePath, file: &mut FileCheck<'_>) {
    let list = path.field("order");
    if exposed.order.is_empty() {
        file.refuse(&list, "name at least one place");
    }
    for (at, (path, place)) in each(&list, &exposed.order).enumerate() {
        if exposed.order[..at].contains(place) {
            file.refuse(&path, format!("`{place:?}` stands in the list already"));
        }
    }
}

fn check_takes(path: &ValuePath, takes: &[DamageShare], file: &mut FileCheck<'_>) {
    for (path, taken) in each(path, takes) {
        file.damage_types(&path.field("of"), taken.of);
        within!(file, path, taken, percent in 0..=1000);
        file.within(&path.field("softens"), i16::from(taken.softens.unwrap_or(1)), 1..=100);
    }
}

/// Refuses magic that is out of range.
pub(in crate::rules::check) fn check_magic(magic: ItemMagic, path: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, path, magic, enhancement in 0..=20, level in 0..=100);
}

/// Refuses an action at objects that has no check which an object can be the target of, and what only objects have elsewhere.
pub(in crate::rules::check) fn check_action(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let only = action.aim == Aim::Thing;
    let field = path.field(if only { "aim" } else { "at_things" });
    let objects = file.content.policies.value.things.as_ref().and_then(|things| things.objects.as_ref());
    if action.aims_at_things() && objects.is_none() {
        file.refuse(&field, "objects as targets need the policy `things.objects`");
    }
    if action.at_things && action.aim != Aim::Enemy {
        file.refuse(&field, "only an action with `aim: Enemy` may also be aimed at objects");
    }
    let does = path.field("does");
    let Does::Check(check) = &action.does else {
        if action.aims_at_things() {
            file.refuse(&does, "an action at objects must have a `Check`");
        }
        return;
    };
    if action.aims_at_things() {
        check_of_object(check, only, &does, file);
    }
    if !only && check.against == Against::Force {
        file.refuse(&does.field("against"), "only an action with `aim: Thing` can break something by force");
    }
    if !only && check.effects().any(|does| *does == Effect::Break) {
        file.refuse(&does.field("ladder"), "only an action with `aim: Thing` can `Break` something");
    }
}

fn check_of_object(check: &Check, only: bool, path: &ValuePath, file: &mut FileCheck<'_>) {
    let objects = file.content.policies.value.things.as_ref().and_then(|things| things.objects.as_ref());
    let saves = objects.is_some_and(|objects| objects.saves.is_some());
    if matches!(check.roll, CheckRoll::Spell(_)) {
        file.refuse(&path.field("roll"), "this roll cannot be made against an object");
    }
    if check.by == RolledBy::Target {
        if !saves {
            file.refuse(&path.field("by"), "objects make no saving throws here: add `saves` to `things.objects`");
        }
        if !matches!(check.against, Against::Difficulty { .. } | Against::DifficultyFrom { .. }) {
            file.refuse(
                &path.field("against"),
                "the saving throw of an object needs a `Difficulty` or `DifficultyFrom`",
            );
        }
        return;
    }
    let fits = matches!(
        check.against,
        Against::Normal | Against::One(_) | Against::TargetChooses(_) | Against::Difficulty { .. } | Against::Force
    );
    if !fits {
        let usual = if only { "`Normal`, `Force` or a `Difficulty`" } else { "`Normal` or a `Difficulty`" };
        file.refuse(&path.field("against"), format!("an object does not roll or answer: use {usual}"));
    }
}
