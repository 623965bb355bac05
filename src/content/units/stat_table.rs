//! Tables with a value for each stat, and how some stats are derived from others.

use std::fmt;

use crate::content::{Name, Size, Stat, Trait};

/// A table with one value for each [`Stat`]; those never set have the default.
#[derive(Clone, PartialEq, Eq)]
pub struct StatTable<T>(Vec<T>);

/// A table with one number for each [`Stat`].
pub type Stats = StatTable<i16>;

impl<T: Clone + Default> Default for StatTable<T> {
    fn default() -> StatTable<T> {
        StatTable(vec![T::default(); Stat::COUNT])
    }
}

impl<T: Clone + Default> StatTable<T> {
    /// The value of a stat, if it was ever set.
    pub fn find(&self, stat: Stat) -> Option<&T> {
        self.0.get(stat.index())
    }

    /// The value of a stat, to be changed.
    pub fn entry(&mut self, stat: Stat) -> &mut T {
        if self.0.len() <= stat.index() {
            self.0.resize(stat.index() + 1, T::default());
        }
        &mut self.0[stat.index()]
    }
}

impl Stats {
    /// The value of one stat; 0 if it was not set.
    #[inline]
    pub fn get(&self, stat: Stat) -> i16 {
        self.0.get(stat.index()).copied().unwrap_or(0)
    }

    /// Sets the value of one stat.
    pub fn set(&mut self, stat: Stat, value: i16) {
        *self.entry(stat) = value;
    }
}

/// The values that are not the default, by id: the same text in every process.
impl<T: fmt::Debug + Default + PartialEq> fmt::Debug for StatTable<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.0.iter().enumerate().filter(|(_, value)| **value != T::default());
        let mut all: Vec<(Stat, &T)> = known.filter_map(|(at, value)| Some((Stat::numbered(at)?, value))).collect();
        all.sort_by_key(|(stat, _)| *stat);
        out.debug_map().entries(all).finish()
    }
}

content! {
    /// A term of a derived stat or a check.
    pub enum Addend {
        /// This number.
        Flat(i16),
        /// The value of a base stat, or of a stat that is derived before this one.
        Stat(Stat),
        /// The highest of several stats.
        Best(Vec<Stat>),
        /// The lowest of several stats, such as a dexterity that armour limits (PR-G28).
        Least(Vec<Stat>),
        /// The modifier of the combatant's size in this column of the size table.
        SizeModifier(Name),
        /// A base stat times the sum of another and a number: `Product(Strength, Level, 1)` is strength × (level + 1).
        Product(Stat, Stat, i16),
        /// A share of a sum of base stats, such as half of it rounded down (FS-G06, FS-G13, FS-G18).
        Share(StatShare),
        /// One stat for sizes up to this one, another for all larger ones (PR-280).
        UpToSize(Size, Stat, Stat),
        /// A number by the value of a stat, from a table in ascending order: the last row that the stat reaches, or the first
        /// (HD-015, HD-137).
        Table(Stat, Vec<(i16, i16)>),
    }

    /// A share of a sum of base stats: the sum times a number, divided by another, rounded, and times a third.
    pub struct StatShare {
        /// The base stats that are added.
        pub of: Vec<Stat>,
        /// The factor before the division; 1 if left out.
        pub times: Option<i16>,
        /// The divisor.
        pub divided_by: i16,
        /// How the quotient is rounded.
        pub rounded: Rounding,
        /// The factor after rounding; 1 if left out.
        pub then_times: Option<i16>,
    }

    /// How a quotient is rounded.
    pub enum Rounding: Copy {
        /// To the next lower whole number.
        Down,
        /// To the next higher whole number.
        Up,
    }

    /// A term with its rule.
    pub struct StatTerm {
        /// The term.
        pub add: Addend [rule],
        /// The trait without which the term does not count (FS-006); `None` if it counts for every combatant.
        pub with: Option<Trait>,
        /// The trait with which the term does not count (FS-007); `None` if it counts for every combatant.
        pub without: Option<Trait>,
    }

    /// A stat that a rule system derives from others.
    pub struct DerivedStat {
        /// The stat that is derived.
        pub stat: Stat,
        /// Its terms.
        pub sum: Vec<StatTerm>,
        /// Whether sums that it is part of show it as one term, not with its own terms: an ability modifier.
        pub whole: bool = default,
    }
}

impl StatShare {
    /// The share of a sum.
    pub fn of_sum(&self, sum: i16) -> i16 {
        let factor = |times: Option<i16>| i32::from(times.unwrap_or(1));
        let (product, divisor) = (i32::from(sum) * factor(self.times), i32::from(self.divided_by).max(1));
        let quotient = match self.rounded {
            Rounding::Down => product.div_euclid(divisor),
            Rounding::Up => product.div_euclid(divisor) + i32::from(product.rem_euclid(divisor) > 0),
        };
        let share = quotient.saturating_mul(factor(self.then_times));
        share.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }
}

/// The number in a table in ascending order: that of the last row that a value reaches, or of the first row.
pub fn tabled<T: Copy + Default>(rows: &[(i16, T)], value: i16) -> T {
    let reached = rows.iter().rev().find(|(from, _)| *from <= value);
    reached.or(rows.first()).map_or_else(T::default, |(_, number)| *number)
}

impl StatTerm {
    /// Whether the term counts for a combatant with these traits.
    pub fn counts_with(&self, traits: &[Trait]) -> bool {
        self.with.is_none_or(|needed| traits.contains(&needed))
            && self.without.is_none_or(|excluded| !traits.contains(&excluded))
    }
}
