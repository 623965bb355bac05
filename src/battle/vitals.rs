//! Hit points, fatigue and energy, stance, weapons and armour of a combatant.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, HandSet};
use crate::content::Name;

/// Hit points, fatigue and energy of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Vitals {
    /// Normal hit points left.
    pub hit_points: i16,
    /// Maximum of the normal hit points.
    pub maximum: i16,
    /// Healed points, lost before normal ones.
    pub invigoration: i16,
    /// Temporary points beyond the maximum (TC-113), lost first.
    pub bonus: i16,
    /// Fatigue gathered.
    pub fatigue: i16,
    /// Part of the lost hit points that poison took.
    pub poison_wounds: i16,
    /// Part of the fatigue that poison caused.
    pub poison_fatigue: i16,
    /// Points by which the threshold of pain is reduced.
    pub worn: i16,
    /// Energy left for spells.
    pub energy: i16,
}

impl Vitals {
    /// Full hit points, and nothing in the other pools.
    pub fn fresh(maximum: i16) -> Vitals {
        Vitals { hit_points: maximum, maximum, ..Vitals::default() }
    }

    /// Current hit points, all pools together.
    pub fn current(&self) -> i16 {
        self.hit_points.saturating_add(self.invigoration).saturating_add(self.bonus)
    }

    /// Whether no hit points are left in all pools together, or the normal ones are negative.
    pub(in crate::battle) fn is_spent(&self) -> bool {
        self.current() <= 0 || self.hit_points < 0
    }

    /// The pools after the loss of `points`: bonus points first, then healed and normal ones, never below 0 (TC-114).
    pub fn losing(mut self, mut points: i16) -> Vitals {
        for pool in [&mut self.bonus, &mut self.invigoration, &mut self.hit_points] {
            let lost = points.clamp(0, (*pool).max(0));
            *pool -= lost;
            points -= lost;
        }
        self
    }
}

/// Stance of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Stance {
    /// Id of the stance; `None` is the default stance.
    pub held: Option<Name>,
    /// Whether the combatant is still changing into it: only the drawbacks apply.
    pub shifting: bool,
}

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
    /// Remaining hit points of shield and armour.
    pub wear: Wear,
    /// The hands of weapons, indexed by [`WeaponSlot`]; none for those in the first free hands ([`HandUse::of`]).
    ///
    /// [`HandUse::of`]: super::HandUse::of
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub grips: SmallVec<[HandSet; 4]>,
    /// The hand of the shield; none if it is in the last free hand.
    #[serde(default, skip_serializing_if = "HandSet::is_empty")]
    pub shield_grip: HandSet,
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
