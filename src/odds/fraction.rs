use std::fmt;

use crate::dice::Distribution;

/// An exact probability.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Number of favourable cases.
    pub of: u128,
    /// Number of all cases.
    pub all: u128,
}

impl Fraction {
    /// A probability in lowest terms; 0 if there are no cases.
    pub fn new(of: u128, all: u128) -> Fraction {
        let (mut divisor, mut rest) = (all, of);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        match divisor {
            0 => Fraction { of: 0, all: 1 },
            divisor => Fraction { of: of / divisor, all: all / divisor },
        }
    }

    /// The probability in hundredths of a percent, rounded down.
    pub fn per_ten_thousand(self) -> u32 {
        // Shifting both keeps the product in range; the lost bits do not affect the result.
        let shift = (128 - self.all.leading_zeros()).saturating_sub(100);
        ((self.of >> shift) * 10_000 / (self.all >> shift).max(1)) as u32
    }

    /// The probability in percent, with two decimals.
    pub fn percent(self) -> String {
        let hundredths = self.per_ten_thousand();
        format!("{}.{:02}%", hundredths / 100, hundredths % 100)
    }

    /// A distribution with value 1 at this probability, otherwise 0.
    pub(super) fn distribution(self) -> Distribution {
        let parts = [(self.of, Distribution::constant(1)), (self.all - self.of, Distribution::constant(0))];
        Distribution::mixed(&parts)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.of, self.all)
    }
}
