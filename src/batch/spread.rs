//! How whole numbers lie: sums that can be added up in any order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::interval::{Interval, around};

/// No number of a battle and no sum of battles comes near this.
const LARGEST: u64 = 1 << 40;

/// How often each whole number was seen. Two of them add up to the same in any order, and memory grows with how many
/// different numbers there are, not with how many were seen.
///
/// ```
/// use warboard::batch::Spread;
///
/// let spread: Spread = [1, 2, 3, 10].into_iter().collect();
/// assert_eq!((spread.mean(), spread.quartiles()), (4.0, [1, 2, 3]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spread {
    seen: BTreeMap<i64, u64>,
}

impl FromIterator<i64> for Spread {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Spread {
        let mut spread = Spread::default();
        numbers.into_iter().for_each(|number| spread.add(number));
        spread
    }
}

impl Spread {
    /// Notes one number.
    pub fn add(&mut self, number: i64) {
        *self.seen.entry(number).or_default() += 1;
    }

    /// Whether its numbers can be reckoned with; those of a damaged file may be too large.
    pub fn is_sound(&self) -> bool {
        let ends = [self.seen.first_key_value(), self.seen.last_key_value()];
        let times = self.seen.values().try_fold(0_u64, |sum, times| sum.checked_add(*times));
        ends.into_iter().flatten().all(|(number, _)| number.unsigned_abs() < LARGEST)
            && times.is_some_and(|times| times < LARGEST)
    }

    /// Adds all numbers of another.
    pub fn merge(&mut self, other: &Spread) {
        for (number, times) in &other.seen {
            *self.seen.entry(*number).or_default() += times;
        }
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.seen.values().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// The sum of all numbers.
    pub fn sum(&self) -> i128 {
        self.seen.iter().map(|(number, times)| i128::from(*number) * i128::from(*times)).sum()
    }

    /// The mean; 0 of none.
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.len().max(1) as f64
    }

    /// The deviation of one number from the mean, as a sample shows it; 0 of fewer than two.
    pub fn deviation(&self) -> f64 {
        let squares: i128 = self.seen.iter().map(|(number, times)| square(*number) * i128::from(*times)).sum();
        let (n, sum) = (i128::from(self.len()), self.sum());
        if n < 2 {
            return 0.0;
        }
        let scatter = n * squares - sum * sum;
        (scatter as f64 / (n * (n - 1)) as f64).sqrt()
    }

    /// Where the mean of all there could be lies, with 95 % certainty.
    pub fn mean_interval(&self) -> Interval {
        around(self.mean(), self.deviation(), self.len())
    }

    /// The values a quarter, half and three quarters of the way through the sorted numbers; zeros for none.
    pub fn quartiles(&self) -> [i64; 3] {
        [1, 2, 3].map(|quarter| self.at(self.len().saturating_sub(1) * quarter / 4))
    }

    /// The number at a place of the sorted numbers.
    fn at(&self, place: u64) -> i64 {
        let mut passed = 0;
        let found = self.seen.iter().find(|(_, times)| {
            passed += **times;
            passed > place
        });
        found.map_or(0, |(number, _)| *number)
    }

    /// The smallest number; 0 of none.
    pub fn least(&self) -> i64 {
        self.seen.first_key_value().map_or(0, |(number, _)| *number)
    }

    /// The largest number; 0 of none.
    pub fn most(&self) -> i64 {
        self.seen.last_key_value().map_or(0, |(number, _)| *number)
    }

    /// At most so many bins of one width from the smallest number to the largest: where each begins, and how many numbers
    /// are in it.
    pub fn bins(&self, most: u32) -> Vec<(i64, u64)> {
        if self.is_empty() {
            return Vec::new();
        }
        let span = self.most().abs_diff(self.least()) + 1;
        let width = span.div_ceil(u64::from(most.max(1)));
        let mut bins = vec![0; span.div_ceil(width) as usize];
        for (number, times) in &self.seen {
            bins[(number.abs_diff(self.least()) / width) as usize] += times;
        }
        (0..).zip(bins).map(|(at, times)| (self.least().saturating_add_unsigned(at * width), times)).collect()
    }
}

fn square(number: i64) -> i128 {
    i128::from(number) * i128::from(number)
}
