use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::CombatantId;

/// A weapon's place in its bearer's sheet.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct WeaponSlot(pub u8);

/// Where a weapon is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    InHand,
    Carried,
    /// Stuck in a wall, through what somebody wears.
    Stuck(CombatantId),
    /// Fallen, thrown away or taken.
    Gone,
    Broken,
}

/// The state of one weapon of a combatant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Where it is.
    pub place: Place,
    /// Fumbles it still survives.
    pub durability: u8,
}

/// A thing that somebody carries, wields or wears.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thing {
    Weapon(WeaponSlot),
    Shield,
    Armor,
}

/// Hit points left of worn things; `None` while nothing has harmed them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wear {
    pub shield: Option<u8>,
    pub armor: Option<u8>,
}

/// The weapons and shield of a combatant, in the order of its sheet.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arms {
    /// State by slot of the sheet.
    pub weapons: SmallVec<[Held; 4]>,
    /// Whether the shield is on the arm.
    pub shield: bool,
    /// What shield and armour have suffered.
    pub wear: Wear,
}

impl Arms {
    /// Where the weapon of a slot is.
    pub fn place(&self, slot: WeaponSlot) -> Place {
        self.weapons.get(usize::from(slot.0)).map_or(Place::Gone, |held| held.place)
    }

    /// Whether the armour it wears was destroyed.
    pub fn armor_is_broken(&self) -> bool {
        self.wear.armor == Some(0)
    }

    /// The slots of all weapons in hand.
    pub fn in_hand(&self) -> impl Iterator<Item = WeaponSlot> + '_ {
        let held = self.weapons.iter().enumerate().filter(|(_, held)| held.place == Place::InHand);
        held.map(|(at, _)| WeaponSlot(at as u8))
    }
}
