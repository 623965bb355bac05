//! Checks of units and their gear.

use std::collections::BTreeMap;

use super::afflictions;
use super::file_check::{FileCheck, each};
use super::policies::objects;
use crate::content::{
    Armor, DefenceGear, Does, HealthModel, Knack, Resistance, Resists, Shield, Stat, StatRow, Unit, ValuePath, Weapon,
    WeaponProperty, WornGear,
};

/// Checks the stats that a rule system declares.
pub(super) fn check_stat_rows(list: &[StatRow], file: &mut FileCheck<'_>) {
    for (at, row) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &row.name);
        let id = &row.id;
        if list[..at].iter().any(|earlier| earlier.id == *id) {
            file.refuse(&path.field("id"), format!("duplicate id `{id}`"));
        }
        if !id.starts_with(|first: char| first.is_ascii_uppercase()) || !id.chars().all(|c| c.is_ascii_alphanumeric()) {
            file.refuse(&path.field("id"), format!("invalid id `{id}`: use a capital, then letters and digits"));
        }
        if row.stat().is_none() {
            file.refuse(&path.field("id"), "there are too many different stats");
        } else if let Some(known) = row.conflict() {
            file.refuse(&path, format!("another rule system has this stat with other words: {known}"));
        }
    }
}

/// Checks every weapon, and then the spells that weapons cast: there is such a spell, and the energy fits it.
pub(super) fn check_weapons(list: &[Weapon], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, weapon) in each(&ValuePath::root(), list) {
        check_weapon(weapon, &path, file);
    }
    for (path, weapon) in each(&ValuePath::root(), list) {
        let path = path.field("properties");
        for property in &weapon.properties {
            let WeaponProperty::Casts { spell, energy, form } = property else { continue };
            if let Some(form) = form.filter(|form| list.iter().all(|other| other.id != *form)) {
                file.refuse(&path, format!("unknown weapon `{form}`"));
            }
            let found = file.content.spells().find(|action| action.id == *spell);
            match found.map(|action| &action.does) {
                None => file.refuse(&path, format!("unknown spell `{spell}`")),
                Some(Does::Cast(found)) if !energy.lies_within(found.least, found.most) => {
                    file.refuse(&path, format!("`{spell}` cannot be cast with this energy"));
                }
                Some(_) => {}
            }
        }
    }
}

fn check_weapon(weapon: &Weapon, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.not_blank(&path.field("name"), &weapon.name);
    let families = &file.content.policies.value.attack.attributes;
    if !families.iter().any(|family| family.category == weapon.category) {
        let message = format!("no attribute is defined for the weapon category {:?}", weapon.category);
        file.refuse(&path.field("category"), message);
    }
    // Where wounds have a severity, the margin of the attack is added (HD-092).
    let by_severity = matches!(file.content.policies.value.consciousness.collapse, HealthModel::Slots(_));
    let least = i32::from(!weapon.has(WeaponProperty::Entangles) && !by_severity);
    if weapon.damage.max() < least || weapon.damage.max() > 200 {
        file.refuse(&path.field("damage"), "the maximum damage of a weapon must be 1 to 200");
    }
    if weapon.has(WeaponProperty::Penetrating) && weapon.damage.min() != weapon.damage.max() {
        file.refuse(&path.field("damage"), "the damage of a penetrating weapon is a number, not dice");
    }
    if let Some(reach) = weapon.melee {
        file.within(&path.field("melee"), reach, 0..=60);
    }
    if let Some(range) = weapon.range {
        within!(file, path.field("range"), range, increment in 1..=1000);
    }
    if weapon.melee.is_none() && weapon.range.is_none() {
        file.refuse(&path.field("melee"), "a weapon needs `melee`, `range` or both");
    }
    if let Some(venom) = weapon.venom() {
        file.venom(&path.field("properties"), venom);
    }
    for (path, property) in each(&path.field("properties"), &weapon.properties) {
        if let WeaponProperty::Afflicts { condition, level, against } = property {
            afflictions::check_cause((*condition, *level, *against), &path, file);
        }
    }
    file.damage_types(&path.field("harm"), weapon.harm);
    within!(file, path, weapon, durability in 1..=100, points in 0..=50);
    objects::check_magic(weapon.magic, &path.field("magic"), file);
}

fn check_knacks(list: &[Knack], path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, knack) in each(path, list) {
        each(&path.field("with"), &knack.with).for_each(|(path, action)| file.action(&path, *action));
        within!(file, path, knack, roll in -60..=60, defence in -60..=60);
        if knack.with.is_empty() || knack.roll == 0 && knack.defence == 0 {
            file.refuse(&path, "this changes nothing: name actions in `with`, and a `roll` or a `defence`");
        }
    }
}

fn check_resistances(list: &[Resistance], path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, resistance) in each(path, list) {
        file.damage_types(&path.field("to"), resistance.to);
        file.damage_types(&path.field("except"), resistance.except);
        if let Resists::Points(points) | Resists::Vulnerable(points) = resistance.resists {
            file.within(&path.field("resists").index(0), points, 1..=1000);
        }
    }
}

pub(super) fn check_armor(list: &[Armor], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, armor) in each(&ValuePath::root(), list) {
        file.not_blank(&path.field("name"), &armor.name);
        check_resistances(&armor.resistances, &path.field("resistances"), file);
        within!(file, path, armor, bonus in -20..=60, threshold in -20..=60, reduction in 0..=60,
            spell_failure in 0..=60);
        objects::check_magic(armor.magic, &path.field("magic"), file);
        check_adds(&armor.adds, &path.field("adds"), file);
    }
}

pub(super) fn check_shields(list: &[Shield], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, shield) in each(&ValuePath::root(), list) {
        file.not_blank(&path.field("name"), &shield.name);
        within!(file, path, shield, bonus in -20..=60);
        objects::check_magic(shield.magic, &path.field("magic"), file);
        check_adds(&shield.adds, &path.field("adds"), file);
    }
}

/// Refuses stats that gear cannot change because they are derived.
fn check_adds(adds: &BTreeMap<Stat, i16>, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (stat, amount) in adds {
        let key = format!("{stat:?}");
        if file.is_derived(*stat) {
            let message = format!("{} is derived: add to the stats that it is derived from", stat.word());
            file.refuse(&path.key_itself(&*key), message);
        }
        file.within(&path.key(key), *amount, -60..=60);
    }
}

/// Refuses training that the unit or the rule system has no use for.
fn check_training(unit: &Unit, file: &mut FileCheck<'_>) {
    let policies = &file.content.policies.value;
    let armor = policies.attack.familiarity.as_ref().and_then(|familiarity| familiarity.armor);
    let options = policies.stages.defences.iter().flat_map(|choice| &choice.options);
    let shields = options.into_iter().any(|option| option.made_with == Some(DefenceGear::Shield));
    let list = ValuePath::root().field("untrained");
    for (at, (path, kind)) in each(&list, &unit.untrained).enumerate() {
        let (worn, ruled, word) = match kind {
            WornGear::Armor => (unit.armor.is_some(), armor.is_some(), "armour"),
            WornGear::Shield => (unit.shield.is_some(), shields, "shield"),
        };
        if !worn {
            file.refuse(&path, format!("the unit has no {word}"));
        } else if !ruled {
            file.refuse(&path, format!("the rule system has no rule for an untrained {word}"));
        }
        if unit.untrained[..at].contains(kind) {
            file.refuse(&path, format!("duplicate entry for the {word}"));
        }
    }
}

/// Checks one unit; its id is the stem of its file.
pub(super) fn check(stem: &str, unit: &Unit, file: &mut FileCheck<'_>) {
    let root = ValuePath::root();
    let content = file.content;
    file.id_shape(&root, stem);
    file.not_blank(&root.field("name"), &unit.name);
    file.not_blank(&root.field("figure"), &unit.figure);
    within!(file, root, unit, rate in 0..=200);
    if let Some(hands) = unit.hands {
        file.within(&root.field("hands"), hands, 0..=8);
    }
    check_stats(unit, file);
    check_training(unit, file);
    check_resistances(&unit.resistances, &root.field("resistances"), file);
    check_knacks(&unit.knacks, &root.field("knacks"), file);
    for (path, spell) in each(&root.field("spells"), &unit.spells) {
        file.name(&path, "spell", *spell, content.spells());
    }
    let strike = content.policies.value.unarmed;
    let list = root.field("weapons");
    file.within(&list, unit.weapons.len() as i64, 0..=16);
    for (at, carried) in unit.weapons.iter().enumerate() {
        let path = list.index(at).field("weapon");
        file.name(&path, "weapon", carried.weapon, &content.weapons.value);
        if carried.weapon == strike && at + 1 != unit.weapons.len() {
            file.refuse(&path, format!("`{strike}` may appear only once, as the last weapon"));
        }
    }
    for (path, belonging) in each(&root.field("things"), &unit.things) {
        file.name(&path.field("item"), "thing", belonging.item, content.things.iter().flat_map(|things| &things.value));
    }
    if let Some(armor) = unit.armor {
        file.name(&root.field("armor"), "armour", armor, &content.armor.value);
    }
    if let Some(shield) = unit.shield {
        file.name(&root.field("shield"), "shield", shield, &content.shields.value);
    }
    check_hands(unit, &list, file);
}

fn check_stats(unit: &Unit, file: &mut FileCheck<'_>) {
    let list = ValuePath::root().field("stats");
    let hit_points = file.content.policies.value.roles.hit_points;
    for (stat, value) in &unit.stats {
        let key = format!("{stat:?}");
        if file.is_derived(*stat) {
            file.refuse(&list.key_itself(&*key), format!("{} is derived and cannot be set", stat.word()));
        }
        let range = if Some(*stat) == hit_points { 1..=500 } else { -20..=60 };
        file.within(&list.key(key), *value, range);
    }
    let missing = hit_points.filter(|stat| !unit.stats.contains_key(stat) && !file.is_derived(*stat));
    if let Some(hit_points) = missing {
        file.refuse(&list, format!("a unit needs `{hit_points:?}`"));
    }
}

fn check_hands(unit: &Unit, list: &ValuePath, file: &mut FileCheck<'_>) {
    let weapons = &file.content.weapons.value;
    let hands = |name| weapons.iter().find(|weapon| weapon.id == name).map_or(0, |weapon| weapon.hands.count());
    let held = unit.weapons.iter().filter(|carried| carried.in_hand);
    let things = unit.things.iter().filter(|belonging| belonging.in_hand).count();
    let full = u32::from(unit.shield.is_some()) + u32::try_from(things).unwrap_or(u32::MAX);
    let taken = held.map(|carried| u32::from(hands(carried.weapon))).sum::<u32>().saturating_add(full);
    let has = u32::from(unit.hand_count());
    if taken > has {
        let message = format!("weapons in hand and the shield need {taken} hands, but there are {has}");
        file.refuse(list, message);
    }
}
