//! Units with simple numbers, and methods that change them.

use std::collections::BTreeMap;

use warboard::content::{Body, Carried, Name, Size, Skill, SpeedMode, Stat, Trait, Unit};

/// A Fragments unit of level 1 with every attribute 0, so 10 hit points and defences of 11: Medium, a long sword in hand,
/// speed 30 feet.
pub fn plain() -> Unit {
    Unit { rate: 30, stats: BTreeMap::from([(Stat::Level, 1)]), ..base_unit() }
}

/// A Time Count unit with every other number 0: Medium, 10 hit points, threshold 3, a long sword in hand, rate 20 feet,
/// fixed speed factors.
pub fn base_unit() -> Unit {
    Unit {
        name: "Dull".into(),
        about: "Fights plainly.".into(),
        figure: "swordsman".into(),
        size: Size::Medium,
        body: Body::Tall,
        rate: 20,
        stats: BTreeMap::from([(Stat::HitPoints, 10), (Stat::Endurance, 3)]),
        spells: Vec::new(),
        things: Vec::new(),
        weapons: vec![carried("long_sword")],
        armor: None,
        shield: None,
        untrained: Vec::new(),
        traits: Vec::new(),
        resistances: Vec::new(),
        knacks: Vec::new(),
        hands: None,
        speed: Some(SpeedMode::Fixed),
    }
}

/// A weapon in hand with affinity: neither bonus nor penalty.
pub fn carried(weapon: &str) -> Carried {
    Carried { weapon: Name::new(weapon), skill: Skill::Affinity, in_hand: true, kept: None }
}

/// Changes to a unit.
pub trait UnitBuilder {
    fn stat(self, stat: Stat, value: i16) -> Self;
    /// Replaces all weapons by one in hand.
    fn weapon(self, weapon: &str) -> Self;
    fn unarmed(self) -> Self;
    fn size(self, size: Size) -> Self;
    fn rate(self, rate: u16) -> Self;
    fn with_trait(self, added: Trait) -> Self;
}

impl UnitBuilder for Unit {
    fn stat(mut self, stat: Stat, value: i16) -> Unit {
        self.stats.insert(stat, value);
        self
    }

    fn weapon(mut self, weapon: &str) -> Unit {
        self.weapons = vec![carried(weapon)];
        self
    }

    fn unarmed(mut self) -> Unit {
        self.weapons.clear();
        self
    }

    fn size(self, size: Size) -> Unit {
        Unit { size, ..self }
    }

    fn rate(self, rate: u16) -> Unit {
        Unit { rate, ..self }
    }

    fn with_trait(mut self, added: Trait) -> Unit {
        self.traits.push(added);
        self
    }
}
