//! Summary statistics of integers: mean, deviation, quartiles and histogram.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::interval::{ConfidenceInterval, mean_interval};

/// Larger values and counts occur only in damaged files.
const LARGEST: u64 = 1 << 40;

/// Summary statistics of integers, as exact counts of each value. Merging is independent of the order, and memory grows
/// with the number of distinct values only.
///
/// ```
/// use warboard::batch::SummaryStats;
///
/// let stats: SummaryStats = [1, 2, 3, 10].into_iter().collect();
/// assert_eq!((stats.mean(), stats.quartiles()), (4.0, [1, 2, 3]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SummaryStats {
    counts: BTreeMap<i64, u64>,
}

impl FromIterator<i64> for SummaryStats {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> SummaryStats {
        let mut stats = SummaryStats::default();
        numbers.into_iter().for_each(|number| stats.add(number));
        stats
    }
}

impl SummaryStats {
    /// Adds a value.
    pub fn add(&mut self, number: i64) {
        *self.counts.entry(number).or_default() += 1;
    }

    /// Whether its values are small enough to be summed; those of a damaged file may not be.
    pub fn is_sound(&self) -> bool {
        let ends = [self.counts.first_key_value(), self.counts.last_key_value()];
        let times = self.counts.values().try_fold(0_u64, |sum, times| sum.checked_add(*times));
        ends.into_iter().flatten().all(|(number, _)| number.unsigned_abs() < LARGEST)
            && times.is_some_and(|times| times < LARGEST)
    }

    /// Adds all values of another.
    pub fn merge(&mut self, other: &SummaryStats) {
        for (number, times) in &other.counts {
            *self.counts.entry(*number).or_default() += times;
        }
    }

    /// Number of values.
    pub fn len(&self) -> u64 {
        self.counts.values().sum()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Sum of all values.
    pub fn sum(&self) -> i128 {
        self.counts.iter().map(|(number, times)| i128::from(*number) * i128::from(*times)).sum()
    }

    /// Mean; 0 without values.
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.len().max(1) as f64
    }

    /// Sample standard deviation; 0 for fewer than two values.
    pub fn std_deviation(&self) -> f64 {
        let squares: i128 = self.counts.iter().map(|(number, times)| square(*number) * i128::from(*times)).sum();
        let (n, sum) = (i128::from(self.len()), self.sum());
        if n < 2 {
            return 0.0;
        }
        let scatter = n * squares - sum * sum;
        (scatter as f64 / (n * (n - 1)) as f64).sqrt()
    }

    /// 95 % confidence interval of the mean.
    pub fn mean_interval(&self) -> ConfidenceInterval {
        mean_interval(self.mean(), self.std_deviation(), self.len())
    }

    /// First quartile, median and third quartile; zeros without values.
    pub fn quartiles(&self) -> [i64; 3] {
        [1, 2, 3].map(|quarter| self.at(self.len().saturating_sub(1) * quarter / 4))
    }

    /// The value at an index of the sorted values.
    fn at(&self, place: u64) -> i64 {
        let mut passed = 0;
        let found = self.counts.iter().find(|(_, times)| {
            passed += **times;
            passed > place
        });
        found.map_or(0, |(number, _)| *number)
    }

    /// Smallest value; 0 without values.
    pub fn min(&self) -> i64 {
        self.counts.first_key_value().map_or(0, |(number, _)| *number)
    }

    /// Largest value; 0 without values.
    pub fn max(&self) -> i64 {
        self.counts.last_key_value().map_or(0, |(number, _)| *number)
    }

    /// A histogram with at most `most` bins of equal width, as (start of the bin, number of values).
    pub fn bins(&self, most: u32) -> Vec<(i64, u64)> {
        if self.is_empty() {
            return Vec::new();
        }
        let span = self.max().abs_diff(self.min()) + 1;
        let width = span.div_ceil(u64::from(most.max(1)));
        let mut bins = vec![0; span.div_ceil(width) as usize];
        for (number, times) in &self.counts {
            bins[(number.abs_diff(self.min()) / width) as usize] += times;
        }
        (0..).zip(bins).map(|(at, times)| (self.min().saturating_add_unsigned(at * width), times)).collect()
    }
}

fn square(number: i64) -> i128 {
    i128::from(number) * i128::from(number)
}
