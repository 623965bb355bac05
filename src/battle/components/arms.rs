//! Weapons, shield and armour of a combatant during a battle.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::CombatantId;

/// Index of a weapon on its bearer's sheet.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Reflect)]
pub struct WeaponSlot(pub u8);

/// Where a weapon is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeaponLocation {
    /// Held in hand.
    InHand,
    /// Carried, not in hand.
    Carried,
    /// Stuck in a wall, pinning this combatant by its clothing or armour.
    Stuck(CombatantId),
    /// Dropped, thrown or taken.
    Gone,
    /// Broken.
    Broken,
}

/// State of one weapon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Where it is.
    pub place: WeaponLocation,
    /// Number of fumbles it can still take before it breaks.
    pub durability: u8,
}

/// A piece of equipment that can be dropped or broken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GearPiece {
    /// A weapon.
    Weapon(WeaponSlot),
    /// The shield.
    Shield,
    /// The worn armour.
    Armor,
}

/// Remaining hit points of shield and armour; `None` if undamaged.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wear {
    /// Hit points of the shield.
    pub shield: Option<u8>,
    /// Hit points of the armour.
    pub armor: Option<u8>,
}

/// Equipment state of a combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arms {
    /// State of each weapon, indexed by [`WeaponSlot`].
    pub weapons: SmallVec<[Held; 4]>,
    /// Whether the shield is on the arm.
    pub shield: bool,
    /// Damage to shield and armour.
    pub wear: Wear,
}

impl Arms {
    /// Where the weapon of a slot is.
    pub fn place(&self, slot: WeaponSlot) -> WeaponLocation {
        self.weapons.get(usize::from(slot.0)).map_or(WeaponLocation::Gone, |held| held.place)
    }

    /// Whether the worn armour has been destroyed.
    pub fn armor_is_broken(&self) -> bool {
        self.wear.armor == Some(0)
    }

    /// Slots of all weapons in hand.
    pub fn in_hand(&self) -> impl Iterator<Item = WeaponSlot> + '_ {
        let held = self.weapons.iter().enumerate().filter(|(_, held)| held.place == WeaponLocation::InHand);
        held.map(|(at, _)| WeaponSlot(at as u8))
    }
}
