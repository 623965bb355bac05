//! Summary statistics of integers, and 95 % confidence intervals.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Larger values and counts occur only in damaged files.
const LARGEST: u64 = 1 << 40;

/// Summary statistics of integers, as exact counts of each value. Merging is independent of the order, and memory grows
/// only with the number of distinct values.
/// ```
/// use warboard::batch::SummaryStats;
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

    /// Whether the values are small enough to be summed; those of a damaged file may not be.
    pub fn is_sound(&self) -> bool {
        let ends = [self.counts.first_key_value(), self.counts.last_key_value()];
        let times = self.counts.values().try_fold(0_u64, |sum, times| sum.checked_add(*times));
        ends.into_iter().flatten().all(|(number, _)| number.unsigned_abs() < LARGEST)
            && times.is_some_and(|times| times < LARGEST)
    }

    /// Adds all values of other statistics.
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

/// The 97.5 % quantile of the standard normal distribution.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct ConfidenceInterval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl ConfidenceInterval {
    /// The difference of its bounds.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Whether it contains a number.
    pub fn contains(self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// The Wilson score interval (1927) of a proportion: `times` successes in `of` trials. Unlike the simple normal
/// approximation it stays within 0 and 1 and is accurate near both. Without trials it is 0 to 1.
/// ```
/// use warboard::batch::wilson_interval;
/// // Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263.
/// let known = wilson_interval(81, 263);
/// assert_eq!(format!("{:.4} {:.4}", known.low, known.high), "0.2553 0.3662");
/// ```
pub fn wilson_interval(times: u64, of: u64) -> ConfidenceInterval {
    if of == 0 {
        return ConfidenceInterval { low: 0.0, high: 1.0 };
    }
    let (n, p, z2) = (of as f64, times as f64 / of as f64, DEVIATIONS * DEVIATIONS);
    let middle = p + z2 / (2.0 * n);
    let reach = DEVIATIONS * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let end = |at: f64| (at / (1.0 + z2 / n)).clamp(0.0, 1.0);
    // The observed proportion is always inside, whatever the rounding.
    let (low, high) = (end(middle - reach).min(p), end(middle + reach).max(p));
    ConfidenceInterval { low, high }
}

/// The interval of a mean of `of` samples, by the normal approximation; slightly too narrow for few samples.
pub fn mean_interval(mean: f64, deviation: f64, of: u64) -> ConfidenceInterval {
    let reach = DEVIATIONS * deviation / (of.max(1) as f64).sqrt();
    ConfidenceInterval { low: mean - reach, high: mean + reach }
}

/// The interval of a paired difference of proportions by Agresti and Min (2005). The `of` differences, each from -1 to
/// 1, have this sum and this sum of squares. The method adds one pair with differences of plus and minus one half,
/// because the simple interval is far too narrow where few pairs differ, or none.
/// ```
/// use warboard::batch::paired_difference_interval;
/// // None of 60 pairs differs.
/// let none = paired_difference_interval(0.0, 0.0, 60);
/// assert_eq!(format!("{:.3} {:.3}", none.low, none.high), "-0.032 0.032");
/// ```
pub fn paired_difference_interval(sum: f64, squares: f64, of: u64) -> ConfidenceInterval {
    let all = of + 2;
    let n = all as f64;
    let middle = sum / n;
    let deviation = ((squares + 1.0) / n - middle * middle).max(0.0).sqrt();
    let ConfidenceInterval { low, high } = mean_interval(middle, deviation, all);
    // The observed difference is always inside.
    let mean = sum / of.max(1) as f64;
    ConfidenceInterval { low: low.clamp(-1.0, mean), high: high.clamp(mean, 1.0) }
}
