//! Stats: the numbers that describe a combatant, and how some are derived from others.

use serde::{Deserialize, Serialize};

use crate::content::Rule;

/// A stat of a combatant. Units give the base stats; a rule system derives the others as sums of labelled terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// The base skill of every physical attack.
    Accuracy,
    /// Strength.
    Strength,
    /// Dexterity.
    Dexterity,
    /// Constitution.
    Constitution,
    /// Intelligence.
    Intelligence,
    /// Wisdom.
    Wisdom,
    /// Persona.
    Persona,
    /// Added to the damage of every attack.
    Power,
    /// Fortitude.
    Fortitude,
    /// Agility.
    Agility,
    /// Willpower.
    Willpower,
    /// The bonus of worn armour to the defences.
    Armor,
    /// The bonus of a held shield to the defences.
    Shield,
    /// Subtracted from every hit.
    DamageReduction,
    /// The base threshold of pain.
    Endurance,
    /// Hit points.
    HitPoints,
    /// Athletics.
    Athletics,
    /// Acrobatics.
    Acrobatics,
    /// Arcana.
    Arcana,
    /// Stealth.
    Stealth,
    /// Perception.
    Perception,
    /// A bonus to initiative.
    Initiative,
    /// The defence of a combatant that can react.
    Primary,
    /// The defence of a combatant that cannot react.
    Passive,
    /// Vigor.
    Vigor,
    /// Celerity.
    Celerity,
    /// Spirit.
    Spirit,
    /// The threshold of pain: damage of one attack up to this number is fatigue.
    Threshold,
    /// The level of a combatant, added to every roll in rule systems that have levels.
    Level,
    /// Essence.
    Essence,
    /// Mind.
    Mind,
    /// The defence against attacks on the body.
    PhysicalDefence,
    /// The defence against attacks on the mind.
    MentalDefence,
    /// The maximum of energy for spells.
    Energy,
}

impl Stat {
    /// The number of stats.
    pub const COUNT: usize = Stat::Energy as usize + 1;

    /// Whether it is a defence.
    pub fn is_defence(self) -> bool {
        use Stat::{Celerity, MentalDefence, Passive, PhysicalDefence, Primary, Spirit, Vigor};
        matches!(self, Primary | Passive | Vigor | Celerity | Spirit | PhysicalDefence | MentalDefence)
    }

    words! {
        Accuracy => "accuracy", Strength => "strength", Dexterity => "dexterity", Constitution => "constitution",
        Intelligence => "intelligence", Wisdom => "wisdom", Persona => "persona", Power => "power",
        Fortitude => "fortitude", Agility => "agility", Willpower => "willpower", Armor => "armour", Shield => "shield",
        DamageReduction => "damage reduction", Endurance => "endurance", HitPoints => "hit points",
        Athletics => "athletics", Acrobatics => "acrobatics", Arcana => "arcana", Stealth => "stealth",
        Perception => "perception", Initiative => "initiative", Primary => "primary defence",
        Passive => "passive defence", Vigor => "vigor", Celerity => "celerity", Spirit => "spirit",
        Threshold => "threshold of pain", Level => "level", Essence => "essence", Mind => "mind",
        PhysicalDefence => "physical defence", MentalDefence => "mental defence", Energy => "energy"
    }
}

/// A table with one number for each [`Stat`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats(Vec<i16>);

impl Default for Stats {
    fn default() -> Stats {
        Stats(vec![0; Stat::COUNT])
    }
}

impl Stats {
    /// The value of one stat; 0 if it was not set.
    pub fn get(&self, stat: Stat) -> i16 {
        self.0.get(stat as usize).copied().unwrap_or(0)
    }

    /// Sets the value of one stat.
    pub fn set(&mut self, stat: Stat, value: i16) {
        if let Some(slot) = self.0.get_mut(stat as usize) {
            *slot = value;
        }
    }
}

/// A term of a derived stat or a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Addend {
    /// This number.
    Flat(i16),
    /// The value of a base stat.
    Stat(Stat),
    /// The highest of several base stats.
    Best(Vec<Stat>),
    /// The size modifier of the combatant.
    SizeModifier,
    /// A base stat times the sum of another and a number: `Product(Strength, Level, 1)` is strength × (level + 1).
    Product(Stat, Stat, i16),
}

/// A term with its rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatTerm {
    /// The term.
    pub add: Addend,
    /// The rule that says so.
    pub rule: Rule,
}

/// A stat that a rule system derives from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivedStat {
    /// The stat that is derived.
    pub stat: Stat,
    /// Its terms.
    pub sum: Vec<StatTerm>,
}
