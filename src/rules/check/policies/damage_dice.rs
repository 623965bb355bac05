//! Checks of the dice of damage: their list, the dice that are not on it, and what types of damage change.

use std::collections::BTreeSet;

use crate::content::{DamagePolicy, DiceChange, DiceOfType, OffList, ValuePath};
use crate::rules::check::file_check::{FileCheck, each};

pub(super) fn check(damage: &DamagePolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    for (at, pair) in damage.die_steps.windows(2).enumerate() {
        // Without rules for other dice these find their place by their averages.
        let by_average = damage.off_list.is_none();
        if pair[0] == pair[1] || by_average && pair[0].mean_times_two() >= pair[1].mean_times_two() {
            let message = format!("{} is not better than {}: order dice from weakest to strongest", pair[1], pair[0]);
            file.refuse(&root.field("die_steps").index(at + 1), message);
        }
    }
    if let Some(off) = &damage.off_list {
        check_off_list(off, damage, &root.field("off_list"), file);
    }
    for (path, change) in each(&root.field("dice_of_types"), &damage.dice_of_types) {
        check_change(change, &path, file);
    }
}

/// Dice that are not on the list are as good as dice of it, or change their sides (PR-C26).
fn check_off_list(off: &OffList, damage: &DamagePolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, (own, same)) in each(&path.field("same"), &off.same) {
        if damage.die_steps.contains(own) {
            file.refuse(&path.index(0), format!("{own} is itself on the list `die_steps`"));
        }
        if !damage.die_steps.contains(same) {
            file.refuse(&path.index(1), format!("{same} is not on the list `die_steps`"));
        }
    }
    let list = path.field("sides");
    for (path, sides) in each(&list, &off.sides) {
        file.within(&path, *sides, 1..=1000);
    }
    for (at, pair) in off.sides.windows(2).enumerate() {
        if pair[0] >= pair[1] {
            file.refuse(&list.index(at + 1), "order the sides of the dice from the fewest to the most");
        }
    }
}

fn check_change(change: &DiceOfType, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.damage_types(&path.field("harm"), change.harm);
    if change.harm.is_empty() {
        file.refuse(&path.field("harm"), "name at least one type of damage");
    }
    let at = path.field("does").index(0);
    match change.does {
        DiceChange::Steps(0) => file.refuse(&at, "no step changes nothing"),
        DiceChange::Steps(steps) => file.within(&at, steps, -20..=20),
        DiceChange::Coin(percent) => file.within(&at, percent, 1..=100),
        DiceChange::Average => {}
    }
    let only: BTreeSet<_> = change.only.iter().collect();
    for (path, quality) in each(&path.field("unless"), &change.unless).filter(|(_, it)| only.contains(it)) {
        file.refuse(&path, format!("no target has {quality:?} and lacks it"));
    }
}
