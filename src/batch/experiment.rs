//! Experiments: one scenario under one or several rule sets, on the same seeds, their paired comparison, and the worker threads
//! that play them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::{
    BattleError, BattleResult, ConfidenceInterval, Job, JobCaches, Matchup, Tally, mean_interval,
    paired_difference_interval,
};
use crate::control::ScriptFile;
use crate::replay::Hex;
use crate::resolution::Setup;

/// A scenario to be played under one or several rule sets with the same seeds.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The seed of all battles.
    pub seed: u64,
    /// Number of streams of the seed that are played.
    pub seeds: u64,
    /// The opponents.
    pub matchup: Matchup,
    /// The scenario under each rule set.
    pub arms: Vec<Arc<Setup>>,
    /// Whether the first rule set is the baseline that the others are compared with.
    pub compared: bool,
    /// The value varied over the last rule sets, if any.
    pub sweep: Option<Sweep>,
    /// The script that is followed before the opponents are asked, if any.
    pub script: Option<Arc<ScriptFile>>,
}

/// A value varied over several rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// Path of the value.
    pub path: String,
    /// Values in RON, one for each rule set.
    pub values: Vec<String>,
}

/// The identity of an experiment: results can be merged only if their identities are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentSpec {
    /// Display name of the scenario.
    pub scenario: String,
    /// The seed of all battles.
    pub seed: u64,
    /// Number of streams of the seed that are played.
    pub seeds: u64,
    /// The opponent of the first side, and that of the others.
    pub opponents: [String; 2],
    /// Whether each stream is played twice, the second time with the opponents exchanged.
    pub swap: bool,
    /// Ids of the rule sets.
    pub rulesets: Vec<String>,
    /// Content hash of the scenario under each rule set.
    pub contents: Vec<Hex>,
    /// Whether the first rule set is the baseline that the others are compared with.
    pub compared: bool,
    /// The value varied over the last rule sets, if any.
    pub sweep: Option<Sweep>,
    /// Hash of the script, if any.
    pub script: Option<Hex>,
}

/// The results of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentResults {
    /// One for each rule set.
    pub tallies: Vec<Tally>,
    /// One for each rule set after the baseline, if they are compared.
    pub pairs: Vec<PairedTally>,
}

impl Experiment {
    /// The identity of the experiment.
    pub fn spec(&self) -> ExperimentSpec {
        ExperimentSpec {
            scenario: self.arms.first().map(|setup| setup.name.to_string()).unwrap_or_default(),
            seed: self.seed,
            seeds: self.seeds,
            opponents: [self.matchup.a.to_string(), self.matchup.b.to_string()],
            swap: self.matchup.swap,
            rulesets: self.arms.iter().map(|setup| setup.rules.id.clone()).collect(),
            contents: self.arms.iter().map(|setup| Hex(setup.content_hash)).collect(),
            compared: self.compared,
            sweep: self.sweep.clone(),
            script: self.script.as_ref().map(|script| Hex(script.hash())),
        }
    }

    /// Empty results.
    pub fn empty_results(&self) -> ExperimentResults {
        let tallies = self.arms.iter().map(|setup| Tally::new(setup)).collect();
        let compared = self.arms.iter().skip(1).filter(|_| self.compared);
        ExperimentResults { tallies, pairs: compared.map(|setup| PairedTally::new(setup.sides.len())).collect() }
    }

    /// Plays one stream of the seed under all rule sets and adds to `results`; fails if a battle cannot be played. `caches`: of
    /// earlier streams, by rule set.
    fn play(&self, stream: u64, caches: &mut [JobCaches], results: &mut ExperimentResults) -> Result<(), BattleError> {
        let mut baseline: Vec<BattleResult> = Vec::new();
        for ((arm, setup), caches) in self.arms.iter().enumerate().zip(caches) {
            let job =
                Job { setup: Arc::clone(setup), seed: self.seed, matchup: self.matchup, script: self.script.clone() };
            let mut battles = Vec::new();
            for (fought, seen) in job.fight_with(caches, stream)? {
                results.tallies[arm].add(setup, &fought, &seen);
                battles.push(fought);
            }
            match arm.checked_sub(1).and_then(|at| results.pairs.get_mut(at)) {
                Some(pairs) => pairs.add(&battles, &baseline),
                None => baseline = battles,
            }
        }
        Ok(())
    }
}

impl ExperimentResults {
    /// Adds the results of other seeds.
    pub fn merge(&mut self, other: &ExperimentResults) {
        self.tallies.iter_mut().zip(&other.tallies).for_each(|(tally, more)| tally.merge(more));
        self.pairs.iter_mut().zip(&other.pairs).for_each(|(pairs, more)| pairs.merge(more));
    }
}

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
    /// The mean and the bounds of its interval, each multiplied by a number.
    pub fn times(&self, number: f64) -> [f64; 3] {
        [self.mean, self.interval.low, self.interval.high].map(|value| value * number)
    }

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
        add!(other to self: sum, squares);
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
        add!(other to self: seeds, changed);
        self.each = self.each.max(other.each);
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

/// The results of a range of seeds.
#[derive(Clone, Debug)]
pub struct CompletedSeeds {
    /// The results of the seeds.
    pub results: ExperimentResults,
    /// The first seed that was not played; all earlier seeds of the range were.
    pub until: u64,
    /// Processor time of all workers together, in nanoseconds.
    pub nanos: u64,
}

struct Queue<'s> {
    next: AtomicU64,
    end: u64,
    stop: &'s AtomicBool,
    failed: AtomicBool,
}

impl Queue<'_> {
    /// The next seed. Every seed taken is played to its end, so all seeds before the next are done.
    fn take(&self) -> Option<u64> {
        if self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        let taken = self.next.fetch_add(1, Ordering::Relaxed);
        (taken < self.end).then_some(taken)
    }
}

/// Plays a range of seeds on a number of worker threads until `stop` is set; calls `done` after each seed.
///
/// # Errors
/// The failed battle with the lowest number, or that the threads could not be started.
pub fn fight(
    experiment: &Experiment,
    seeds: Range<u64>,
    workers: usize,
    stop: &AtomicBool,
    done: impl Fn() + Sync,
) -> Result<CompletedSeeds, BattleError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build();
    let pool = pool.map_err(|error| BattleError { number: 0, why: error.to_string() })?;
    let queue = Queue { next: AtomicU64::new(seeds.start), end: seeds.end, stop, failed: AtomicBool::new(false) };
    let shares = pool.broadcast(|_| timed(|| work(experiment, &queue, &done)));
    let until = queue.next.into_inner().min(seeds.end);
    let mut played = CompletedSeeds { results: experiment.empty_results(), until, nanos: 0 };
    let mut failures = Vec::new();
    for ((results, failed), nanos) in shares {
        played.results.merge(&results);
        played.nanos += nanos;
        failures.extend(failed);
    }
    match failures.into_iter().min_by_key(|failure| failure.number) {
        Some(failure) => Err(failure),
        None => Ok(played),
    }
}

fn work(experiment: &Experiment, queue: &Queue<'_>, done: &impl Fn()) -> (ExperimentResults, Option<BattleError>) {
    let (mut results, mut failed) = (experiment.empty_results(), None);
    let mut caches: Vec<JobCaches> = experiment.arms.iter().map(|_| JobCaches::default()).collect();
    while let Some(stream) = queue.take() {
        if let Err(failure) = experiment.play(stream, &mut caches, &mut results) {
            queue.failed.store(true, Ordering::Relaxed);
            failed = Some(failure);
        }
        done();
    }
    (results, failed)
}

/// Does some work and gives its processor time in nanoseconds; its wall-clock time if the system does not report processor time,
/// or has counted none yet: it counts in ticks of some milliseconds. Nothing else in the batch uses a clock.
#[expect(clippy::disallowed_types, reason = "a batch measures its own speed; no rule sees it")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let (began, used) = (std::time::Instant::now(), thread_nanos());
    let done = work();
    let nanos = match (used, thread_nanos()) {
        (Some(then), Some(now)) if now > then => now - then,
        _ => u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX),
    };
    (done, nanos)
}

/// Processor time of this thread, on Linux.
fn thread_nanos() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok()
}
