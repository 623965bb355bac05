//! Which weapons a combatant holds when the battle begins.

use crate::battle::{Arms, Held, Sheet, WeaponLocation};
use crate::content::gear::{Hands, Weapon};
use crate::content::unit::Trait;

/// Number of hands, for bodies that have hands.
const HANDS: u8 = 2;

/// Puts weapons in hand in the order of the sheet while hands are free, then the shield.
pub fn initial_arms(sheet: &Sheet) -> Arms {
    let mut free = if sheet.has(Trait::NoHands) { 0 } else { HANDS };
    let mut arms = Arms::default();
    for armed in &sheet.weapons {
        let place = place(&armed.weapon, armed.in_hand, &mut free);
        arms.weapons.push(Held { place, durability: armed.weapon.durability });
    }
    arms.shield = sheet.shield.is_some() && free > 0;
    arms
}

/// Where a weapon begins; natural weapons are always in hand.
fn place(weapon: &Weapon, wanted: bool, free: &mut u8) -> WeaponLocation {
    if weapon.hands == Hands::None {
        return WeaponLocation::InHand;
    }
    match free.checked_sub(weapon.hands.count()).filter(|_| wanted) {
        Some(left) => {
            *free = left;
            WeaponLocation::InHand
        }
        None => WeaponLocation::Carried,
    }
}
