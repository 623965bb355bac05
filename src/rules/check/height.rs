use std::collections::BTreeSet;

use super::file_check::FileCheck;
use crate::content::authored::ValuePath;
use crate::content::policy::{FlightPolicy, HeightPolicy, Policies, Swimming, WaterPolicy, WeightlessPolicy, Wildness};
use crate::grid::Grip;

/// Checks the policy for heights.
pub(super) fn check(height: &HeightPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("height");
    file.within(&root.field("ledge"), height.ledge, 5..=1000);
    let path = root.field("fall");
    file.within(&path.field("pace"), height.fall.pace, 5..=10_000);
    file.within(&path.field("per"), height.fall.per, 1..=1000);
    file.within(&path.field("most"), height.fall.most, 0..=1000);
    file.within(&path.field("water"), height.fall.water, 0..=1000);
    if height.fall.dice.is_empty() {
        file.refuse(&path.field("dice"), "no die is defined for any size");
    }
    let mut sizes = BTreeSet::new();
    for (at, row) in height.fall.dice.iter().enumerate() {
        if !sizes.insert(row.size) {
            file.refuse(&path.field("dice").index(at), format!("duplicate row for {}", row.size.word()));
        }
    }
    let path = root.field("climb");
    for grip in [Grip::Good, Grip::Rough, Grip::Poor] {
        if height.climb.difficulties.iter().filter(|row| row.grip == grip).count() != 1 {
            file.refuse(&path.field("difficulties"), format!("expected exactly one row for {grip:?}"));
        }
    }
    for (at, row) in height.climb.difficulties.iter().enumerate() {
        file.within(&path.field("difficulties").index(at).field("difficulty"), row.difficulty, 0..=100);
    }
    file.condition(&path.field("clinging"), height.climb.clinging);
    file.condition(&path.field("falling"), height.climb.falling);
    file.within(&root.field("jump").field("up_times"), height.jump.up_times, 1..=20);
}

/// Checks the policy for flight.
pub(super) fn check_flight(flight: &FlightPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("flight");
    file.within(&root.field("times"), flight.times, 1..=10);
    file.within(&root.field("turn"), flight.turn, 1..=360);
    file.within(&root.field("ascent"), flight.ascent, 1..=10);
    file.within(&root.field("descent"), flight.descent, 1..=10);
    file.condition(&root.field("aloft"), flight.aloft);
}

/// Checks the policy for weightlessness.
pub(super) fn check_weightless(weightless: &WeightlessPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("weightless");
    file.within(&root.field("larger"), weightless.larger, 1..=8);
    file.within(&root.field("near"), weightless.near, 0..=8);
    file.condition(&root.field("unsteady"), weightless.unsteady);
}

/// Checks the policies for narrow spaces and for ice.
pub(super) fn check_ground(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    if let Some(squeeze) = &policies.squeeze {
        file.condition(&root.field("squeeze").field("condition"), squeeze.condition);
        file.within(&root.field("squeeze").field("times"), squeeze.times, 1..=10);
    }
    let Some(ice) = &policies.ice else { return };
    let path = root.field("ice");
    file.within(&path.field("bulk"), ice.bulk, 1..=1000);
    file.within(&path.field("hit_points"), ice.hit_points, 1..=1000);
    file.within(&path.field("durability"), ice.durability, 0..=100);
    let mut sizes = BTreeSet::new();
    for (at, row) in ice.bodies.iter().enumerate() {
        if !sizes.insert(row.size) {
            file.refuse(&path.field("bodies").index(at), format!("duplicate row for {}", row.size.word()));
        }
    }
    if ice.bodies.is_empty() {
        file.refuse(&path.field("bodies"), "no bulk is defined for any size");
    }
}

/// Checks the policy for deep water.
pub(super) fn check_water(water: &WaterPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("water");
    match water {
        WaterPolicy::Swum(swimming) => check_swimming(swimming, &root, file),
        WaterPolicy::Carries(carrying) => file.condition(&root.field("condition"), carrying.condition),
    }
}

fn check_swimming(water: &Swimming, root: &ValuePath, file: &mut FileCheck<'_>) {
    for wildness in [Wildness::Calm, Wildness::Fast, Wildness::Violent] {
        if water.difficulties.iter().filter(|row| row.water == wildness).count() != 1 {
            file.refuse(&root.field("difficulties"), format!("expected exactly one row for {wildness:?}"));
        }
    }
    for (at, row) in water.difficulties.iter().enumerate() {
        file.within(&root.field("difficulties").index(at).field("difficulty"), row.difficulty, 0..=100);
    }
    file.within(&root.field("sinks"), water.sinks, 5..=1000);
    file.within(&root.field("deepest"), water.deepest, 5..=1000);
    file.condition(&root.field("breathless"), water.breathless);
}
