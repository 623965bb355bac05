//! Unique display names of combatants, and the weapons they hold when the battle begins.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::{Arms, GearPiece, Held, Sheet, WeaponLocation};
use crate::content::{Hands, ThingPolicy, Weapon};
use crate::mechanics::items;

/// Display names: a combatant's own name, otherwise its unit's, numbered if several share it. Takes own and unit names.
pub fn display_names(combatants: &[(Option<&str>, &str)]) -> Vec<String> {
    let mut taken: BTreeSet<String> = combatants.iter().filter_map(|(own, _)| own.map(str::to_owned)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, unit) in combatants.iter().filter(|(own, _)| own.is_none()) {
        *counts.entry(unit).or_default() += 1;
    }
    let mut name = |(own, unit): &(Option<&str>, &str)| match own {
        Some(own) => (*own).to_owned(),
        None => {
            let alone = counts.get(unit) == Some(&1) && !taken.contains(*unit);
            let name = if alone { (*unit).to_owned() } else { numbered(unit, &taken) };
            taken.insert(name.clone());
            name
        }
    };
    combatants.iter().map(&mut name).collect()
}

fn numbered(unit: &str, taken: &BTreeSet<String>) -> String {
    let mut number: usize = 1;
    loop {
        let name = format!("{unit} {number}");
        if !taken.contains(&name) {
            return name;
        }
        number += 1;
    }
}

/// Puts weapons in hand in the order of the sheet while hands are free, then the shield.
pub fn initial_arms(sheet: &Sheet, things: Option<&ThingPolicy>) -> Arms {
    let mut free = sheet.hands;
    let mut arms = Arms::default();
    for (slot, armed) in sheet.slots() {
        let place = place(&armed.weapon, armed.in_hand, &mut free);
        let whole = |policy| items::whole_points(policy, sheet, GearPiece::Weapon(slot));
        let durability = things.map_or(armed.weapon.durability, whole);
        arms.weapons.push(Held { place, durability });
    }
    arms.shield = sheet.shield.is_some() && free > 0;
    arms
}

/// Where a weapon begins; natural weapons are always in hand.
fn place(weapon: &Weapon, wanted: bool, free: &mut u8) -> WeaponLocation {
    if weapon.hands == Hands::None {
        return WeaponLocation::InHand;
    }
    let Some(left) = free.checked_sub(weapon.hands.count()).filter(|_| wanted) else { return WeaponLocation::Carried };
    *free = left;
    WeaponLocation::InHand
}

#[cfg(test)]
mod tests {
    use super::display_names;

    #[test]
    fn several_of_one_kind_are_numbered_and_names_given_are_left_alone() {
        let names = display_names(&[
            (None, "Archer"),
            (Some("Aldric"), "Archer"),
            (None, "Ogre"),
            (Some("Archer 2"), "Archer"),
            (None, "Archer"),
        ]);
        assert_eq!(names, ["Archer 1", "Aldric", "Ogre", "Archer 2", "Archer 3"]);
    }
}
