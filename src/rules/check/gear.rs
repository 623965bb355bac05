use super::file_check::FileCheck;
use crate::content::authored::ValuePath;
use crate::content::gear::{Armor, Shield, Weapon, WeaponProperty};
use crate::content::policy::Policies;

/// Checks every weapon.
pub(super) fn check_weapons(list: &[Weapon], policies: &Policies, file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, weapon) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &weapon.name);
        if !policies.attack.attributes.iter().any(|family| family.category == weapon.category) {
            let message = format!("no attribute is defined for the weapon category {:?}", weapon.category);
            file.refuse(&path.field("category"), message);
        }
        let least = i32::from(!weapon.has(WeaponProperty::Entangles));
        if weapon.damage.max() < least || weapon.damage.max() > 200 {
            file.refuse(&path.field("damage"), "the maximum damage of a weapon must be 1 to 200");
        }
        check_distances(weapon, &path, file);
        if let Some(venom) = weapon.venom() {
            let known = &file.known.venoms;
            file.name(&path.field("properties"), "venom", venom, known);
        }
        file.within(&path.field("durability"), weapon.durability, 1..=100);
    }
}

fn check_distances(weapon: &Weapon, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let Some(feet) = weapon.melee {
        file.within(&path.field("melee"), feet, 0..=60);
    }
    if let Some(range) = weapon.range {
        file.within(&path.field("range").field("increment"), range.increment, 1..=1000);
    }
    if weapon.melee.is_none() && weapon.range.is_none() {
        file.refuse(&path.field("melee"), "a weapon needs `melee`, `range` or both");
    }
}

/// Checks every suit of armour.
pub(super) fn check_armor(list: &[Armor], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, armor) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &armor.name);
        file.within(&path.field("bonus"), armor.bonus, -20..=60);
        file.within(&path.field("threshold"), armor.threshold, -20..=60);
        file.within(&path.field("reduction"), armor.reduction, 0..=60);
        file.within(&path.field("spell_failure"), armor.spell_failure, 0..=60);
    }
}

/// Checks every shield.
pub(super) fn check_shields(list: &[Shield], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, shield) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &shield.name);
        file.within(&path.field("bonus"), shield.bonus, -20..=60);
    }
}
