//! The numbers that describe a combatant, and how some are sums of others.

use serde::{Deserialize, Serialize};

use super::Rule;

/// A number every combatant has. Units give the base ones; a ruleset derives the others as sums of labelled terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// Base skill with every physical attack.
    Accuracy,
    Strength,
    Dexterity,
    Constitution,
    Intelligence,
    Wisdom,
    Persona,
    /// Added to the damage of every attack.
    Power,
    Fortitude,
    Agility,
    Willpower,
    /// What worn armour adds to the defences.
    Armor,
    /// What a held shield adds to the defences.
    Shield,
    /// Points taken off every hit.
    DamageReduction,
    /// Base of the damage that is borne as fatigue.
    Endurance,
    HitPoints,
    Athletics,
    Acrobatics,
    Arcana,
    Stealth,
    Perception,
    /// A bonus to acting early.
    Initiative,
    /// Defence of one who is able to react.
    Primary,
    /// Defence of one who is not.
    Passive,
    Vigor,
    Celerity,
    Spirit,
    /// The damage of one attack that is borne as fatigue before wounds begin.
    Threshold,
    /// How far a combatant has come; added to every roll in systems that have levels.
    Level,
    Essence,
    Mind,
    /// What attacks on the body must reach.
    PhysicalDefence,
    /// What attacks on the mind must reach.
    MentalDefence,
    /// The most energy for spells.
    Energy,
}

impl Stat {
    /// How many stats there are: the length of a table of them.
    pub const COUNT: usize = Stat::Energy as usize + 1;

    /// Every stat, in the order of their declaration.
    pub const ALL: [Stat; Stat::COUNT] = [
        Stat::Accuracy,
        Stat::Strength,
        Stat::Dexterity,
        Stat::Constitution,
        Stat::Intelligence,
        Stat::Wisdom,
        Stat::Persona,
        Stat::Power,
        Stat::Fortitude,
        Stat::Agility,
        Stat::Willpower,
        Stat::Armor,
        Stat::Shield,
        Stat::DamageReduction,
        Stat::Endurance,
        Stat::HitPoints,
        Stat::Athletics,
        Stat::Acrobatics,
        Stat::Arcana,
        Stat::Stealth,
        Stat::Perception,
        Stat::Initiative,
        Stat::Primary,
        Stat::Passive,
        Stat::Vigor,
        Stat::Celerity,
        Stat::Spirit,
        Stat::Threshold,
        Stat::Level,
        Stat::Essence,
        Stat::Mind,
        Stat::PhysicalDefence,
        Stat::MentalDefence,
        Stat::Energy,
    ];

    /// Whether attacks are compared with it.
    pub fn is_defence(self) -> bool {
        use Stat::{Celerity, MentalDefence, Passive, PhysicalDefence, Primary, Spirit, Vigor};
        matches!(self, Primary | Passive | Vigor | Celerity | Spirit | PhysicalDefence | MentalDefence)
    }

    /// The word a player reads.
    pub fn word(self) -> &'static str {
        match self {
            Stat::Accuracy => "accuracy",
            Stat::Strength => "strength",
            Stat::Dexterity => "dexterity",
            Stat::Constitution => "constitution",
            Stat::Intelligence => "intelligence",
            Stat::Wisdom => "wisdom",
            Stat::Persona => "persona",
            Stat::Power => "power",
            Stat::Fortitude => "fortitude",
            Stat::Agility => "agility",
            Stat::Willpower => "willpower",
            Stat::Armor => "armour",
            Stat::Shield => "shield",
            Stat::DamageReduction => "damage reduction",
            Stat::Endurance => "endurance",
            Stat::HitPoints => "hit points",
            Stat::Athletics => "athletics",
            Stat::Acrobatics => "acrobatics",
            Stat::Arcana => "arcana",
            Stat::Stealth => "stealth",
            Stat::Perception => "perception",
            Stat::Initiative => "initiative",
            Stat::Primary => "primary defence",
            Stat::Passive => "passive defence",
            Stat::Vigor => "vigor",
            Stat::Celerity => "celerity",
            Stat::Spirit => "spirit",
            Stat::Threshold => "threshold of pain",
            Stat::Level => "level",
            Stat::Essence => "essence",
            Stat::Mind => "mind",
            Stat::PhysicalDefence => "physical defence",
            Stat::MentalDefence => "mental defence",
            Stat::Energy => "energy",
        }
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
    /// The value of one stat; 0 where none was given.
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

/// One addend of a derived stat or a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Addend {
    /// A plain number.
    Flat(i16),
    /// The value of a base stat.
    Stat(Stat),
    /// The greatest of several base stats.
    Best(Vec<Stat>),
    /// The size modifier of the combatant.
    SizeModifier,
    /// One base stat so many times as large as another and a number more: `Product(Strength, Level, 1)` is
    /// strength times (level and 1).
    Product(Stat, Stat, i16),
}

/// An addend with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatTerm {
    /// What is added.
    pub add: Addend,
    /// The rule that says so.
    pub rule: Rule,
}

/// A stat that a ruleset makes of others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DerivedStat {
    /// The stat that is derived.
    pub stat: Stat,
    /// What it is the sum of.
    pub sum: Vec<StatTerm>,
}
