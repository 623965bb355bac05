//! Checks of the policies, except those for damage, movement and rest.

pub(super) mod body_parts;
mod cover;
pub(super) mod damage;
mod damage_dice;
pub(super) mod economy;
mod magic;
pub(super) mod movement;
pub(super) mod objects;
mod reactions;
pub(super) mod rolls;
mod space;
pub(super) mod stages;

use std::collections::BTreeSet;

use crate::content::policy::BoardPolicy;
use crate::content::stat_table::DerivedStat;
use crate::content::{
    Addend, AttackPolicy, BodiesAhead, ConcealedAttacks, Displacement, Effect, LengthUnit, Policies, PushPolicy,
    RoundStep, RoundTurns, SightPolicy, Size, SizeRow, SpeedClass, Stat, StatShare, TieKey, Ties, TurnOrder,
    UnawareEnd, ValuePath,
};
use crate::rules::check::conditions;
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    file.not_blank(&root.field("name"), &policies.name);
    check_board(&policies.board, &root.field("board"), file);
    check_sizes(policies, file);
    check_derived(policies, file);
    rolls::check(&policies.rolls, file);
    check_attack(&policies.attack, &root.field("attack"), file);
    cover::check(policies, file);
    if let Some(sight) = &policies.sight {
        check_sight(sight, &root.field("sight"), file);
    }
    space::check(policies, file);
    check_push(&policies.push, &root.field("push"), file);
    damage::check(&policies.damage, &root.field("damage"), file);
    if let Some(things) = &policies.things {
        within!(file, root.field("things"), things, hit_points in 1..=200, hardness in 0..=100);
        if let Some(enhancement) = &things.enhancement {
            within!(file, root.field("things").field("enhancement"), enhancement,
                hardness in 0..=100, hit_points in 0..=100);
        }
        if let Some(broken) = &things.broken {
            within!(file, root.field("things").field("broken"), broken, lost in 1..=100, weapon in -100..=0);
        }
        if let Some(exposed) = &things.exposed {
            objects::check_exposed(exposed, &root.field("things").field("exposed"), file);
        }
        if let Some(policy) = &things.objects {
            objects::check(policy, &root.field("things").field("objects"), file);
        }
    }
    damage::check_consciousness(&policies.consciousness, &root.field("consciousness"), file);
    damage::check_hit_points(policies, file);
    movement::check(policies, file);
    check_turns(&policies.turn, &root.field("turn"), file);
    economy::check(policies, file);
    file.name(&root.field("unarmed"), "weapon", policies.unarmed, &file.content.weapons.value);
    if let Some(magic) = &policies.magic {
        magic::check(magic, &root.field("magic"), file);
    }
    if let Some(ready) = &policies.ready {
        let path = root.field("ready");
        file.action(&path.field("action"), ready.action);
        if ready.moves.is_some() && matches!(policies.turn, TurnOrder::Counts(_)) {
            file.refuse(
                &path.field("moves"),
                "turns are counted, and have no order in which to move: leave `moves` out",
            );
        }
    }
    reactions::check(policies, file);
    stages::check(policies, file);
    if let Some(rest) = &policies.rest {
        conditions::check_rest(rest, file);
    }
}

fn check_board(board: &BoardPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, own) in each(&path.field("costs"), &board.costs) {
        file.not_blank(&path.field("ground"), &own.ground);
        within!(file, path, own, cost in 1..=16);
    }
    within!(file, path, board, cell in 1..=100);
    let (path, LengthUnit { one, many, short, parts }) = (path.field("unit"), &board.unit);
    for (field, word) in [("one", one), ("many", many), ("short", short)] {
        file.not_blank(&path.field(field), word);
    }
    if ![1, 2, 4].contains(parts) {
        file.refuse(
            &path.field("parts"),
            format!("lengths are counted in whole units, halves or quarters: 1, 2 or 4, not {parts}"),
        );
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
        check_columns(row, &path.field("modifiers"), file);
        within!(file, path, row, extent in 1..=6, reach_tall in 0..=60, reach_long in 0..=60,
            occupancy in 1..=i64::from(most));
    }
}

/// Refuses columns of the size table that its first row lacks, and missing ones.
fn check_columns(row: &SizeRow, path: &ValuePath, file: &mut FileCheck<'_>) {
    let known = file.size_columns();
    for (column, modifier) in &row.modifiers {
        if !known.contains(&column.as_str()) {
            file.findings.unknown(&path.key_itself(column), "column of the size table", column, &known);
        }
        file.within(&path.key(column), *modifier, -40..=40);
    }
    if let Some(missing) = known.iter().find(|column| !row.modifiers.contains_key(**column)) {
        file.refuse(path, format!("the column `{missing}` is missing"));
    }
}

fn check_derived(policies: &Policies, file: &mut FileCheck<'_>) {
    for (at, derived) in policies.derived.iter().enumerate() {
        let path = ValuePath::root().field("derived").index(at);
        let earlier = &policies.derived[..at];
        if earlier.iter().any(|earlier| earlier.stat == derived.stat) {
            file.refuse(&path.field("stat"), format!("duplicate derived stat {}", derived.stat.word()));
        }
        for (path, term) in each(&path.field("sum"), &derived.sum) {
            let path = path.field("add");
            match &term.add {
                Addend::Flat(amount) => file.within(&path, *amount, -100..=100),
                Addend::Stat(stat) => check_known(*stat, earlier, &path, file),
                Addend::Best(stats) | Addend::Least(stats) => {
                    each(&path.index(0), stats).for_each(|(path, stat)| check_known(*stat, earlier, &path, file));
                }
                Addend::UpToSize(_, small, larger) => {
                    [small, larger].into_iter().for_each(|stat| check_known(*stat, earlier, &path, file));
                }
                Addend::Product(stat, times, more) => {
                    check_known(*stat, earlier, &path.index(0), file);
                    check_known(*times, earlier, &path.index(1), file);
                    file.within(&path.index(2), *more, -100..=100);
                }
                Addend::SizeModifier(column) => file.size_column(&path.index(0), *column),
                Addend::Share(share) => check_share(share, earlier, &path, file),
                Addend::Table(stat, rows) => {
                    check_known(*stat, earlier, &path.index(0), file);
                    damage::check_table(rows, -1000..=1000, &path.index(1), file);
                }
            }
        }
    }
}

fn check_share(share: &StatShare, earlier: &[DerivedStat], path: &ValuePath, file: &mut FileCheck<'_>) {
    each(&path.field("of"), &share.of).for_each(|(path, stat)| check_known(*stat, earlier, &path, file));
    if share.of.is_empty() {
        file.refuse(&path.field("of"), "name at least one stat");
    }
    within!(file, path, share, divided_by in 1..=100);
    for (field, times) in [("times", share.times), ("then_times", share.then_times)] {
        times.into_iter().for_each(|times| file.within(&path.field(field), times, -100..=100));
    }
}

/// A term is a base stat, or a stat that was derived before.
fn check_known(stat: Stat, earlier: &[DerivedStat], path: &ValuePath, file: &mut FileCheck<'_>) {
    if file.is_derived(stat) && earlier.iter().all(|earlier| earlier.stat != stat) {
        file.refuse(path, format!("{} is derived later: add it after its own terms are known", stat.word()));
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
    if let Some(size) = attack.size {
        file.size_column(&root.field("size").field("column"), size.column);
    }
    if let Some(higher) = &attack.higher_ground {
        within!(file, root.field("higher_ground"), higher, by in 1..=100);
    }
    within!(file, root.field("range"), attack.range, missile_increments in 1..=100, thrown_increments in 1..=100);
    if let Some(fumble) = &attack.fumble {
        conditions!(file, root.field("fumble"), fumble, condition);
    }
    if let Some(armor) = attack.familiarity.as_ref().and_then(|familiarity| familiarity.armor) {
        conditions!(file, root.field("familiarity").field("armor"), armor, condition);
    }
}

fn check_push(push: &PushPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let Some(impact) = &push.impact {
        within!(file, path.field("impact"), impact, per in 1..=100);
        file.damage_types(&path.field("impact").field("harm"), impact.harm);
    }
    for (at, (path, force)) in each(&path.field("provokes"), &push.provokes).enumerate() {
        if push.provokes[..at].iter().any(|earlier| earlier.kind == force.kind && earlier.with == force.with) {
            file.refuse(&path.field("kind"), format!("duplicate entry for `{:?}`", force.kind));
        }
    }
    if let Some(along) = push.along {
        let path = path.field("along");
        within!(file, path, along, points in 0..=20, included_from in 1..=20);
        if file.content.policies.value.economy.actions.is_none() {
            file.refuse(&path, "this rule system has no pool of actions");
        }
    }
    if let BodiesAhead::PushedAlong(along) = &push.bodies {
        let path = path.field("bodies");
        file.action(&path.field("action"), along.action);
        file.within(&path.field("each").field("amount"), along.each.amount, -60..=60);
        let actions = file.content.actions().filter(|action| action.id == along.action);
        let pushes = |does: &Effect| matches!(does, Effect::Displace(Displacement::Push { .. }));
        let mut checks = actions.filter_map(|action| action.check());
        if checks.any(|check| !check.effects().any(pushes)) {
            file.refuse(&path.field("action"), format!("`{}` does not push: it gives no distance", along.action));
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
        TurnOrder::Rounds(rounds) => check_rounds(rounds, path, file),
    }
}

fn check_rounds(rounds: &RoundTurns, path: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, path, rounds, seconds in 1..=600);
    if let Some(unaware) = &rounds.unaware {
        conditions!(file, path.field("unaware"), unaware, condition);
        if let Some(slower) = unaware.slower {
            within!(file, path.field("unaware").field("slower"), slower, base in -20..=60);
        }
        if unaware.ends == UnawareEnd::FirstRound && !rounds.round_end.contains(&RoundStep::Durations) {
            let path = path.field("unaware").field("ends");
            file.refuse(&path, "this never ends: add `Durations` to `round_end` of the turn order");
        }
        let looks = rounds.round_start.iter().chain(&rounds.round_end).any(|step| *step == RoundStep::Awareness);
        if unaware.ends == UnawareEnd::Aware && !looks {
            let path = path.field("unaware").field("ends");
            file.refuse(&path, "they never look around: add `Awareness` to `round_end` of the turn order");
        }
    }
    if let Some(contest) = &rounds.ambush {
        let path = path.field("ambush");
        for (field, stats) in [("stealth", &contest.stealth), ("observation", &contest.observation)] {
            if stats.is_empty() {
                file.refuse(&path.field(field), "name at least one stat");
            }
        }
        if rounds.unaware.is_none() {
            file.refuse(&path, "surprise has no effect: give it a condition in `unaware`");
        }
    }
    check_ties(&rounds.ties, &path.field("ties"), file);
}

fn check_ties(ties: &Ties, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Ties::By { keys, .. } = ties else { return };
    let list = path.field("keys");
    if keys.is_empty() {
        file.refuse(&list, "name at least one key, or use `Listed` or `Random`");
    }
    for (at, key) in keys.iter().enumerate().filter(|(at, key)| keys[..*at].contains(key)) {
        let word = match key {
            TieKey::Highest(stat) => stat.word().to_owned(),
            TieKey::With(quality) => format!("{quality:?}"),
        };
        file.refuse(&list.index(at), format!("{word} already decides before"));
    }
}

fn check_sight(sight: &SightPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    conditions!(file, path, sight, hidden, undetected, exposed);
    if let ConcealedAttacks::Modifiers { dark, fog, unseen } = sight.attacks {
        let path = path.field("attacks");
        for (field, modifier) in [("dark", dark), ("fog", fog), ("unseen", unseen)] {
            file.within(&path.field(field).field("amount"), modifier.amount, -100..=0);
        }
    }
}
