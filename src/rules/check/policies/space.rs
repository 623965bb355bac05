//! Checks of shared spaces, of the ways through them, and of grapples.

use crate::content::policy::OneEach;
use crate::content::{DifficultGround, Pace, Policies, Sharing, StackCount, ValuePath};
use crate::rules::check::file_check::{FileCheck, each};

pub(super) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    let path = root.field("space").field("sharing");
    match &policies.space.sharing {
        Sharing::Sixteenths(space) => {
            let crowded = i64::from(space.crowded_above);
            within!(file, path, space, capacity in 16..=1600, packed_above in crowded..=1600);
        }
        Sharing::OneEach(space) => {
            check_ways_through(space, &path, file);
            if space.friends_difficult && policies.movement.difficult == DifficultGround::Entered {
                let why =
                    "no space is difficult to leave where the ground that is entered counts (`movement.difficult`)";
                file.refuse(&path.field("friends_difficult"), why);
            }
            if let Some(price) = &space.passing_price {
                let (path, pace) = (path.field("passing_price"), &policies.movement.pace);
                within!(file, path, price, points in 1..=20);
                if !matches!(pace, Pace::Pool(pool) if pool.bought.is_some()) {
                    file.refuse(&path, "no points pay for movement in this rule system (`movement.pace`)");
                }
            }
            if let Some(entered) = &space.entered {
                within!(file, path.field("entered").field("attack"), entered.attack, amount in -60..=60);
                within!(file, path.field("entered").field("defence"), entered.defence, amount in -60..=60);
            }
        }
    }
    check_grapple(policies, file);
}

/// Checks the actions by which movements lead through the spaces of enemies, and their price.
fn check_ways_through(space: &OneEach, path: &ValuePath, file: &mut FileCheck<'_>) {
    let ways = [
        ("push_through", space.push_through),
        ("push_in_charge", space.push_in_charge),
        ("slip_past", space.slip_past),
    ];
    for (field, action) in ways {
        if let Some(action) = action {
            file.action(&path.field(field), action);
        }
    }
    let pushes = [
        ("push_once", space.push_once.is_some()),
        ("aside", space.aside.is_some()),
        ("push_price", space.push_price.is_some()),
    ];
    for (field, _) in pushes.into_iter().filter(|(_, given)| *given && space.push_through.is_none()) {
        file.refuse(&path.field(field), "no movement pushes through enemies: name its action in `push_through`");
    }
    if let Some(price) = &space.push_price {
        let path = path.field("push_price");
        within!(file, path, price, points in 1..=20);
        if file.content.policies.value.economy.actions.is_none() {
            file.refuse(&path, "this rule system has no pool of actions");
        }
    }
}

fn check_grapple(policies: &Policies, file: &mut FileCheck<'_>) {
    let (grapple, path) = (&policies.grapple, ValuePath::root().field("grapple"));
    conditions!(file, path, grapple, held);
    for (field, condition) in [("holding", grapple.holding), ("pinned", grapple.pinned)] {
        if let Some(condition) = condition {
            file.condition(&path.field(field), condition);
        }
    }
    within!(file, path, grapple, holding_from in 0..=1000);
    if grapple.holding_from > 0 && grapple.holding.is_none() {
        file.refuse(&path.field("holding_from"), "holders have no condition: name it in `holding`");
    }
    if grapple.stacks_count == StackCount::Highest && grapple.stacks.is_empty() {
        file.refuse(&path.field("stacks_count"), "no condition depends on stacks: name it in `stacks`");
    }
    for (path, row) in each(&path.field("stacks"), &grapple.stacks) {
        within!(file, path, row, at in 1..=1000);
        conditions!(file, path, row, condition);
    }
    if let (Some(_), Some(_)) = (&grapple.shared, grapple.together) {
        file.refuse(&path.field("together"), "a hold in a shared space moves both already: leave out `together`");
    }
    if let Some(shared) = &grapple.shared {
        conditions!(file, path.field("shared"), shared, smaller, towards_holder);
    }
}
