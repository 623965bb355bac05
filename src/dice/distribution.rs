//! Exact probability distributions with integer weights.

use super::DiceFormula;

/// Bits of precision kept when weights exceed `u128`.
const KEPT_BITS: u32 = 62;

/// A probability distribution over integers. Each value has a weight out of [`total_weight`](Self::total_weight).
/// Weights have no common divisor, so equal probabilities compare equal. They are exact as long as the total fits
/// `u128` (49d6, 29d20); beyond that they are rounded to 62 bits and [`is_exact`](Self::is_exact) returns `false`.
/// ```
/// use warboard::dice::Distribution;
/// let two_d6 = Distribution::die(6).plus(&Distribution::die(6));
/// assert_eq!((two_d6.weight(7), two_d6.total_weight()), (6, 36));
/// assert_eq!(two_d6.at_least(10), (6, 36));
/// assert_eq!(two_d6.mean(), (7, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// Values with their weights, sorted by value.
    weights: Vec<(i32, u128)>,
    total: u128,
    exact: bool,
}

impl Distribution {
    /// A single certain value.
    pub fn constant(value: i32) -> Self {
        Self::from_weights([(value, 1)], true)
    }

    /// Values with their weights, in any order.
    /// ```
    /// use warboard::dice::Distribution;
    /// let fudge = Distribution::weighted([(1, 2), (0, 2), (-1, 2)]);
    /// assert_eq!((fudge.weight(-1), fudge.total_weight()), (1, 3));
    /// ```
    pub fn weighted(weights: impl IntoIterator<Item = (i32, u128)>) -> Self {
        Self::from_weights(weights, true)
    }

    /// One die with faces from 1 to `sides`. A die without sides is always 0.
    pub fn die(sides: u16) -> Self {
        match sides {
            0 => Self::constant(0),
            _ => Self::from_weights((1..=i32::from(sides)).map(|face| (face, 1)), true),
        }
    }

    /// The total of a dice formula.
    /// ```
    /// use warboard::dice::Distribution;
    /// let damage = Distribution::of(&"2d6+3".parse().unwrap());
    /// assert_eq!((damage.weight(5), damage.total_weight()), (1, 36));
    /// ```
    pub fn of(formula: &DiceFormula) -> Self {
        if formula.is_constant() {
            return Self::constant(i32::from(formula.bonus));
        }
        let (sides, mut total, mut exact) = (u128::from(formula.sides), 1_u128, true);
        let mut sums = vec![1_u128];
        for _ in 0..formula.count {
            if total.checked_mul(sides).is_none() {
                sums.iter_mut().for_each(|weight| *weight = rounded(*weight, total));
                total = sums.iter().sum();
                exact = false;
            }
            sums = with_one_more_die(&sums, usize::from(formula.sides));
            total *= sides;
        }
        Self::from_weights((formula.min()..).zip(sums), exact)
    }

    /// Sum of two independent values.
    pub fn plus(&self, other: &Self) -> Self {
        if self.total.checked_mul(other.total).is_none() {
            return self.rounded().plus(&other.rounded());
        }
        let sums = self.iter().flat_map(|(a, weight_a)| {
            other.iter().map(move |(b, weight_b)| (a.saturating_add(b), weight_a * weight_b))
        });
        Self::from_weights(sums, self.exact && other.exact)
    }

    /// Every value plus `by`.
    pub fn shifted(&self, by: i32) -> Self {
        self.map(|value| value.saturating_add(by))
    }

    /// Maps every value through `change`. Weights of values that become equal are added.
    /// ```
    /// use warboard::dice::Distribution;
    /// let hits_on_15 = Distribution::die(20).map(|roll| i32::from(roll >= 15));
    /// assert_eq!(hits_on_15.at_least(1), (3, 10));
    /// ```
    pub fn map(&self, change: impl Fn(i32) -> i32) -> Self {
        Self::from_weights(self.iter().map(|(value, weight)| (change(value), weight)), self.exact)
    }

    /// Mixture of several distributions; each is chosen with probability weight / sum of weights. If all weights are 0,
    /// the result is empty: its total weight is 0.
    /// ```
    /// use warboard::dice::Distribution;
    /// let (miss, damage) = (Distribution::constant(0), Distribution::die(6));
    /// let struck = Distribution::mixed(&[(1, miss), (3, damage)]);
    /// assert_eq!((struck.weight(0), struck.weight(4), struck.total_weight()), (2, 1, 8));
    /// ```
    pub fn mixed(parts: &[(u128, Self)]) -> Self {
        let parts: Vec<&(u128, Self)> = parts.iter().filter(|(share, part)| *share > 0 && part.total > 0).collect();
        mixed_exactly(&parts).unwrap_or_else(|| mixed_roundly(&parts))
    }

    /// Weight of one value; 0 if it is impossible.
    pub fn weight(&self, value: i32) -> u128 {
        self.weights.binary_search_by_key(&value, |(value, _)| *value).map_or(0, |at| self.weights[at].1)
    }

    /// Sum of all weights.
    pub fn total_weight(&self) -> u128 {
        self.total
    }

    /// Probability of `value` or more, as a weight and the total weight.
    pub fn at_least(&self, value: i32) -> (u128, u128) {
        let from = self.weights.partition_point(|(other, _)| *other < value);
        (self.weights[from..].iter().map(|(_, weight)| weight).sum(), self.total)
    }

    /// Mean as a reduced fraction: numerator and denominator. `(0, 1)` for an empty distribution.
    pub fn mean(&self) -> (i128, u128) {
        let sum = self.iter().try_fold(0_i128, |sum, (value, weight)| {
            let weighed = i128::try_from(weight).ok()?.checked_mul(i128::from(value))?;
            sum.checked_add(weighed)
        });
        match sum {
            None => self.rounded().mean(),
            Some(_) if self.total == 0 => (0, 1),
            Some(sum) => {
                let divisor = common_divisor(sum.unsigned_abs(), self.total);
                (i128::try_from(divisor).map_or(0, |divisor| sum / divisor), self.total / divisor)
            }
        }
    }

    /// All possible values with their weights, sorted by value.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u128)> + '_ {
        self.weights.iter().copied()
    }

    /// Whether all weights are exact, without rounding.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Adds the weights of equal values and divides by the greatest common divisor; the total must fit `u128`.
    fn from_weights(weights: impl IntoIterator<Item = (i32, u128)>, exact: bool) -> Self {
        let mut sums: Vec<(i32, u128)> = weights.into_iter().collect();
        if !sums.is_sorted_by_key(|(value, _)| *value) {
            sums.sort_unstable_by_key(|(value, _)| *value);
        }
        sums.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let divisor = sums.iter().fold(0, |divisor, (_, weight)| common_divisor(divisor, *weight)).max(1);
        if divisor > 1 {
            sums.iter_mut().for_each(|(_, weight)| *weight /= divisor);
        }
        let total = sums.iter().map(|(_, weight)| weight).sum();
        Self { weights: sums, total, exact }
    }

    fn rounded(&self) -> Self {
        Self::from_weights(self.iter().map(|(value, weight)| (value, rounded(weight, self.total))), false)
    }
}

/// Weights after adding one more die of `sides` faces: sums over a sliding window of `sides` entries.
fn with_one_more_die(sums: &[u128], sides: usize) -> Vec<u128> {
    let mut window = 0_u128;
    let slide = |place: usize| {
        window += sums.get(place).copied().unwrap_or(0);
        let left = place.checked_sub(sides).and_then(|left| sums.get(left));
        window -= left.copied().unwrap_or(0);
        window
    };
    (0..sums.len() + sides - 1).map(slide).collect()
}

/// Scales a weight out of `total` to at most 62 bits. Positive weights stay positive.
fn rounded(weight: u128, total: u128) -> u128 {
    let surplus = (u128::BITS - total.leading_zeros()).saturating_sub(KEPT_BITS);
    if weight == 0 { 0 } else { (weight >> surplus).max(1) }
}

/// The mixture over the least common denominator, or `None` if that overflows.
fn mixed_exactly(parts: &[&(u128, Distribution)]) -> Option<Distribution> {
    let shares = parts.iter().try_fold(0_u128, |sum, (share, _)| sum.checked_add(*share))?;
    let times = |common: u128, of: u128| (common / common_divisor(common, of)).checked_mul(of);
    let common = parts.iter().try_fold(1_u128, |common, (_, part)| times(common, part.total))?;
    shares.checked_mul(common)?;
    let weights = parts.iter().flat_map(|(share, part)| {
        let scale = share * (common / part.total);
        part.iter().map(move |(value, weight)| (value, weight * scale))
    });
    Some(Distribution::from_weights(weights, parts.iter().all(|(_, part)| part.exact)))
}

/// The mixture with all weights scaled to 60 bits.
fn mixed_roundly(parts: &[&(u128, Distribution)]) -> Distribution {
    const ONE: u128 = 1 << 60;
    // A quarter of each share prevents overflow for up to 2^20 parts.
    let shares = parts.iter().fold(0_u128, |sum, (share, _)| sum.saturating_add(share.div_ceil(4)));
    let weights = parts.iter().flat_map(|(share, part)| {
        let share = rounded(share.div_ceil(4), shares);
        part.iter().map(move |(value, weight)| {
            let of_one = rounded(weight, part.total) * ONE / rounded(part.total, part.total);
            (value, of_one.max(1) * share)
        })
    });
    Distribution::from_weights(weights, false)
}

/// Greatest common divisor. The divisor of 0 and `n` is `n`.
fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    if a == 1 {
        return 1;
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
