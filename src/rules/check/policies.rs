use std::collections::BTreeSet;

use super::file_check::FileCheck;
use crate::content::authored::ValuePath;
use crate::content::policy::{
    AttackPolicy, BleedingCollapse, Collapse, ConsciousnessPolicy, CountTurns, CriticalDamage, DamagePolicy,
    ExertionPolicy, Flanking, MovementPolicy, Pace, PaceRow, Policies, Running, Sharing, SightPolicy, TurnOrder,
    WoundPolicy,
};
use crate::content::size::Size;
use crate::content::speed::SpeedClass;
use crate::content::stat::{Addend, Stat};

/// Checks the policies of a rule system.
pub(super) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    file.not_blank(&root.field("name"), &policies.name);
    file.within(&root.field("board").field("feet"), policies.board.feet, 1..=100);
    check_sizes(policies, file);
    check_derived(policies, file);
    check_attack(&policies.attack, file);
    check_flanking(&policies.flanking, file);
    check_sight(policies.sight.as_ref(), file);
    check_space(policies, file);
    check_damage(&policies.damage, file);
    if let Some(things) = &policies.things {
        let path = root.field("things");
        file.within(&path.field("hit_points"), things.hit_points, 1..=200);
        file.within(&path.field("hardness"), things.hardness, 0..=100);
    }
    check_consciousness(&policies.consciousness, file);
    check_movement(&policies.movement, file);
    if let Some(height) = &policies.height {
        super::height::check(height, file);
    }
    if let Some(flight) = &policies.flight {
        super::height::check_flight(flight, file);
    }
    if let Some(weightless) = &policies.weightless {
        super::height::check_weightless(weightless, file);
    }
    super::height::check_ground(policies, file);
    super::height::check_water(&policies.water, file);
    match &policies.turn {
        TurnOrder::Counts(counts) => check_counts(counts, file),
        TurnOrder::Rounds(rounds) => {
            let path = root.field("turn");
            file.within(&path.field("seconds"), rounds.seconds, 1..=600);
            file.within(&path.field("actions"), rounds.actions, 1..=20);
            if let Some(unaware) = &rounds.unaware {
                file.condition(&path.field("unaware").field("condition"), unaware.condition);
            }
        }
    }
    file.weapon(&root.field("unarmed"), policies.unarmed);
    if let Some(magic) = &policies.magic {
        let path = root.field("magic");
        for (field, table) in [("range", &magic.range), ("area", &magic.area), ("duration", &magic.duration)] {
            if table.is_empty() {
                file.refuse(&path.field(field), "the table is empty");
            }
        }
        if let Some(preparing) = magic.preparing() {
            let path = path.field("pays").index(0);
            file.action(&path.field("action"), preparing.action);
            file.condition(&path.field("condition"), preparing.condition);
            file.within(&path.field("limit"), preparing.limit, 1..=10_000);
        }
    }
    if let Some(ready) = &policies.ready {
        file.action(&root.field("ready").field("action"), ready.action);
    }
    for (at, reaction) in policies.reactions.iter().enumerate() {
        file.action(&root.field("reactions").index(at).field("action"), reaction.action);
    }
}

/// Refuses duplicate and missing rows.
fn check_rows<K: Copy + Ord>(
    rows: &[K],
    all: &[K],
    list: &ValuePath,
    key: &str,
    word: fn(K) -> &'static str,
    file: &mut FileCheck<'_>,
) {
    let mut seen = BTreeSet::new();
    for (at, row) in rows.iter().enumerate() {
        if !seen.insert(*row) {
            file.refuse(&list.index(at).field(key), format!("duplicate row for {}", word(*row)));
        }
    }
    let missing: Vec<&str> = all.iter().filter(|row| !seen.contains(*row)).map(|row| word(*row)).collect();
    if !missing.is_empty() {
        file.refuse(list, format!("missing rows: {}", missing.join(", ")));
    }
}

fn check_sizes(policies: &Policies, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("sizes");
    let rows: Vec<Size> = policies.sizes.iter().map(|row| row.size).collect();
    check_rows(&rows, &Size::ALL, &list, "size", Size::word, file);
    for (at, row) in policies.sizes.iter().enumerate() {
        let path = list.index(at);
        file.within(&path.field("modifier"), row.modifier, -20..=20);
        file.within(&path.field("extent"), row.extent, 1..=6);
        file.within(&path.field("reach_tall"), row.reach_tall, 0..=60);
        file.within(&path.field("reach_long"), row.reach_long, 0..=60);
        file.within(&path.field("occupancy"), row.occupancy, 1..=i64::from(policies.space.most(row.occupancy)));
    }
}

fn check_derived(policies: &Policies, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("derived");
    for (at, derived) in policies.derived.iter().enumerate() {
        let path = list.index(at);
        if policies.derived[..at].iter().any(|earlier| earlier.stat == derived.stat) {
            file.refuse(&path.field("stat"), format!("duplicate derived stat {}", derived.stat.word()));
        }
        for (at, term) in derived.sum.iter().enumerate() {
            let path = path.field("sum").index(at).field("add");
            match &term.add {
                Addend::Flat(amount) => file.within(&path, *amount, -100..=100),
                Addend::Stat(stat) => check_base(*stat, &path, file),
                Addend::Best(stats) => {
                    for (at, stat) in stats.iter().enumerate() {
                        check_base(*stat, &path.index(0).index(at), file);
                    }
                }
                Addend::Product(stat, times, more) => {
                    check_base(*stat, &path.index(0), file);
                    check_base(*times, &path.index(1), file);
                    file.within(&path.index(2), *more, -100..=100);
                }
                Addend::SizeModifier => {}
            }
        }
    }
}

fn check_base(stat: Stat, path: &ValuePath, file: &mut FileCheck<'_>) {
    if file.known.derived.contains(&stat) {
        file.refuse(path, format!("{} is itself derived: only base stats can be added", stat.word()));
    }
}

fn check_attack(attack: &AttackPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("attack");
    for (at, family) in attack.attributes.iter().enumerate() {
        let path = root.field("attributes").index(at);
        if attack.attributes[..at].iter().any(|earlier| earlier.category == family.category) {
            file.refuse(&path.field("category"), format!("duplicate row for {:?}", family.category));
        }
        if family.best_of.is_empty() {
            file.refuse(&path.field("best_of"), "name at least one attribute");
        }
    }
    let natural = &attack.natural;
    let path = root.field("natural");
    file.within(&path.field("sides"), natural.sides, 2..=1000);
    let sides = i64::from(natural.sides);
    for (field, limit) in [("miss", &natural.miss), ("hit", &natural.hit)] {
        if let Some(limit) = limit {
            file.within(&path.field(field).field("face"), limit.face, 1..=sides);
        }
    }
    file.within(&path.field("critical_at_least"), natural.critical_at_least, 1..=sides + 1);
    file.within(&path.field("precise_at_least"), natural.precise_at_least, 1..=sides + 1);
    if let Some(higher) = &attack.higher_ground {
        file.within(&root.field("higher_ground").field("by"), higher.by, 1..=100);
    }
    if let Some(edge) = &attack.edge {
        file.within(&root.field("edge").field("dice"), edge.dice, 1..=5);
    }
    file.within(&root.field("range").field("missile_increments"), attack.range.missile_increments, 1..=100);
    file.within(&root.field("range").field("thrown_increments"), attack.range.thrown_increments, 1..=100);
    if let Some(fumble) = &attack.fumble {
        file.condition(&root.field("fumble").field("condition"), fumble.condition);
    }
}

fn check_flanking(flanking: &Flanking, file: &mut FileCheck<'_>) {
    let path = ValuePath::root().field("flanking");
    let (square, hex, facing) = match flanking {
        Flanking::Separation { square, hex, facing, .. } => (square, hex, facing),
        Flanking::OppositeEdges { condition, .. } => return file.condition(&path.field("condition"), *condition),
    };
    check_angle(&path.field("square"), *square, 1, file);
    check_angle(&path.field("hex"), *hex, 1, file);
    let Some(facing) = facing else { return };
    let path = path.field("facing");
    check_angle(&path.field("front_square"), facing.front_square, 0, file);
    check_angle(&path.field("side_square"), facing.side_square, facing.front_square, file);
    check_angle(&path.field("front_hex"), facing.front_hex, 0, file);
    check_angle(&path.field("side_hex"), facing.side_hex, facing.front_hex, file);
}

/// Refuses an angle, in tenths of a degree, that is below the least one or above 180 degrees.
fn check_angle(path: &ValuePath, angle: u16, least: u16, file: &mut FileCheck<'_>) {
    if !(least..=1800).contains(&angle) {
        let [angle, least] = [angle, least].map(|tenths| f64::from(tenths) / 10.0);
        file.refuse(path, format!("{angle} degrees is out of range: {least} to 180"));
    }
}

fn check_sight(sight: Option<&SightPolicy>, file: &mut FileCheck<'_>) {
    let path = ValuePath::root().field("sight");
    let named =
        |sight: &SightPolicy| [("hidden", sight.hidden), ("undetected", sight.undetected), ("exposed", sight.exposed)];
    for (field, condition) in sight.into_iter().flat_map(named) {
        file.condition(&path.field(field), condition);
    }
}

fn check_space(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    let path = root.field("space").field("sharing");
    match &policies.space.sharing {
        Sharing::Sixteenths(space) => {
            file.within(&path.field("capacity"), space.capacity, 16..=1600);
            file.within(&path.field("packed_above"), space.packed_above, i64::from(space.crowded_above)..=1600);
        }
        Sharing::OneEach(space) => {
            if let Some(action) = space.push_through {
                file.action(&path.field("push_through"), action);
            }
        }
    }
    let (grapple, path) = (&policies.grapple, root.field("grapple"));
    file.condition(&path.field("held"), grapple.held);
    for (field, condition) in [("holding", grapple.holding), ("pinned", grapple.pinned)] {
        if let Some(condition) = condition {
            file.condition(&path.field(field), condition);
        }
    }
    if let Some(shared) = &grapple.shared {
        file.condition(&path.field("shared").field("smaller"), shared.smaller);
        file.condition(&path.field("shared").field("towards_holder"), shared.towards_holder);
    }
}

fn check_damage(damage: &DamagePolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("damage");
    let steps = root.field("die_steps");
    for (at, pair) in damage.die_steps.windows(2).enumerate() {
        if pair[0].mean_times_two() >= pair[1].mean_times_two() {
            let message = format!("{} is not better than {}: order dice from weakest to strongest", pair[1], pair[0]);
            file.refuse(&steps.index(at + 1), message);
        }
    }
    file.within(&root.field("least"), damage.least, 0..=20);
    if let CriticalDamage::Times { by, .. } = &damage.critical {
        file.within(&root.field("critical").field("by"), *by, 1..=10);
    }
    let WoundPolicy::Threshold(threshold) = &damage.wounds else { return };
    let path = root.field("wounds");
    if !file.known.derived.contains(&threshold.stat) {
        file.refuse(
            &path.field("stat"),
            format!("{} is not a derived stat: define it in `derived`", threshold.stat.word()),
        );
    }
    file.within(&path.field("wear"), threshold.wear, 0..=20);
    file.condition(&path.field("wounded"), threshold.wounded);
    for (at, kind) in threshold.impairments.kinds.iter().enumerate() {
        file.condition(&path.field("impairments").field("kinds").index(at).field("condition"), kind.condition);
    }
}

fn check_consciousness(policy: &ConsciousnessPolicy, file: &mut FileCheck<'_>) {
    let path = ValuePath::root().field("consciousness");
    file.condition(&path.field("unconscious"), policy.unconscious);
    file.stance(&path.field("falls"), policy.falls);
    file.condition(&path.field("dead"), policy.dead);
    let path = path.field("collapse");
    match &policy.collapse {
        Collapse::Fatigue(policy) => {
            file.condition(&path.field("at_risk"), policy.at_risk);
            file.condition(&path.field("dying"), policy.dying);
            file.condition(&path.field("stable"), policy.stable);
            file.within(&path.field("dying_times"), policy.dying_times, 1..=20);
            file.within(&path.field("counts_per_point"), policy.counts_per_point, 1..=1000);
        }
        Collapse::Bleeding(policy) => check_bleeding(policy, &path, file),
    }
}

fn check_bleeding(policy: &BleedingCollapse, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.condition(&path.field("incapacitated"), policy.incapacitated);
    file.condition(&path.field("bleeding"), policy.bleeding);
    if policy.table.is_empty() {
        file.refuse(&path.field("table"), "the table is empty");
    }
    for (at, pair) in policy.table.windows(2).enumerate() {
        if pair[0].at_most >= pair[1].at_most {
            file.refuse(&path.field("table").index(at + 1), "order the bands from the lowest roll to the highest");
        }
    }
}

fn check_movement(movement: &MovementPolicy, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("movement");
    check_pace(&movement.pace, &root.field("pace"), file);
    let Some(Running { run, sprint }) = &movement.running else { return };
    let (root, path) = (root.field("running"), root.field("running").field("run"));
    file.within(&path.field("rate").index(0), run.rate.0, 1..=10);
    file.within(&path.field("rate").index(1), run.rate.1, 1..=10);
    file.condition(&path.field("condition"), run.condition);
    check_exertion(&run.check, &path.field("check"), file);
    let path = root.field("sprint");
    file.within(&path.field("per"), sprint.per, 1..=100);
    file.within(&path.field("faster"), sprint.faster, 0..=100);
    file.condition(&path.field("condition"), sprint.condition);
    check_exertion(&sprint.check, &path.field("check"), file);
}

fn check_pace(pace: &Pace, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (extra, exceptions, feet) = match pace {
        Pace::CountPattern { feet, extra, exceptions, .. } => (extra, exceptions, feet),
        Pace::PerAction { feet, .. } => return file.within(&path.field("feet"), *feet, 1..=100),
    };
    file.within(&path.field("feet"), *feet, 1..=100);
    for (remainder, row) in extra.iter().enumerate() {
        let cells: usize = row.iter().map(|cells| usize::from(*cells)).sum();
        if cells != remainder {
            let message =
                format!("a remainder of {remainder} must give {remainder} extra cells in four counts, not {cells}");
            file.refuse(&path.field("extra").index(remainder), message);
        }
    }
    for (at, PaceRow { rate, cells }) in exceptions.iter().enumerate() {
        let sum: u16 = cells.iter().map(|cells| u16::from(*cells)).sum();
        if sum.checked_mul(*feet) != Some(*rate) {
            let message = format!("{sum} cells in four counts do not make {rate} feet");
            file.refuse(&path.field("exceptions").index(at).field("cells"), message);
        }
    }
}

fn check_exertion(exertion: &ExertionPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("every"), exertion.every, 1..=1000);
    file.within(&path.field("difficulty"), exertion.difficulty, 0..=100);
    file.within(&path.field("failures"), exertion.failures, 1..=100);
    file.condition(&path.field("exhausted"), exertion.exhausted);
}

fn check_counts(turns: &CountTurns, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("turn");
    file.condition(&root.field("surprised"), turns.surprised);
    let list = root.field("speeds");
    let rows: Vec<SpeedClass> = turns.speeds.iter().map(|row| row.class).collect();
    check_rows(&rows, &SpeedClass::ALL, &list, "class", SpeedClass::word, file);
    for (at, row) in turns.speeds.iter().enumerate() {
        file.within(&list.index(at).field("fixed"), row.fixed, 0..=200);
    }
    file.within(&root.field("beyond_slowest"), turns.beyond_slowest, 0..=100);
}
