//! Weapons of fighters.

use warboard::content::{
    DamageTypes, Hands, Name, Range, RangedKind, SpeedClass, Weapon, WeaponCategory, WeaponProperty,
};

fn weapon(id: &str, category: WeaponCategory, hands: Hands, melee: Option<u16>, range: Option<Range>) -> Weapon {
    Weapon {
        id: Name::new(id),
        name: id.replace('_', " "),
        category,
        damage: "1d6".parse().expect("a formula"),
        harm: DamageTypes::PIERCING,
        speed: SpeedClass::Standard,
        hands,
        melee,
        range,
        properties: Vec::new(),
        durability: 5,
        critical: None,
        points: 0,
        magic: Default::default(),
        hardness: None,
        either: false,
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

/// A two-handed weapon with 5 ft of additional reach.
pub fn spear() -> Weapon {
    weapon("spear", WeaponCategory::Polearms, Hands::Two, Some(10), None)
}

/// A bow with a range increment of 40 ft and no melee attack.
pub fn shortbow() -> Weapon {
    let range = Range { kind: RangedKind::Missile, increment: 40 };
    weapon("shortbow", WeaponCategory::Bows, Hands::Two, None, Some(range))
}

/// A shortbow that is too long for a crouching archer.
pub fn longbow() -> Weapon {
    Weapon { properties: vec![WeaponProperty::Long], ..shortbow() }
}

/// A shortbow that can be used prone.
pub fn crossbow() -> Weapon {
    Weapon { properties: vec![WeaponProperty::UsableProne], ..shortbow() }
}

/// A thrown weapon with a range increment of 30 ft and no melee attack.
pub fn javelin() -> Weapon {
    let range = Range { kind: RangedKind::Thrown, increment: 30 };
    weapon("javelin", WeaponCategory::Javelins, Hands::One, None, Some(range))
}

/// A melee weapon that can be thrown, with a range increment of 10 ft.
pub fn dagger() -> Weapon {
    let range = Range { kind: RangedKind::Thrown, increment: 10 };
    weapon("dagger", WeaponCategory::Daggers, Hands::Light, Some(5), Some(range))
}

/// A natural weapon.
pub fn claws() -> Weapon {
    let claws = weapon("claws", WeaponCategory::GauntletsAndClaws, Hands::None, Some(5), None);
    Weapon { properties: vec![WeaponProperty::Natural], ..claws }
}
