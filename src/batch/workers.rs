//! Workers that share out the seeds of an experiment.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::clock::Stopwatch;
use super::{Experiment, Found, Unfought};

/// What so many seeds came to.
#[derive(Clone, Debug)]
pub struct Played {
    pub found: Found,
    /// The first seed that was not played; all before it were.
    pub until: u64,
    /// Processor time of all workers together, in nanoseconds.
    pub nanos: u64,
}

/// What one worker did.
struct Share {
    found: Found,
    nanos: u64,
    failed: Option<Unfought>,
}

/// Seeds to be taken, one after the other, until somebody says stop.
struct Queue<'s> {
    next: AtomicU64,
    end: u64,
    stop: &'s AtomicBool,
    failed: AtomicBool,
}

impl Queue<'_> {
    /// Every seed taken is played to its end, so those before the next are all done.
    fn take(&self) -> Option<u64> {
        if self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        let taken = self.next.fetch_add(1, Ordering::Relaxed);
        (taken < self.end).then_some(taken)
    }
}

/// Plays a range of seeds with this number of workers until `stop` is set. `done` is called after
/// each seed.
///
/// # Errors
/// Gives the battle with the smallest number among those that could not be played, or says that there are no workers.
pub fn fight(
    experiment: &Experiment,
    seeds: Range<u64>,
    workers: usize,
    stop: &AtomicBool,
    done: impl Fn() + Sync,
) -> Result<Played, Unfought> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build();
    let pool = pool.map_err(|error| Unfought { number: 0, why: error.to_string() })?;
    let queue = Queue { next: AtomicU64::new(seeds.start), end: seeds.end, stop, failed: AtomicBool::new(false) };
    let shares = pool.broadcast(|_| work(experiment, &queue, &done));
    let until = queue.next.into_inner().min(seeds.end);
    let mut played = Played { found: experiment.nothing(), until, nanos: 0 };
    let mut failures = Vec::new();
    for share in shares {
        played.found.merge(&share.found);
        played.nanos += share.nanos;
        failures.extend(share.failed);
    }
    match failures.into_iter().min_by_key(|failure| failure.number) {
        Some(failure) => Err(failure),
        None => Ok(played),
    }
}

fn work(experiment: &Experiment, queue: &Queue<'_>, done: &impl Fn()) -> Share {
    let watch = Stopwatch::start();
    let (mut found, mut failed) = (experiment.nothing(), None);
    while let Some(stream) = queue.take() {
        if let Err(failure) = experiment.play(stream, &mut found) {
            queue.failed.store(true, Ordering::Relaxed);
            failed = Some(failure);
        }
        done();
    }
    Share { found, nanos: watch.nanos(), failed }
}
