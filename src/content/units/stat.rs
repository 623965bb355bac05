//! Stats: the numbers that describe a combatant, and how some are derived from others.

use serde::{Deserialize, Serialize};

use crate::content::Name;

worded! {
    /// A stat of a combatant. Units give the base stats; a rule system derives the others as sums of labelled terms.
    pub enum Stat: Copy + PartialOrd + Ord + Hash {
        /// The base skill of every physical attack.
        Accuracy => "accuracy",
        Strength => "strength", Dexterity => "dexterity", Constitution => "constitution",
        Intelligence => "intelligence", Wisdom => "wisdom", Persona => "persona",
        /// Added to the damage of every attack.
        Power => "power",
        Fortitude => "fortitude", Agility => "agility", Willpower => "willpower",
        /// The bonus of worn armour to the defences.
        Armor => "armour",
        /// The bonus of a held shield to the defences.
        Shield => "shield",
        /// Subtracted from the damage of every hit.
        DamageReduction => "damage reduction",
        /// The base threshold of pain.
        Endurance => "endurance",
        HitPoints => "hit points", Athletics => "athletics", Acrobatics => "acrobatics", Arcana => "arcana",
        Stealth => "stealth", Perception => "perception",
        /// A bonus to initiative.
        Initiative => "initiative",
        /// The defence of a combatant that can react.
        Primary => "primary defence",
        /// The defence of a combatant that cannot react.
        Passive => "passive defence",
        Vigor => "vigor", Celerity => "celerity", Spirit => "spirit",
        /// The threshold of pain: damage of one attack up to this number is fatigue.
        Threshold => "threshold of pain",
        /// The level of a combatant, added to every roll in rule systems that have levels.
        Level => "level",
        Essence => "essence", Mind => "mind",
        /// The defence against attacks on the body.
        PhysicalDefence => "physical defence",
        /// The defence against attacks on the mind.
        MentalDefence => "mental defence",
        /// The maximum of energy for spells.
        Energy => "energy",
    }
}

impl Stat {
    /// The number of stats.
    pub const COUNT: usize = Stat::ALL.len();

    /// Whether it is a defence.
    pub fn is_defence(self) -> bool {
        use Stat::{Celerity, MentalDefence, Passive, PhysicalDefence, Primary, Spirit, Vigor};
        matches!(self, Primary | Passive | Vigor | Celerity | Spirit | PhysicalDefence | MentalDefence)
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

content! {
    /// A term of a derived stat or a check.
    pub enum Addend {
        /// This number.
        Flat(i16),
        /// The value of a base stat.
        Stat(Stat),
        /// The highest of several base stats.
        Best(Vec<Stat>),
        /// The modifier of the combatant's size in this column of the size table.
        SizeModifier(Name),
        /// A base stat times the sum of another and a number: `Product(Strength, Level, 1)` is strength × (level + 1).
        Product(Stat, Stat, i16),
    }

    /// A term with its rule.
    pub struct StatTerm {
        /// The term.
        pub add: Addend [rule],
    }

    /// A stat that a rule system derives from others.
    pub struct DerivedStat {
        /// The stat that is derived.
        pub stat: Stat,
        /// Its terms.
        pub sum: Vec<StatTerm>,
    }
}
