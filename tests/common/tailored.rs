//! Plain units, and what tests change about them.

use std::collections::BTreeMap;

use warboard::content::Name;
use warboard::content::size::{Body, Size};
use warboard::content::speed::SpeedMode;
use warboard::content::stat::Stat;
use warboard::content::unit::{Carried, Skill, Trait, Unit};

/// One of level 1 with every attribute 0, so 10 hit points and defences of 11: Medium, a long sword in hand, 30 feet.
pub fn plain() -> Unit {
    Unit { rate: 30, stats: BTreeMap::from([(Stat::Level, 1)]), ..dull() }
}

/// A unit in which everything not named is dull: Medium, 10 hit points, threshold 3, a long sword in hand, fixed speed.
pub fn dull() -> Unit {
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
        traits: Vec::new(),
        speed: Some(SpeedMode::Fixed),
    }
}

/// A weapon in hand, known well enough for neither bonus nor penalty.
pub fn carried(weapon: &str) -> Carried {
    Carried { weapon: Name::new(weapon), skill: Skill::Affinity, in_hand: true, kept: None }
}

/// What tests change about a unit.
pub trait Tailored {
    fn stat(self, stat: Stat, value: i16) -> Self;
    fn weapon(self, weapon: &str) -> Self;
    fn unarmed(self) -> Self;
    fn size(self, size: Size) -> Self;
    fn rate(self, rate: u16) -> Self;
    fn quality(self, quality: Trait) -> Self;
}

impl Tailored for Unit {
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

    fn quality(mut self, quality: Trait) -> Unit {
        self.traits.push(quality);
        self
    }
}
