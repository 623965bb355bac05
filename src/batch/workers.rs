//! Worker threads that share the seeds of an experiment, and their processor time.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{BattleError, Experiment, ExperimentResults};

/// The results of a range of seeds.
#[derive(Clone, Debug)]
pub struct CompletedSeeds {
    /// Their results.
    pub results: ExperimentResults,
    /// The first seed that was not played; all before it were.
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

/// Plays a range of seeds on a number of worker threads until `stop` is set. `done` is called after each seed.
///
/// # Errors
/// The failed battle with the lowest number, or that no threads could be started.
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
    while let Some(stream) = queue.take() {
        if let Err(failure) = experiment.play(stream, &mut results) {
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
