//! Weapons, armour and shields.

use serde::{Deserialize, Serialize};

use super::speed::SpeedClass;
use super::spell::Components;
use super::{Name, Rule};
use crate::dice::DiceFormula;

/// A family of weapons; a ruleset says which attribute each uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum WeaponCategory {
    Axes,
    GauntletsAndClaws,
    HammersFlailsAndPicks,
    HeavySwords,
    Javelins,
    LightSwords,
    MacesAndClubs,
    Polearms,
    Tools,
    DisksAndBoomerangs,
    Bows,
    ChainsAndRopes,
    Crossbows,
    Daggers,
    Staffs,
    Slings,
    Unarmed,
    /// Light, medium and heavy weapons, where rules tell weapons apart by weight alone.
    Light,
    Medium,
    Heavy,
    /// Parts of the body.
    Natural,
}

/// How many hands a weapon takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Hands {
    /// Part of the body: takes no hand.
    None,
    /// A light weapon, one hand.
    Light,
    One,
    Two,
}

impl Hands {
    /// The number of hands taken.
    pub fn count(self) -> u8 {
        match self {
            Hands::None => 0,
            Hands::Light | Hands::One => 1,
            Hands::Two => 2,
        }
    }
}

/// The kind of harm a weapon does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DamageType {
    Bludgeoning,
    Piercing,
    Slashing,
    Fire,
    Cold,
    Blood,
    Poison,
    /// That of a fall.
    Fall,
    /// That of having no air.
    Suffocation,
}

impl DamageType {
    /// The word a player reads.
    pub fn word(self) -> &'static str {
        match self {
            DamageType::Bludgeoning => "bludgeoning",
            DamageType::Piercing => "piercing",
            DamageType::Slashing => "slashing",
            DamageType::Fire => "fire",
            DamageType::Cold => "cold",
            DamageType::Blood => "bleeding",
            DamageType::Poison => "poison",
            DamageType::Fall => "falling",
            DamageType::Suffocation => "suffocation",
        }
    }
}

/// How a weapon reaches further than a body does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RangedKind {
    /// Shot from a launcher.
    Missile,
    /// Thrown by hand; reaches further for the strong.
    Thrown,
}

/// The range of a weapon that shoots or is thrown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Shot or thrown.
    pub kind: RangedKind,
    /// Range increment, in feet.
    pub increment: u16,
}

/// A special quality of a weapon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeaponProperty {
    /// Critical hits on a natural 19 as well.
    Precise,
    /// May trip in place of an unarmed strike.
    Trip,
    /// A bow that adds a positive Strength.
    Composite,
    /// Causes only fatigue.
    Nonlethal,
    /// Part of the body; cannot be dropped, disarmed or broken.
    Natural,
    /// Cannot be used from a crouch.
    Long,
    /// Can be used lying down.
    UsableProne,
    /// Throws what is put into it, and stays in the hand itself.
    Slings,
    /// Wraps whom it hits, and does nothing else.
    Entangles,
    /// Impairs even where its damage does not exceed the threshold of pain.
    Impairing,
    /// What it brings into a body that it wounds.
    Venomous(Name),
    /// Casts a spell for whoever has it in hand, with this energy and no other.
    Casts { spell: Name, energy: Components },
}

/// A weapon, or a part of the body that serves as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The id other files use.
    pub id: Name,
    /// The word a player reads.
    pub name: String,
    /// The family, which decides the attribute.
    pub category: WeaponCategory,
    /// Base damage.
    pub damage: DiceFormula,
    /// The kind of harm.
    pub harm: DamageType,
    /// Speed class of an attack with it (TC-217).
    pub speed: SpeedClass,
    /// Hands it takes.
    pub hands: Hands,
    /// Reach in hand-to-hand combat, in feet: 5 adds nothing to natural reach, 10 adds 5 feet. `None` if it cannot be used so.
    pub melee: Option<u16>,
    /// Range, if it shoots or can be thrown.
    pub range: Option<Range>,
    /// Special qualities.
    #[serde(default)]
    pub properties: Vec<WeaponProperty>,
    /// How many fumbles it survives.
    pub durability: u8,
    /// Where its numbers come from.
    pub rule: Rule,
}

impl Weapon {
    /// Whether it has a quality.
    pub fn has(&self, property: WeaponProperty) -> bool {
        self.properties.contains(&property)
    }

    /// Whether it leaves the hand when it is used from afar.
    pub fn is_thrown(&self) -> bool {
        let stays = self.has(WeaponProperty::Natural) || self.has(WeaponProperty::Slings);
        !stays && self.range.is_some_and(|range| range.kind == RangedKind::Thrown)
    }

    /// What it brings into a body that it wounds, if anything.
    pub fn venom(&self) -> Option<Name> {
        self.properties.iter().find_map(|property| match property {
            WeaponProperty::Venomous(venom) => Some(*venom),
            _ => None,
        })
    }

    /// The energy of each component with which it casts a spell, if it does.
    pub fn casts(&self, spell: Name) -> Option<Components> {
        self.properties.iter().find_map(|property| match property {
            WeaponProperty::Casts { spell: known, energy } if *known == spell => Some(*energy),
            _ => None,
        })
    }
}

/// A worn suit of armour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armor {
    /// The id other files use.
    pub id: Name,
    /// The word a player reads.
    pub name: String,
    /// Bonus to the defences that count armour.
    pub bonus: i16,
    /// Added to the threshold of pain.
    #[serde(default)]
    pub threshold: i16,
    /// Points taken off every hit.
    #[serde(default)]
    pub reduction: i16,
    /// Added to the difficulty of casting.
    #[serde(default)]
    pub spell_failure: i16,
    /// Where its numbers come from.
    pub rule: Rule,
}

/// A held shield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// The id other files use.
    pub id: Name,
    /// The word a player reads.
    pub name: String,
    /// Bonus to the defences that count shields.
    pub bonus: i16,
    /// So large that its bearer cannot grapple.
    #[serde(default)]
    pub tower: bool,
    /// Where its numbers come from.
    pub rule: Rule,
}
