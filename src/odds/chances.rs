//! Exact probabilities, and the hit probabilities of rolls already made, to compare results with expectations.

use std::cmp::Ordering;
use std::fmt;

use crate::content::{AdvantageKind, Breakdown, Contest, Label, RollPolicies, RollType};
use crate::dice::Distribution;
use crate::mechanics::checks::{self, Chances, Contestant, Degree, NaturalRoll, Opposed};
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

    /// The probability of the opposite.
    pub fn complement(self) -> Fraction {
        Fraction { of: self.all - self.of, all: self.all }
    }

    /// Whether the probability is at least this many percent.
    pub fn is_at_least(self, percent: u8) -> bool {
        self >= Fraction::new(percent.into(), 100)
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

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        loop {
            let whole = (a.of / a.all).cmp(&(b.of / b.all));
            // Reciprocals of the rests are compared, because a product could overflow.
            match (a.of % a.all, b.of % b.all) {
                _ if whole != Ordering::Equal => return whole,
                (0, _) | (_, 0) => return (a.of % a.all).cmp(&(b.of % b.all)),
                (x, y) => (a, b) = (Fraction { of: b.all, all: y }, Fraction { of: a.all, all: x }),
            }
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.of, self.all)
    }
}

/// How many of all equally likely outcomes have which degree. Unlike [`Chances`] it has room for the outcomes of several rolls.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct ChanceCounts([u64; 4]);

impl ChanceCounts {
    /// Adds `weight` outcomes with this degree.
    pub(super) fn count(&mut self, weight: u64, degree: Degree) {
        let adds = [true, degree.is_hit(), degree == Degree::Critical, degree == Degree::Fumble];
        self.0.iter_mut().zip(adds).for_each(|(sum, adds)| *sum += weight * u64::from(adds));
    }

    /// The same proportions in numbers that fit.
    pub(super) fn chances(self) -> Chances {
        let mut all = self.0;
        let mut divisor = all[0];
        for mut rest in [all[1], all[2], all[3]] {
            while rest != 0 {
                (divisor, rest) = (rest, divisor % rest);
            }
        }
        if all[0] > u64::from(u16::MAX) * u64::from(u16::MAX) {
            all.iter_mut().for_each(|count| *count /= divisor.max(1));
        }
        let shift = (64 - all[0].leading_zeros()).saturating_sub(32);
        let [faces, hits, criticals, fumbles] = all.map(|count| (count >> shift) as u32);
        Chances { faces, hits, criticals, fumbles }
    }
}

/// The inputs of the probabilities of an unopposed roll: the roll, its net advantage, and bonus minus difficulty.
type ChanceKey = (RollType, Option<AdvantageKind>, i32);

/// Cached roll probabilities under the rolls of one rule system.
#[derive(Clone, Debug, Default)]
pub struct ChanceCache {
    known: Vec<(ChanceKey, Chances)>,
}

impl ChanceCache {
    /// The probabilities of a roll, from the cache if possible; see [`roll_chances`]. The rolls must be the same in each call.
    pub fn of(&mut self, rolls: &RollPolicies, rolled: &Rolled) -> Chances {
        if rolled.rival.is_some() || rolled.decided || rolled.fails {
            return roll_chances(rolls, rolled);
        }
        let lead = i32::from(before_roll(&rolled.bonus)) - i32::from(rolled.difficulty.total());
        let key = (rolled.roll, rolled.edge.net(), lead);
        if let Some((_, chances)) = self.known.iter().find(|(known, _)| *known == key) {
            return *chances;
        }
        let chances = roll_chances(rolls, rolled);
        self.known.push((key, chances));
        chances
    }
}

/// The probabilities of a roll over all results of its dice, including those of an opposed roll. Extended critical ranges are
/// ignored.
pub fn roll_chances(rolls: &RollPolicies, rolled: &Rolled) -> Chances {
    if rolled.decided {
        let hits = u32::from(rolled.degree.is_hit());
        return Chances { faces: 1, hits, ..Chances::default() };
    }
    if rolled.fails {
        return Chances { faces: 1, ..Chances::default() };
    }
    let policy = rolls.of(rolled.roll);
    let own = Contestant { bonus: before_roll(&rolled.bonus), net: rolled.edge.net(), rolls: true };
    let Some(rival) = &rolled.rival else {
        return checks::chances(policy, own.net, (own.bonus, rolled.difficulty.total()), false);
    };
    let bonus = before_roll(&rolled.difficulty) - rolled.difficulty.term(Label::NaturalRoll).unwrap_or(0);
    let rival = Contestant { bonus, net: rival.edge.net(), rolls: !rival.dice.is_empty() };
    let mut chances = Chances::default();
    checks::each_opposed(policy, own, rival, |ways, natural, other| {
        let opposed = Opposed { own: (natural, own.bonus), rival: (other, rival.bonus) };
        let (degree, _, contest) = checks::judge_opposed(policy, opposed, false);
        let blocked = rolled.blocks && contest == Some(Contest::BothPass);
        chances.count(ways, if blocked { degree.max(Degree::Success) } else { degree });
    });
    chances
}

/// Whether a roll would have succeeded with this natural result, and without these parts of its bonus and difficulty.
pub fn would_succeed(rolls: &RollPolicies, rolled: &Rolled, natural: i16, (bonus, difficulty): (i16, i16)) -> bool {
    if rolled.decided {
        return rolled.degree.is_hit();
    }
    if rolled.fails {
        return false;
    }
    let policy = rolls.of(rolled.roll);
    let bonus = before_roll(&rolled.bonus) - bonus;
    if rolled.contest.is_none() {
        return checks::judge(policy, natural, bonus, rolled.difficulty.total() - difficulty, false).0.is_hit();
    }
    let rival = rolled.rival.as_ref().and_then(|rival| rival.under).map(NaturalRoll::plain);
    let rival = (rival, before_roll(&rolled.difficulty) - difficulty);
    let opposed = Opposed { own: (NaturalRoll::plain(natural), bonus), rival };
    let (degree, _, contest) = checks::judge_opposed(policy, opposed, false);
    degree.is_hit() || rolled.blocks && contest == Some(Contest::BothPass)
}

/// A sum without the change by the natural result.
fn before_roll(sum: &Breakdown) -> i16 {
    sum.total() - sum.term(Label::NaturalShift).unwrap_or(0)
}
