//! Hit points, fatigue and energy, stance, weapons and armour of a combatant.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, HandSet};
use crate::content::Name;
use crate::grid::Cell;

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
    /// Whether it dies without hit points, where the rule system knows combatants that are only unconscious then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dies_at_zero: bool,
    /// Wounds by severity, where the rule system has them.
    #[serde(default, skip_serializing_if = "WoundTrack::is_unused")]
    pub wounds: WoundTrack,
    /// Points of the parts of the body, where the rule system has them.
    #[serde(default, skip_serializing_if = "PartPools::is_unused")]
    pub parts: PartPools,
    /// Temporary wards.
    #[serde(default, skip_serializing_if = "Wards::is_unused")]
    pub wards: Wards,
}

/// Wounds by severity, lightest first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct WoundTrack {
    /// Wounds of each level. One more than the slots of the last level means a wound that nothing can hold.
    pub filled: [u8; 6],
    /// Slots of each level.
    pub slots: [u8; 6],
    /// Levels, one bit each, whose fate is that of combatants without a trait (HD-025).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fates_without: u8,
}

/// Points of the parts of a body, in the order of the rule system.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct PartPools {
    /// Points left of each part; below 0 where it has lost more than it had.
    pub left: [i16; 8],
    /// Points of each part at full health.
    pub most: [i16; 8],
    /// Index of the part that is hit where none is named.
    pub usual: u8,
    /// The number of the hand of each part, from 1; 0 if it has none.
    #[serde(default, skip_serializing_if = "no_hands")]
    pub hands: [u8; 8],
}

/// Temporary wards, one of each kind of the rule system.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct Wards(pub [Ward; 4]);

/// A temporary ward.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct Ward {
    /// Points that it can still absorb.
    pub left: i16,
    /// The most that it absorbs of one hit; 0 if there is no such limit.
    pub of_a_hit: i16,
}

impl WoundTrack {
    /// Whether the rule system has no such wounds.
    pub fn is_unused(&self) -> bool {
        self.slots == [0; 6]
    }

    /// The number of all wounds.
    pub fn count(&self) -> i16 {
        self.filled.iter().map(|filled| i16::from(*filled)).sum()
    }

    /// The track after a wound of a level, counted from 0, has become lighter by some levels, and the levels that it did: fewer
    /// where no slot is empty. A wound lighter than the lightest is gone.
    pub fn treated(mut self, level: usize, steps: usize) -> (WoundTrack, usize) {
        if self.filled.get(level).is_none_or(|filled| *filled == 0) {
            return (self, 0);
        }
        let reached = level.checked_sub(steps).map(|lightest| {
            let has_room = |at: &usize| self.filled[*at] < self.slots[*at];
            (lightest..level).find(has_room).unwrap_or(level)
        });
        self.filled[level] -= 1;
        let Some(reached) = reached else { return (self, level + 1) };
        self.filled[reached] += 1;
        (self, level - reached)
    }
}

impl PartPools {
    /// Whether the rule system has no pools of body parts.
    pub fn is_unused(&self) -> bool {
        self.most == [0; 8]
    }

    /// The hands that hold nothing, because their parts have no points left (PR-219).
    pub fn useless_hands(&self) -> HandSet {
        let parts = self.hands.iter().zip(&self.left).filter(|(hand, left)| **hand > 0 && **left <= 0);
        parts.fold(HandSet::default(), |all, (hand, _)| all.with(HandSet::number(hand - 1)))
    }

    /// Points left of the part that is hit where none is named, and at full health.
    pub fn of_usual(&self) -> (i16, i16) {
        let at = usize::from(self.usual).min(self.most.len() - 1);
        (self.left[at], self.most[at])
    }
}

fn no_hands(hands: &[u8; 8]) -> bool {
    *hands == [0; 8]
}

impl Wards {
    /// Whether no ward is left.
    pub fn is_unused(&self) -> bool {
        *self == Wards::default()
    }
}

impl Ward {
    /// Absorbs points of one hit. Returns the number absorbed.
    pub fn absorb(&mut self, points: i16, once: bool) -> i16 {
        let of_a_hit = if self.of_a_hit > 0 { self.of_a_hit } else { i16::MAX };
        let absorbed = points.min(self.left).min(of_a_hit).max(0);
        self.left -= absorbed;
        if self.left == 0 || once && absorbed > 0 {
            *self = Ward::default();
        }
        absorbed
    }
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
        // Other health models than hit points count as spent: what depends on it is computed again.
        self.current() <= 0 || self.hit_points < 0 || !self.wounds.is_unused() || !self.parts.is_unused()
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
    /// Whether the shield has been left useless until it is repaired (PR-379).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub useless_shield: bool,
    /// Whether the armour has been left useless until it is repaired (PR-379).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub useless_armor: bool,
}

/// Equipment state of a combatant.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arms {
    /// State of each weapon, indexed by [`WeaponSlot`].
    pub weapons: SmallVec<[Held; 4]>,
    /// Whether the shield is on the arm.
    pub shield: bool,
    /// The cell of the ground on which the shield lies, if its bearer has lost it (FS-091).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shield_lies: Option<Cell>,
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

    /// Whether the worn armour has been destroyed or left useless.
    pub fn armor_is_useless(&self) -> bool {
        self.wear.armor == Some(0) || self.wear.useless_armor
    }

    /// Whether the shield has been destroyed or left useless.
    pub fn shield_is_useless(&self) -> bool {
        self.wear.shield == Some(0) || self.wear.useless_shield
    }

    /// Slots of all weapons in hand.
    pub fn in_hand(&self) -> impl Iterator<Item = WeaponSlot> + '_ {
        let held = self.weapons.iter().enumerate().filter(|(_, held)| held.place == WeaponLocation::InHand);
        held.map(|(at, _)| WeaponSlot(at as u8))
    }
}

fn is_zero(bits: &u8) -> bool {
    *bits == 0
}
