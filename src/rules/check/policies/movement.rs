//! Checks of policies for movement on the ground, in water, in the air and without weight.

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::economy;
use crate::content::policy::MountPolicy;
use crate::content::{
    ClimbCost, ExertionPolicy, Flanking, Gait, HeightPolicy, JumpPolicy, MovementPolicy, MovementPoolPolicy, Pace,
    PaceRow, Policies, Running, Sharing, Size, StepCheck, SwimPace, UnderwaterPolicy, ValuePath, WaterPolicy, Wildness,
};
use crate::grid::Grip;
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    check_movement(&policies.movement, file);
    if policies.turn.is_counted() && matches!(policies.movement.pace, Pace::Pool(_)) {
        file.refuse(&root.field("movement").field("pace"), "a pool of movement needs turns in rounds");
    }
    if let Some(height) = &policies.height {
        check_height(height, &root.field("height"), file);
    }
    if let Some(flight) = &policies.flight {
        let path = root.field("flight");
        within!(file, path, flight, times in 1..=10, turn in 1..=360, ascent in 1..=10, descent in 1..=10);
        conditions!(file, path, flight, aloft);
    }
    if let Some(weightless) = &policies.weightless {
        let path = root.field("weightless");
        within!(file, path, weightless, larger in 1..=8, near in 0..=8);
        conditions!(file, path, weightless, unsteady);
    }
    if let Some(squeeze) = &policies.squeeze {
        conditions!(file, root.field("squeeze"), squeeze, condition);
        within!(file, root.field("squeeze"), squeeze, times in 1..=10);
    }
    if let Some(hazards) = &policies.hazards {
        file.damage_types(&root.field("hazards").field("harm"), hazards.harm);
    }
    if let Some(ice) = &policies.ice {
        let path = root.field("ice");
        within!(file, path, ice, bulk in 1..=1000, hit_points in 1..=1000, durability in 0..=100);
        check_sizes(ice.bodies.iter().map(|row| row.size), &path.field("bodies"), file);
        if ice.bodies.is_empty() {
            file.refuse(&path.field("bodies"), "no bulk is defined for any size");
        }
    }
    if let Some(mounts) = &policies.mounts {
        check_mounts(mounts, policies, &root.field("mounts"), file);
    }
    check_water(&policies.water, &root.field("water"), file);
    if let Some(footing) = &policies.footing {
        within!(file, root.field("footing"), footing, wound in -50..=0);
    }
    if let Some(underwater) = &policies.underwater {
        check_underwater(underwater, policies, &root.field("underwater"), file);
    }
}

fn check_mounts(mounts: &MountPolicy, policies: &Policies, path: &ValuePath, file: &mut FileCheck<'_>) {
    if policies.turn.is_counted() {
        file.refuse(path, "riders and mounts share turns: this needs turns in rounds");
    }
    within!(file, path, mounts, larger in -20..=20, farther in 0..=20);
    within!(file, path.field("defence"), mounts.defence, amount in -20..=20);
    within!(file, path.field("attack"), mounts.attack, amount in -20..=20);
    if let Some(control) = &mounts.control {
        let path = path.field("control");
        within!(file, path, control, difficulty in -100..=100);
        file.roll(&path.field("dice"), control.dice);
        conditions!(file, path, control, lost, calming);
    }
}

/// Refuses a gait that the rule system has no rule for (PR-G16, PR-G31).
pub(in crate::rules::check) fn check_gait(gait: Gait, path: &ValuePath, file: &mut FileCheck<'_>) {
    let movement = &file.content.policies.value.movement;
    let rule = match gait {
        Gait::Step if movement.step_rule.is_none() => "step_rule",
        Gait::Straight(_) if movement.straight_rule.is_none() => "straight_rule",
        Gait::OnwardThrough if movement.straight_rule.is_none() => "straight_rule",
        Gait::Straight(times) => return file.within(&path.index(0), times, 1..=10),
        Gait::Tumble | Gait::OnwardThrough => return check_way_through(gait, path, file),
        _ => return,
    };
    file.refuse(path, format!("no combatant moves like this: give `movement` a `{rule}`"));
}

/// Refuses a gait through the spaces of enemies that no action leads through.
fn check_way_through(gait: Gait, path: &ValuePath, file: &mut FileCheck<'_>) {
    let field = if gait == Gait::Tumble { "slip_past" } else { "push_in_charge" };
    let sharing = &file.content.policies.value.space.sharing;
    if !matches!(sharing, Sharing::OneEach(each) if each.way_through(gait).is_some()) {
        file.refuse(path, format!("no combatant moves like this: name an action in `{field}` of `space.sharing`"));
    }
}

fn check_movement(movement: &MovementPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("movement");
    check_pace(&movement.pace, &root.field("pace"), file);
    let policies = &file.content.policies.value;
    let has_facing = matches!(policies.flanking, Flanking::Separation { facing: Some(_), .. });
    for (path, check) in each(&root.field("after_steps"), &movement.after_steps) {
        match check {
            StepCheck::Facing if !has_facing => file.refuse(&path, "there is no facing in this rule system"),
            StepCheck::Hiding if policies.sight.is_none() => {
                file.refuse(&path, "nothing is hidden in this rule system")
            }
            StepCheck::Control if policies.mounts.as_ref().is_none_or(|mounts| mounts.control.is_none()) => {
                file.refuse(&path, "no rider loses control in this rule system: `mounts` has no `control`");
            }
            StepCheck::Facing | StepCheck::Hiding | StepCheck::Control => {}
        }
    }
    let Some(Running { run, sprint }) = &movement.running else { return };
    let (run_path, sprint_path) = (root.field("running").field("run"), root.field("running").field("sprint"));
    file.within(&run_path.field("rate").index(0), run.rate.0, 1..=10);
    file.within(&run_path.field("rate").index(1), run.rate.1, 1..=10);
    conditions!(file, run_path, run, condition);
    check_exertion(&run.check, &run_path.field("check"), file);
    within!(file, sprint_path, sprint, per in 1..=100, faster in 0..=100);
    conditions!(file, sprint_path, sprint, condition);
    check_exertion(&sprint.check, &sprint_path.field("check"), file);
}

fn check_pace(pace: &Pace, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (Pace::CountPattern { cell, .. } | Pace::PerAction { cell, .. } | Pace::Pool(MovementPoolPolicy { cell, .. })) =
        pace;
    file.within(&path.field("cell"), *cell, 1..=100);
    if let Pace::Pool(policy) = pace {
        file.within(&path.field("quarters"), policy.quarters, 0..=40);
        if let Some(bought) = policy.bought {
            let path = path.field("bought");
            file.pool(&path.field("pool"), bought.pool);
            within!(file, path, bought, points in 1..=20, quarters in 1..=40);
        }
    }
    let Pace::CountPattern { extra, exceptions, .. } = pace else { return };
    let unit = &file.content.policies.value.board.unit;
    for (remainder, row) in extra.iter().enumerate() {
        let cells: usize = row.iter().map(|cells| usize::from(*cells)).sum();
        if cells != remainder {
            let message =
                format!("a remainder of {remainder} must give {remainder} extra cells in four counts, not {cells}");
            file.refuse(&path.field("extra").index(remainder), message);
        }
    }
    for (path, PaceRow { rate, cells }) in each(&path.field("exceptions"), exceptions) {
        let sum: u16 = cells.iter().map(|cells| u16::from(*cells)).sum();
        if sum.checked_mul(*cell) != Some(*rate) {
            file.refuse(&path.field("cells"), format!("{sum} cells in four counts do not make {}", unit.long(*rate)));
        }
    }
}

fn check_exertion(exertion: &ExertionPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, path, exertion, every in 1..=1000, difficulty in 0..=100, failures in 1..=100);
    conditions!(file, path, exertion, exhausted);
}

fn check_height(height: &HeightPolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, root, height, ledge in 1..=1000);
    let path = root.field("fall");
    within!(file, path, height.fall, pace in 1..=10_000, per in 1..=1000, most in 0..=1000, water in 0..=1000);
    if let Some(strike) = &height.fall.strike {
        file.roll(&path.field("strike").field("roll"), strike.roll);
    }
    if height.fall.dice.is_empty() && height.fall.strike.is_none() {
        file.refuse(&path.field("dice"), "no die is defined for any size");
    }
    check_sizes(height.fall.dice.iter().map(|row| row.size), &path.field("dice"), file);
    let path = root.field("climb");
    let difficulties: Vec<_> = height.climb.difficulties.iter().map(|row| (row.grip, row.difficulty)).collect();
    check_difficulties(&difficulties, &[Grip::Good, Grip::Rough, Grip::Poor], &path, file);
    conditions!(file, path, height.climb, clinging, falling);
    economy::check_prices(&height.climb.catch_costs, &path.field("catch_costs"), file);
    if let ClimbCost::Cells { times, harder, .. } = &height.climb.cost {
        let path = path.field("cost");
        file.within(&path.field("times"), *times, 1..=20);
        for (path, row) in each(&path.field("harder"), harder) {
            within!(file, path, row, times in 1..=100);
        }
    }
    check_jump(&height.jump, &root.field("jump"), file);
}

fn check_jump(jump: &JumpPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    match jump {
        JumpPolicy::Rolled(jump) => {
            within!(file, path, jump, up_times in 1..=20);
        }
        JumpPolicy::Measured(jump) => {
            within!(file, path, jump, run_up in 1..=100, standing in 1..=10, long in 1..=100);
            if let Some(high) = &jump.high {
                let path = path.field("high");
                within!(file, path, high, per in 1..=100, parts in 1..=100, body in 1..=1000, tucked in 1..=100);
            }
            let path = path.field("landing");
            within!(file, path, jump.landing, rough in -50..=50);
            for (path, row) in each(&path.field("grounds"), &jump.landing.grounds) {
                file.not_blank(&path.field("ground"), &row.ground);
                within!(file, path, row, difficulty in -50..=50);
            }
        }
    }
}

fn check_water(water: &WaterPolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    let water = match water {
        WaterPolicy::Swum(swimming) => swimming,
        WaterPolicy::Carries(carrying) => return file.condition(&root.field("condition"), carrying.condition),
    };
    let difficulties: Vec<_> = water.difficulties.iter().map(|row| (row.water, row.difficulty)).collect();
    check_difficulties(&difficulties, &[Wildness::Calm, Wildness::Fast, Wildness::Violent], root, file);
    within!(file, root, water, sinks in 1..=1000, deepest in 1..=1000);
    if water.sinks > water.deepest {
        file.refuse(&root.field("sinks"), format!("no one sinks deeper than {} (`deepest`)", water.deepest));
    }
    if let SwimPace::Walked { under, .. } = water.pace {
        file.within(&root.field("pace").field("under"), under, 1..=100);
    }
    conditions!(file, root, water, breathless);
}

fn check_underwater(underwater: &UnderwaterPolicy, policies: &Policies, path: &ValuePath, file: &mut FileCheck<'_>) {
    if policies.water.swum().is_none() {
        file.refuse(path, "no combatant is below the surface where `water` is not `Swum(...)`");
    }
    conditions!(file, path, underwater, condition);
    for (path, spread) in each(&path.field("spreads"), &underwater.spreads) {
        file.damage_types(&path.field("types"), spread.types);
        within!(file, path, spread, less in 0..=1000);
        match spread.within {
            Some(within) => file.within(&path.field("within"), within, 1..=1000),
            None if spread.less == 0 => {
                file.refuse(&path.field("less"), "without `within` the damage must become less with the distance");
            }
            None => {}
        }
    }
}

fn check_sizes(sizes: impl Iterator<Item = Size>, list: &ValuePath, file: &mut FileCheck<'_>) {
    let mut seen = BTreeSet::new();
    for (at, size) in sizes.enumerate().filter(|(_, size)| !seen.insert(*size)) {
        file.refuse(&list.index(at), format!("duplicate row for {}", size.word()));
    }
}

/// Checks a field `difficulties` that needs one row for each kind.
fn check_difficulties<K: Copy + Debug + PartialEq>(
    rows: &[(K, i16)],
    kinds: &[K],
    path: &ValuePath,
    file: &mut FileCheck<'_>,
) {
    let list = path.field("difficulties");
    for kind in kinds.iter().filter(|kind| rows.iter().filter(|(row, _)| row == *kind).count() != 1) {
        file.refuse(&list, format!("expected exactly one row for {kind:?}"));
    }
    for (path, (_, difficulty)) in each(&list, rows) {
        file.within(&path.field("difficulty"), *difficulty, 0..=100);
    }
}
