//! Checks of the policies, except those for movement and rest.

use std::collections::BTreeSet;

use super::file_check::{FileCheck, each};
use super::{conditions, movement, rolls};
use crate::content::{
    Addend, AttackPolicy, BleedingCollapse, Collapse, ConsciousnessPolicy, CriticalDamage, DamagePolicy, Flanking,
    MagicPolicy, Policies, Sharing, Size, SpeedClass, Stat, TurnOrder, ValuePath, WoundPolicy,
};

pub(super) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    file.not_blank(&root.field("name"), &policies.name);
    within!(file, root.field("board"), policies.board, feet in 1..=100);
    check_sizes(policies, file);
    check_derived(policies, file);
    rolls::check(&policies.rolls, file);
    check_attack(&policies.attack, &root.field("attack"), file);
    check_flanking(&policies.flanking, &root.field("flanking"), file);
    if let Some(sight) = &policies.sight {
        conditions!(file, root.field("sight"), sight, hidden, undetected, exposed);
    }
    check_space(policies, file);
    check_damage(&policies.damage, &root.field("damage"), file);
    if let Some(things) = &policies.things {
        within!(file, root.field("things"), things, hit_points in 1..=200, hardness in 0..=100);
    }
    check_consciousness(&policies.consciousness, &root.field("consciousness"), file);
    movement::check(policies, file);
    check_turns(&policies.turn, &root.field("turn"), file);
    file.name(&root.field("unarmed"), "weapon", policies.unarmed, &file.content.weapons.value);
    if let Some(magic) = &policies.magic {
        check_magic(magic, &root.field("magic"), file);
    }
    if let Some(ready) = &policies.ready {
        file.action(&root.field("ready").field("action"), ready.action);
    }
    for (path, reaction) in each(&root.field("reactions"), &policies.reactions) {
        file.action(&path.field("action"), reaction.action);
    }
    if let Some(rest) = &policies.rest {
        conditions::check_rest(rest, file);
    }
}

fn check_rows<K: Copy + Ord>(
    rows: impl Iterator<Item = K>,
    all: &[K],
    list: &ValuePath,
    key: &str,
    word: fn(K) -> &'static str,
    file: &mut FileCheck<'_>,
) {
    let mut seen = BTreeSet::new();
    for (at, row) in rows.enumerate() {
        if !seen.insert(row) {
            file.refuse(&list.index(at).field(key), format!("duplicate row for {}", word(row)));
        }
    }
    let missing: Vec<&str> = all.iter().filter(|row| !seen.contains(*row)).map(|row| word(*row)).collect();
    if !missing.is_empty() {
        file.refuse(list, format!("missing rows: {}", missing.join(", ")));
    }
}

fn check_sizes(policies: &Policies, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("sizes");
    check_rows(policies.sizes.iter().map(|row| row.size), &Size::ALL, &list, "size", Size::word, file);
    for (path, row) in each(&list, &policies.sizes) {
        let most = policies.space.most(row.occupancy);
        within!(file, path, row, modifier in -20..=20, extent in 1..=6, reach_tall in 0..=60, reach_long in 0..=60,
            occupancy in 1..=i64::from(most));
    }
}

fn check_derived(policies: &Policies, file: &mut FileCheck<'_>) {
    for (at, derived) in policies.derived.iter().enumerate() {
        let path = ValuePath::root().field("derived").index(at);
        if policies.derived[..at].iter().any(|earlier| earlier.stat == derived.stat) {
            file.refuse(&path.field("stat"), format!("duplicate derived stat {}", derived.stat.word()));
        }
        for (path, term) in each(&path.field("sum"), &derived.sum) {
            let path = path.field("add");
            match &term.add {
                Addend::Flat(amount) => file.within(&path, *amount, -100..=100),
                Addend::Stat(stat) => check_base(*stat, &path, file),
                Addend::Best(stats) => {
                    each(&path.index(0), stats).for_each(|(path, stat)| check_base(*stat, &path, file));
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
    if file.is_derived(stat) {
        file.refuse(path, format!("{} is itself derived: only base stats can be added", stat.word()));
    }
}

fn check_attack(attack: &AttackPolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    for (at, family) in attack.attributes.iter().enumerate() {
        let path = root.field("attributes").index(at);
        if attack.attributes[..at].iter().any(|earlier| earlier.category == family.category) {
            file.refuse(&path.field("category"), format!("duplicate row for {:?}", family.category));
        }
        if family.best_of.is_empty() {
            file.refuse(&path.field("best_of"), "name at least one attribute");
        }
    }
    if let Some(higher) = &attack.higher_ground {
        within!(file, root.field("higher_ground"), higher, by in 1..=100);
    }
    within!(file, root.field("range"), attack.range, missile_increments in 1..=100, thrown_increments in 1..=100);
    if let Some(fumble) = &attack.fumble {
        conditions!(file, root.field("fumble"), fumble, condition);
    }
}

fn check_flanking(flanking: &Flanking, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (square, hex, facing) = match flanking {
        Flanking::Separation { square, hex, facing, .. } => (square, hex, facing),
        Flanking::OppositeEdges { condition, .. } => return file.condition(&path.field("condition"), *condition),
    };
    let mut check_angle = |path: &ValuePath, field: &str, angle: u16, least: u16| {
        if !(least..=1800).contains(&angle) {
            let [angle, least] = [angle, least].map(|tenths| f64::from(tenths) / 10.0);
            file.refuse(&path.field(field), format!("{angle} degrees is out of range: {least} to 180"));
        }
    };
    check_angle(path, "square", *square, 1);
    check_angle(path, "hex", *hex, 1);
    let Some(facing) = facing else { return };
    let path = path.field("facing");
    check_angle(&path, "front_square", facing.front_square, 0);
    check_angle(&path, "side_square", facing.side_square, facing.front_square);
    check_angle(&path, "front_hex", facing.front_hex, 0);
    check_angle(&path, "side_hex", facing.side_hex, facing.front_hex);
}

fn check_space(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    let path = root.field("space").field("sharing");
    match &policies.space.sharing {
        Sharing::Sixteenths(space) => {
            let crowded = i64::from(space.crowded_above);
            within!(file, path, space, capacity in 16..=1600, packed_above in crowded..=1600);
        }
        Sharing::OneEach(space) => {
            if let Some(action) = space.push_through {
                file.action(&path.field("push_through"), action);
            }
        }
    }
    let (grapple, path) = (&policies.grapple, root.field("grapple"));
    conditions!(file, path, grapple, held);
    for (field, condition) in [("holding", grapple.holding), ("pinned", grapple.pinned)] {
        if let Some(condition) = condition {
            file.condition(&path.field(field), condition);
        }
    }
    if let Some(shared) = &grapple.shared {
        conditions!(file, path.field("shared"), shared, smaller, towards_holder);
    }
}

fn check_damage(damage: &DamagePolicy, root: &ValuePath, file: &mut FileCheck<'_>) {
    for (at, pair) in damage.die_steps.windows(2).enumerate() {
        if pair[0].mean_times_two() >= pair[1].mean_times_two() {
            let message = format!("{} is not better than {}: order dice from weakest to strongest", pair[1], pair[0]);
            file.refuse(&root.field("die_steps").index(at + 1), message);
        }
    }
    within!(file, root, damage, least in 0..=20);
    if let CriticalDamage::Times { by, .. } = &damage.critical {
        file.within(&root.field("critical").field("by"), *by, 1..=10);
    }
    let WoundPolicy::Threshold(threshold) = &damage.wounds else { return };
    let path = root.field("wounds");
    if !file.is_derived(threshold.stat) {
        let message = format!("{} is not a derived stat: define it in `derived`", threshold.stat.word());
        file.refuse(&path.field("stat"), message);
    }
    within!(file, path, threshold, wear in 0..=20);
    conditions!(file, path, threshold, wounded);
    for (path, kind) in each(&path.field("impairments").field("kinds"), &threshold.impairments.kinds) {
        conditions!(file, path, kind, condition);
    }
}

fn check_consciousness(policy: &ConsciousnessPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    conditions!(file, path, policy, unconscious);
    file.stance(&path.field("falls"), policy.falls);
    conditions!(file, path, policy, dead);
    let path = path.field("collapse");
    match &policy.collapse {
        Collapse::Fatigue(policy) => {
            conditions!(file, path, policy, at_risk, dying, stable);
            within!(file, path, policy, dying_times in 1..=20, counts_per_point in 1..=1000);
        }
        Collapse::Bleeding(policy) => check_bleeding(policy, &path, file),
    }
}

fn check_bleeding(policy: &BleedingCollapse, path: &ValuePath, file: &mut FileCheck<'_>) {
    conditions!(file, path, policy, incapacitated, bleeding);
    let table = path.field("table");
    if policy.table.is_empty() {
        file.refuse(&table, "the table is empty");
    }
    for (at, pair) in policy.table.windows(2).enumerate() {
        if pair[0].at_most >= pair[1].at_most {
            file.refuse(&table.index(at + 1), "order the bands from the lowest roll to the highest");
        }
    }
}

fn check_turns(turn: &TurnOrder, path: &ValuePath, file: &mut FileCheck<'_>) {
    match turn {
        TurnOrder::Counts(turns) => {
            conditions!(file, path, turns, surprised);
            let list = path.field("speeds");
            let rows = turns.speeds.iter().map(|row| row.class);
            check_rows(rows, &SpeedClass::ALL, &list, "class", SpeedClass::word, file);
            for (path, row) in each(&list, &turns.speeds) {
                within!(file, path, row, fixed in 0..=200);
            }
            within!(file, path, turns, beyond_slowest in 0..=100);
        }
        TurnOrder::Rounds(rounds) => {
            within!(file, path, rounds, seconds in 1..=600, actions in 1..=20);
            if let Some(unaware) = &rounds.unaware {
                conditions!(file, path.field("unaware"), unaware, condition);
            }
        }
    }
}

fn check_magic(magic: &MagicPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (field, table) in [("range", &magic.range), ("area", &magic.area), ("duration", &magic.duration)] {
        if table.is_empty() {
            file.refuse(&path.field(field), "the table is empty");
        }
    }
    if let Some(preparing) = magic.preparing() {
        let path = path.field("pays").index(0);
        file.action(&path.field("action"), preparing.action);
        conditions!(file, path, preparing, condition);
        within!(file, path, preparing, limit in 1..=10_000);
    }
}
