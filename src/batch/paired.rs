//! Paired comparison of two rule sets on the same seeds.

use serde::{Deserialize, Serialize};

use super::BattleResult;
use super::interval::{ConfidenceInterval, mean_interval, paired_difference_interval};

/// Sums of paired differences, one difference per seed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifferenceSums {
    /// Sum of the differences.
    pub sum: i64,
    /// Sum of their squares.
    pub squares: i64,
}

/// The mean of a paired difference.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PairedDifference {
    /// Mean difference over all seeds.
    pub mean: f64,
    /// 95 % confidence interval of the mean.
    pub interval: ConfidenceInterval,
}

impl PairedDifference {
    /// Whether the difference is significant at the 5 % level.
    pub fn is_significant(&self) -> bool {
        !self.interval.contains(0.0)
    }
}

impl DifferenceSums {
    fn add(&mut self, difference: i64) {
        self.sum += difference;
        self.squares += difference * difference;
    }

    fn merge(&mut self, other: &DifferenceSums) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of the differences in units of `unit`, with a normal interval.
    fn mean(&self, seeds: u64, unit: f64) -> PairedDifference {
        let n = seeds.max(1) as f64;
        let mean = self.sum as f64 / n;
        let scatter = (self.squares as f64 - n * mean * mean).max(0.0);
        let deviation = if seeds < 2 { 0.0 } else { (scatter / (n - 1.0)).sqrt() };
        PairedDifference { mean: mean / unit, interval: mean_interval(mean / unit, deviation / unit, seeds) }
    }

    /// The mean of differences of proportions, at most one `unit` each, with an Agresti-Min interval.
    fn share(&self, seeds: u64, unit: f64) -> PairedDifference {
        let (sum, squares) = (self.sum as f64 / unit, self.squares as f64 / (unit * unit));
        PairedDifference { mean: sum / seeds.max(1) as f64, interval: paired_difference_interval(sum, squares, seeds) }
    }
}

/// A rule set compared with the baseline, over seeds that both played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairedTally {
    /// Number of seeds.
    pub seeds: u64,
    /// Battles per seed: two if the opponents are exchanged.
    pub each: u64,
    /// Battles with a different outcome.
    pub changed: u64,
    /// Differences in wins of each side, in half wins; an undecided battle is half a win.
    pub wins: Vec<DifferenceSums>,
    /// Differences in length, in counts or rounds.
    pub length: DifferenceSums,
}

impl PairedTally {
    /// An empty comparison.
    pub fn new(sides: usize) -> PairedTally {
        PairedTally { wins: vec![DifferenceSums::default(); sides], ..PairedTally::default() }
    }

    /// Adds the battles of one seed under the rule set and under the baseline.
    pub fn add(&mut self, changed: &[BattleResult], baseline: &[BattleResult]) {
        self.seeds += 1;
        self.each = changed.len() as u64;
        let pairs = || changed.iter().zip(baseline);
        self.changed += pairs().filter(|(new, old)| new.outcome != old.outcome).count() as u64;
        for (side, wins) in self.wins.iter_mut().enumerate() {
            wins.add(pairs().map(|(new, old)| score(new, side) - score(old, side)).sum());
        }
        self.length.add(pairs().map(|(new, old)| i64::from(new.count) - i64::from(old.count)).sum());
    }

    /// Adds the seeds of another comparison.
    pub fn merge(&mut self, other: &PairedTally) {
        self.seeds += other.seeds;
        self.each = self.each.max(other.each);
        self.changed += other.changed;
        self.wins.iter_mut().zip(&other.wins).for_each(|(wins, more)| wins.merge(more));
        self.length.merge(&other.length);
    }

    /// The difference in a side's win rate.
    pub fn wins_of(&self, side: usize) -> PairedDifference {
        let wins = self.wins.get(side).copied().unwrap_or_default();
        wins.share(self.seeds, 2.0 * self.each.max(1) as f64)
    }

    /// The difference in the length of battles, in counts or rounds.
    pub fn length(&self) -> PairedDifference {
        self.length.mean(self.seeds, self.each.max(1) as f64)
    }
}

/// The score of a side: two for a win, one for an undecided battle.
fn score(fought: &BattleResult, side: usize) -> i64 {
    match fought.winner() {
        Some(winner) => 2 * i64::from(winner == side),
        None => 1,
    }
}
