//! 95 % confidence intervals.

use serde::Serialize;

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
///
/// ```
/// use warboard::batch::wilson_interval;
///
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
///
/// ```
/// use warboard::batch::paired_difference_interval;
///
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
