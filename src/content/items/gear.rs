//! Weapons, armour and shields.

use std::collections::BTreeMap;

use crate::content::{Components, DamageTypes, ItemMagic, Name, Resistance, SpeedClass, Stat};
use crate::dice::DiceFormula;

worded! {
    /// A category of weapons; the rule system defines the attribute of each.
    pub enum WeaponCategory: Copy + PartialOrd + Ord + Hash {
        Axes => "axes", GauntletsAndClaws => "gauntlets and claws",
        HammersFlailsAndPicks => "hammers, flails and picks", HeavySwords => "heavy swords", Javelins => "javelins",
        LightSwords => "light swords", MacesAndClubs => "maces and clubs", Polearms => "polearms", Tools => "tools",
        DisksAndBoomerangs => "disks and boomerangs", Bows => "bows", ChainsAndRopes => "chains and ropes",
        Crossbows => "crossbows", Daggers => "daggers", Staffs => "staffs", Slings => "slings",
        Unarmed => "unarmed strikes",
        /// Where rules tell weapons apart by weight alone.
        Light => "light weapons",
        /// Where rules tell weapons apart by weight alone.
        Medium => "medium weapons",
        /// Where rules tell weapons apart by weight alone.
        Heavy => "heavy weapons",
        Natural => "parts of the body",
    }
}

content! {
    /// The hands that a weapon takes.
    pub enum Hands: Copy + PartialOrd + Ord + Hash {
        /// Part of the body: takes no hand.
        None,
        /// A light weapon, one hand.
        Light,
        /// One hand.
        One,
        /// Two hands.
        Two,
    }

    /// How a ranged weapon is used.
    pub enum RangedKind: Copy {
        /// A weapon that shoots missiles.
        Missile,
        /// A thrown weapon; strong throwers reach further.
        Thrown,
    }

    /// The range of a weapon.
    pub struct Range: Copy {
        /// Whether it shoots or is thrown.
        pub kind: RangedKind,
        /// Range increment, in the board's unit.
        pub increment: u16,
    }

    /// A special property of a weapon.
    pub enum WeaponProperty: Copy {
        /// Can score critical hits on lower natural rolls ([`NaturalPolicy`](crate::content::NaturalPolicy)).
        Precise,
        /// May be used to trip in place of an unarmed strike.
        Trip,
        /// A bow that adds a positive Strength to damage.
        Composite,
        /// Deals nonlethal damage.
        Nonlethal,
        /// Doubles natural reach, and cannot strike adjacent targets (PR-G27).
        Reach,
        /// Part of the body; cannot be dropped, disarmed or broken.
        Natural,
        /// Cannot be used from a crouch.
        Long,
        /// Can be used while prone.
        UsableProne,
        /// Slings stones, and stays in the hand.
        Slings,
        /// Entangles its target and deals no damage.
        Entangles,
        /// Impairs even where its damage does not exceed the threshold of pain.
        Impairing,
        /// Ignores this many points of the target's armour (HD-G16).
        ArmorPiercing(u8),
        /// Adds its damage to the attack roll before the hit is decided, and not again after it (HD-100).
        Penetrating,
        /// Applies this venom to the combatants that it wounds.
        Venomous(Name),
        /// Gives this affliction to the combatants that it wounds.
        Afflicts {
            /// The condition.
            condition: Name,
            /// Its severity, from 1 for a light one.
            level: u8,
            /// The number that checks against it must reach.
            against: i16,
        },
        /// Casts a spell for its wielder, with exactly this energy.
        Casts {
            /// The spell.
            spell: Name,
            /// The energy for each component.
            energy: Components,
            /// The weapon that it is as long as the spell runs; if left out, it keeps its form (HD-313).
            #[serde(default, skip_serializing_if = "Option::is_none")]
            form: Option<Name>,
        },
        /// Made for fighting under water (HD-373, HD-380).
        Aquatic,
        /// A lesser natural weapon, which adds one attack of its own to a full attack (PR-G30).
        Secondary,
    }

    /// A weapon, natural weapons and the unarmed strike included.
    pub struct Weapon [rule] {
        /// The id by which other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// The category, which decides the attribute.
        pub category: WeaponCategory,
        /// Base damage.
        pub damage: DiceFormula,
        /// The types of damage, all at once.
        pub harm: DamageTypes,
        /// Whether each hit has only one of its types: the one of which the target takes most (PR-071).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub either: bool,
        /// Speed class of an attack with it (TC-217).
        pub speed: SpeedClass,
        /// The hands it takes.
        pub hands: Hands,
        /// Reach in melee, in the board's unit: one cell adds nothing to natural reach, two add one cell. `None` if it is no melee
        /// weapon.
        pub melee: Option<u16>,
        /// Range, if it shoots or can be thrown.
        pub range: Option<Range>,
        /// Special properties.
        pub properties: Vec<WeaponProperty> = default,
        /// Durability in points: the number of fumbles it survives, or its hit points.
        pub durability: u8,
        /// Points of the pool of actions that an attack with it takes, where weapons differ in that
        /// ([`ActionSpeed::WeaponPoints`](crate::content::ActionSpeed::WeaponPoints)).
        #[serde(default, skip_serializing_if = "is_zero")]
        pub points: u8,
        /// Its critical hits, where they are confirmed and are not those of the rule system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub critical: Option<WeaponCritical>,
        /// Its hardness, where that is not the one of all items (PR-075).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hardness: Option<i16>,
        /// Its magic, which makes it harder to break.
        #[serde(default, skip_serializing_if = "ItemMagic::is_none")]
        pub magic: ItemMagic,
    }

    /// The critical hits of a weapon (PR-024, PR-026 to PR-030).
    pub struct WeaponCritical: Copy {
        /// The worst natural result of a threat.
        pub range: i16,
        /// The number of times that base dice and fixed terms count.
        pub times: u8,
    }

    /// A worn suit of armour.
    pub struct Armor [rule] {
        /// The id by which other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// Bonus to the defences that count armour.
        pub bonus: i16,
        /// Added to the threshold of pain.
        pub threshold: i16 = default,
        /// Subtracted from every hit.
        pub reduction: i16 = default,
        /// Added to the difficulty of casting.
        pub spell_failure: i16 = default,
        /// Added to further stats of its wearer, such as one that protects against magic (FS-153, FS-G21).
        pub adds: BTreeMap<Stat, i16> = default,
        /// Resistances of its wearer to types of damage.
        pub resistances: Vec<Resistance> = default,
        /// Its hardness, where that is not the one of all items (PR-075).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hardness: Option<i16>,
        /// Its hit points, where those are not the ones of all armour and shields (PR-075, PR-079).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub durability: Option<u8>,
        /// Its magic, which makes it harder to break.
        #[serde(default, skip_serializing_if = "ItemMagic::is_none")]
        pub magic: ItemMagic,
    }

    /// A held shield.
    pub struct Shield [rule] {
        /// The id by which other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// Bonus to the defences that count shields.
        pub bonus: i16,
        /// Added to further stats of its bearer.
        pub adds: BTreeMap<Stat, i16> = default,
        /// Whether it is so large that its bearer cannot grapple.
        pub tower: bool = default,
        /// Its hardness, where that is not the one of all items (PR-075).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hardness: Option<i16>,
        /// Its hit points, where those are not the ones of all armour and shields (PR-075, PR-079).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub durability: Option<u8>,
        /// Its magic, which makes it harder to break.
        #[serde(default, skip_serializing_if = "ItemMagic::is_none")]
        pub magic: ItemMagic,
    }
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

impl Weapon {
    /// Whether it has a property.
    #[inline]
    pub fn has(&self, property: WeaponProperty) -> bool {
        self.properties.contains(&property)
    }

    /// The points of the target's armour that it ignores (HD-G16).
    pub fn pierces(&self) -> u8 {
        let points = |property: &WeaponProperty| match property {
            WeaponProperty::ArmorPiercing(points) => *points,
            _ => 0,
        };
        self.properties.iter().map(points).fold(0, u8::saturating_add)
    }

    /// Whether it leaves the hand when it is used at range.
    pub fn is_thrown(&self) -> bool {
        let stays = self.has(WeaponProperty::Natural) || self.has(WeaponProperty::Slings);
        !stays && self.range.is_some_and(|range| range.kind == RangedKind::Thrown)
    }

    /// Its venom, if it has one.
    pub fn venom(&self) -> Option<Name> {
        self.properties.iter().find_map(|property| match property {
            WeaponProperty::Venomous(venom) => Some(*venom),
            _ => None,
        })
    }

    /// The energy with which it casts a spell, if it casts that spell.
    pub fn casts(&self, spell: Name) -> Option<Components> {
        self.properties.iter().find_map(|property| match property {
            WeaponProperty::Casts { spell: known, energy, .. } if *known == spell => Some(*energy),
            _ => None,
        })
    }

    /// The weapon that it is as long as a spell that it casts runs, if that changes its form (HD-313).
    pub fn form(&self, spell: Name) -> Option<Name> {
        self.properties.iter().find_map(|property| match property {
            WeaponProperty::Casts { spell: known, form, .. } if *known == spell => *form,
            _ => None,
        })
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}
