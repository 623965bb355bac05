//! Battles on the same seeds under two rule sets, compared seed by seed.

use serde::{Deserialize, Serialize};

use super::Fought;
use super::interval::{Interval, around, paired};

/// Sums of differences, one number for each seed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differences {
    pub sum: i64,
    pub squares: i64,
}

/// How much a measure differs.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Difference {
    pub mean: f64,
    /// Where it lies with 95 % certainty.
    pub interval: Interval,
}

impl Difference {
    /// Whether it is more than chance explains, nineteen times out of twenty.
    pub fn is_significant(&self) -> bool {
        !self.interval.holds(0.0)
    }
}

impl Differences {
    fn add(&mut self, difference: i64) {
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn merge(&mut self, other: &Differences) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of so many, each divided by `unit`.
    fn mean(&self, seeds: u64, unit: f64) -> Difference {
        let n = seeds.max(1) as f64;
        let mean = self.sum as f64 / n;
        let scatter = (self.squares as f64 - n * mean * mean).max(0.0);
        let deviation = if seeds < 2 { 0.0 } else { (scatter / (n - 1.0)).sqrt() };
        Difference { mean: mean / unit, interval: around(mean / unit, deviation / unit, seeds) }
    }

    /// The same of differences that are a unit at most.
    fn share(&self, seeds: u64, unit: f64) -> Difference {
        let (sum, squares) = (self.sum as f64 / unit, self.squares as f64 / (unit * unit));
        Difference { mean: sum / seeds.max(1) as f64, interval: paired(sum, squares, seeds) }
    }
}

/// A rule set against the one it is compared with, over seeds that both played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    pub seeds: u64,
    /// Battles on each seed: two where the opponents are exchanged.
    pub each: u64,
    /// Battles that ended otherwise.
    pub changed: u64,
    /// Wins of each side; half a win for a battle that nobody won.
    pub wins: Vec<Differences>,
    /// Counts (or rounds).
    pub length: Differences,
}

impl Pairs {
    /// Nothing yet for so many sides.
    pub fn new(sides: usize) -> Pairs {
        Pairs { wins: vec![Differences::default(); sides], ..Pairs::default() }
    }

    /// Notes the battles of one seed, as they went under the rule set and under the one it is compared with.
    pub fn add(&mut self, changed: &[Fought], baseline: &[Fought]) {
        self.seeds += 1;
        self.each = changed.len() as u64;
        let pairs = || changed.iter().zip(baseline);
        self.changed += pairs().filter(|(new, old)| new.outcome != old.outcome).count() as u64;
        for (side, wins) in self.wins.iter_mut().enumerate() {
            wins.add(pairs().map(|(new, old)| score(new, side) - score(old, side)).sum());
        }
        self.length.add(pairs().map(|(new, old)| i64::from(new.count) - i64::from(old.count)).sum());
    }

    /// Adds the seeds of another.
    pub fn merge(&mut self, other: &Pairs) {
        self.seeds += other.seeds;
        self.each = self.each.max(other.each);
        self.changed += other.changed;
        self.wins.iter_mut().zip(&other.wins).for_each(|(wins, more)| wins.merge(more));
        self.length.merge(&other.length);
    }

    /// By how much a side wins more often, as a share of its battles.
    pub fn wins_of(&self, side: usize) -> Difference {
        let wins = self.wins.get(side).copied().unwrap_or_default();
        wins.share(self.seeds, 2.0 * self.each.max(1) as f64)
    }

    /// By how many counts (or rounds) battles are longer.
    pub fn length(&self) -> Difference {
        self.length.mean(self.seeds, self.each.max(1) as f64)
    }
}

/// Half wins of a side: two for a win, one where nobody won.
fn score(fought: &Fought, side: usize) -> i64 {
    match fought.winner() {
        Some(winner) => 2 * i64::from(winner == side),
        None => 1,
    }
}
