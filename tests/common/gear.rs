//! Plain weapons.

use warboard::content::Name;
use warboard::content::gear::{DamageType, Hands, Range, RangedKind, Weapon, WeaponCategory, WeaponProperty};
use warboard::content::speed::SpeedClass;

fn weapon(id: &str, category: WeaponCategory, hands: Hands, melee: Option<u16>, range: Option<Range>) -> Weapon {
    Weapon {
        id: Name::new(id),
        name: id.replace('_', " "),
        category,
        damage: "1d6".parse().expect("a formula"),
        harm: DamageType::Piercing,
        speed: SpeedClass::Standard,
        hands,
        melee,
        range,
        properties: Vec::new(),
        durability: 5,
        rule: Name::new("G-29"),
    }
}

pub fn unarmed_strike() -> Weapon {
    let mut strike = weapon("unarmed", WeaponCategory::Unarmed, Hands::None, Some(5), None);
    strike.properties = vec![WeaponProperty::Natural, WeaponProperty::Nonlethal];
    strike
}

pub fn sword() -> Weapon {
    weapon("sword", WeaponCategory::LightSwords, Hands::One, Some(5), None)
}

/// Two-handed, 5 ft longer than an arm.
pub fn spear() -> Weapon {
    weapon("spear", WeaponCategory::Polearms, Hands::Two, Some(10), None)
}

/// Increment 40 ft, of no use in melee.
pub fn shortbow() -> Weapon {
    let range = Range { kind: RangedKind::Missile, increment: 40 };
    weapon("shortbow", WeaponCategory::Bows, Hands::Two, None, Some(range))
}

/// Like a shortbow, but too long for a crouch.
pub fn longbow() -> Weapon {
    Weapon { properties: vec![WeaponProperty::Long], ..shortbow() }
}

/// Like a shortbow, but usable lying down.
pub fn crossbow() -> Weapon {
    Weapon { properties: vec![WeaponProperty::UsableProne], ..shortbow() }
}

/// Thrown, increment 30 ft, of no use in melee.
pub fn javelin() -> Weapon {
    let range = Range { kind: RangedKind::Thrown, increment: 30 };
    weapon("javelin", WeaponCategory::Javelins, Hands::One, None, Some(range))
}

/// A melee weapon that can be thrown, increment 10 ft.
pub fn dagger() -> Weapon {
    let range = Range { kind: RangedKind::Thrown, increment: 10 };
    weapon("dagger", WeaponCategory::Daggers, Hands::Light, Some(5), Some(range))
}

/// Part of the body.
pub fn claws() -> Weapon {
    let claws = weapon("claws", WeaponCategory::GauntletsAndClaws, Hands::None, Some(5), None);
    Weapon { properties: vec![WeaponProperty::Natural], ..claws }
}
