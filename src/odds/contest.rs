//! The chances of an exchange, in which attacker and target both roll under target numbers.

use super::Fraction;
use crate::content::Contest;
use crate::resolution::procedure::action::check::results::DefenceResult;

/// The chances of an exchange. `won`, `hit`, `blocked`, `nothing` and `lost` add up to 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ContestOdds {
    /// That the attacker passes its test.
    pub attacker: Fraction,
    /// That the target passes its test; 0 if it makes none.
    pub target: Fraction,
    /// That only the attacker passes: it hits, and may add what a critical win gives.
    pub won: Fraction,
    /// That both pass and the attack hits.
    pub hit: Fraction,
    /// That both pass and the attack is blocked.
    pub blocked: Fraction,
    /// That both pass and the attack misses, or that both fail.
    pub nothing: Fraction,
    /// That only the target passes, which may add what a critical win gives.
    pub lost: Fraction,
}

/// The number of ways of each result of an exchange.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct ContestCounts {
    all: u64,
    won: u64,
    hit: u64,
    blocked: u64,
    missed: u64,
    lost: u64,
}

impl ContestCounts {
    /// Adds `weight` outcomes with this result. Results without a contest, such as those of a miss chance, count as nothing.
    pub(super) fn count(&mut self, weight: u64, result: &DefenceResult) {
        self.all += weight;
        match result.contest {
            Some(Contest::OnlyActor) => self.won += weight,
            Some(Contest::OnlyTarget) => self.lost += weight,
            Some(Contest::BothPass) if result.blocked => self.blocked += weight,
            Some(Contest::BothPass) if result.degree.is_hit() => self.hit += weight,
            Some(Contest::BothPass) => self.missed += weight,
            Some(Contest::BothFail) | None => {}
        }
    }

    /// The chances.
    pub(super) fn odds(self) -> ContestOdds {
        let ContestCounts { all, won, hit, blocked, missed, lost } = self;
        let [passed, all] = [hit + blocked + missed, all].map(u128::from);
        let of = |ways: u64| Fraction::new(ways.into(), all);
        ContestOdds {
            attacker: Fraction::new(u128::from(won) + passed, all),
            target: Fraction::new(u128::from(lost) + passed, all),
            won: of(won),
            hit: of(hit),
            blocked: of(blocked),
            nothing: Fraction::new(all - u128::from(won + hit + blocked + lost), all),
            lost: of(lost),
        }
    }
}
