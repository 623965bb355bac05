//! How far what was seen may be from what is: intervals of 95 % certainty.

use serde::Serialize;

/// How many deviations on each side of a normal distribution's middle hold 95 % of it.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// From where to where something lies with 95 % certainty.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// From its low to its high end.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Whether a number lies in it.
    pub fn holds(self, number: f64) -> bool {
        (self.low..=self.high).contains(&number)
    }
}

/// The interval of Wilson (1927) for a share: where the chance of something lies that came about `times` times `of` so many.
/// Unlike the simple one it stays between 0 and 1 and is good near both ends. Everything is possible where nothing was tried.
///
/// ```
/// use warboard::batch::share;
///
/// // Newcombe (1998), Statistics in Medicine 17, table I: 81 of 263.
/// let known = share(81, 263);
/// assert_eq!(format!("{:.4} {:.4}", known.low, known.high), "0.2553 0.3662");
/// ```
pub fn share(times: u64, of: u64) -> Interval {
    if of == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, p, z2) = (of as f64, times as f64 / of as f64, DEVIATIONS * DEVIATIONS);
    let middle = p + z2 / (2.0 * n);
    let reach = DEVIATIONS * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let end = |at: f64| (at / (1.0 + z2 / n)).clamp(0.0, 1.0);
    // What always or never came about is in its interval, however the last digits are rounded.
    let (low, high) = (end(middle - reach).min(p), end(middle + reach).max(p));
    Interval { low, high }
}

/// The interval of a mean that so many numbers of this deviation have. With few of them it is too narrow by a little.
pub fn around(mean: f64, deviation: f64, of: u64) -> Interval {
    let reach = DEVIATIONS * deviation / (of.max(1) as f64).sqrt();
    Interval { low: mean - reach, high: mean + reach }
}

/// The interval of Agresti and Min (2005) for a difference of shares in pairs: where the mean of `of` differences lies, each
/// from -1 to 1, that add up to `sum`, and their squares to `squares`. A pair is added of which one half differs each way:
/// where few pairs differ, or none yet, the simple interval would promise what nobody can know.
///
/// ```
/// use warboard::batch::paired;
///
/// // Of 60 pairs none differs. One in twenty may for all that.
/// let none = paired(0.0, 0.0, 60);
/// assert_eq!(format!("{:.3} {:.3}", none.low, none.high), "-0.032 0.032");
/// ```
pub fn paired(sum: f64, squares: f64, of: u64) -> Interval {
    let all = of + 2;
    let n = all as f64;
    let middle = sum / n;
    let deviation = ((squares + 1.0) / n - middle * middle).max(0.0).sqrt();
    let Interval { low, high } = around(middle, deviation, all);
    // What was seen is in its interval.
    let mean = sum / of.max(1) as f64;
    Interval { low: low.clamp(-1.0, mean), high: high.clamp(mean, 1.0) }
}
