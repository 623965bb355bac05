//! Exact probabilities, and the hit probabilities of rolls already made, to compare results with expectations.

use std::fmt;

use crate::content::{AdvantageKind, AttackPolicy, Label};
use crate::dice::Distribution;
use crate::mechanics::advantage;
use crate::mechanics::attack::{Chances, judge};
use crate::resolution::event::Rolled;

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

/// Cached roll probabilities under one attack policy.
#[derive(Clone, Debug, Default)]
pub struct ChanceCache {
    /// Cached probabilities by (net advantage, bonus minus difficulty).
    known: Vec<((Option<AdvantageKind>, i32), Chances)>,
}

impl ChanceCache {
    /// The probabilities of a roll, from the cache if possible; see [`roll_chances`]. The policy must be the same in each call.
    pub fn of(&mut self, policy: &AttackPolicy, rolled: &Rolled) -> Chances {
        if rolled.rival.is_some() {
            return roll_chances(policy, rolled);
        }
        let key = (rolled.edge.net(), i32::from(rolled.bonus.total()) - i32::from(rolled.difficulty.total()));
        if let Some((_, chances)) = self.known.iter().find(|(known, _)| *known == key) {
            return *chances;
        }
        let chances = roll_chances(policy, rolled);
        self.known.push((key, chances));
        chances
    }
}

/// The probabilities of a roll over all faces, including those of an opposed roll. Extended critical ranges are ignored.
pub fn roll_chances(policy: &AttackPolicy, rolled: &Rolled) -> Chances {
    let (rival, difficulty) = match &rolled.rival {
        Some(rival) if !rival.dice.is_empty() => {
            let face = rolled.difficulty.term(Label::NaturalRoll).unwrap_or(0);
            (Some(advantage::faces(policy, rival.edge.net())), rolled.difficulty.total() - face)
        }
        _ => (None, rolled.difficulty.total()),
    };
    let (bonus, mut chances) = (rolled.bonus.total(), Chances::default());
    for (weight, face) in advantage::faces(policy, rolled.edge.net()) {
        let mut count = |times: u32, other: u16| {
            let difficulty = difficulty.saturating_add_unsigned(other);
            chances.count(weight * times, judge(&policy.natural, face, bonus, difficulty, false).0);
        };
        match rival.clone() {
            Some(rival) => rival.for_each(|(times, other)| count(times, other)),
            None => count(1, 0),
        }
    }
    chances
}
