use super::file_check::FileCheck;
use crate::content::authored::ValuePath;
use crate::content::stat::Stat;
use crate::content::unit::{Trait, Unit};
use crate::rules::content::Content;

/// Checks one unit; its id is the stem of its file.
pub(super) fn check(stem: &str, unit: &Unit, content: &Content, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    file.id_shape(&root, stem);
    file.not_blank(&root.field("name"), &unit.name);
    file.not_blank(&root.field("figure"), &unit.figure);
    file.within(&root.field("rate"), unit.rate, 0..=200);
    check_stats(unit, file);
    for (at, spell) in unit.spells.iter().enumerate() {
        let known = &file.known.spells;
        file.name(&root.field("spells").index(at), "spell", *spell, known);
    }
    check_weapons(unit, content, file);
    for (at, belonging) in unit.things.iter().enumerate() {
        let path = root.field("things").index(at).field("item");
        let known = &file.known.things;
        file.name(&path, "thing", belonging.item, known);
    }
    if let Some(armor) = unit.armor {
        let known = &file.known.armor;
        file.name(&root.field("armor"), "armour", armor, known);
    }
    if let Some(shield) = unit.shield {
        let known = &file.known.shields;
        file.name(&root.field("shield"), "shield", shield, known);
    }
    check_hands(unit, content, file);
}

fn check_stats(unit: &Unit, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("stats");
    for (stat, value) in &unit.stats {
        let key = format!("{stat:?}");
        if file.known.derived.contains(stat) {
            file.refuse(&list.key_itself(&*key), format!("{} is derived and cannot be set", stat.word()));
        }
        let range = if *stat == Stat::HitPoints { 1..=500 } else { -20..=60 };
        file.within(&list.key(key), *value, range);
    }
    if !unit.stats.contains_key(&Stat::HitPoints) && !file.known.derived.contains(&Stat::HitPoints) {
        file.refuse(&list, "a unit needs `HitPoints`");
    }
}

fn check_weapons(unit: &Unit, content: &Content, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("weapons");
    let strike = content.policies.value.unarmed;
    file.within(&list, unit.weapons.len() as i64, 0..=16);
    for (at, carried) in unit.weapons.iter().enumerate() {
        let path = list.index(at).field("weapon");
        file.weapon(&path, carried.weapon);
        if carried.weapon == strike && at + 1 != unit.weapons.len() {
            file.refuse(&path, format!("`{strike}` may appear only once, as the last weapon"));
        }
    }
}

/// Checks that a unit does not hold more than it has hands for.
fn check_hands(unit: &Unit, content: &Content, file: &mut FileCheck<'_>) {
    let weapons = &content.weapons.value;
    let hands = |name| weapons.iter().find(|weapon| weapon.id == name).map_or(0, |weapon| weapon.hands.count());
    let held = unit.weapons.iter().filter(|carried| carried.in_hand);
    let things = unit.things.iter().filter(|belonging| belonging.in_hand).count();
    let full = u32::from(unit.shield.is_some()) + u32::try_from(things).unwrap_or(u32::MAX);
    let taken = held.map(|carried| u32::from(hands(carried.weapon))).sum::<u32>().saturating_add(full);
    let has = if unit.traits.contains(&Trait::NoHands) { 0 } else { 2 };
    if taken > has {
        let message = format!("weapons in hand and the shield need {taken} hands, but there are {has}");
        file.refuse(&ValuePath::root().field("weapons"), message);
    }
}
