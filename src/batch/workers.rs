//! Workers that share out the battles of a job.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bevy::prelude::World;

use super::clock::Stopwatch;
use super::{Fought, Job, Unfought};

/// All battles of a job by number, and what they cost.
#[derive(Clone, Debug)]
pub struct Measured {
    pub fought: Vec<Fought>,
    /// Processor time of all workers together, in nanoseconds.
    pub nanos: u64,
}

/// What one worker did.
type Share = (Vec<Result<Fought, Unfought>>, u64);

/// Plays all battles of a job with so many workers, each with a world of its own. `done` is called after each battle.
///
/// # Errors
/// Gives the battle with the smallest number among those that could not be played, or says that there are no workers.
pub fn fight_all(job: &Job, workers: usize, done: impl Fn() + Sync) -> Result<Measured, Unfought> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build();
    let pool = pool.map_err(|error| Unfought { number: 0, why: error.to_string() })?;
    let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let shares = pool.broadcast(|_| work(job, &next, &failed, &done));
    let nanos = shares.iter().map(|(_, nanos)| nanos).sum();
    let (mut fought, mut unfought) = (Vec::new(), Vec::new());
    for result in shares.into_iter().flat_map(|(results, _)| results) {
        match result {
            Ok(battle) => fought.push(battle),
            Err(failure) => unfought.push(failure),
        }
    }
    fought.sort_by_key(|battle| battle.number);
    match unfought.into_iter().min_by_key(|failure| failure.number) {
        Some(failure) => Err(failure),
        None => Ok(Measured { fought, nanos }),
    }
}

fn work(job: &Job, next: &AtomicU64, failed: &AtomicBool, done: &impl Fn()) -> Share {
    let (mut world, mut results) = (World::new(), Vec::new());
    let watch = Stopwatch::start();
    while !failed.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= job.total() {
            break;
        }
        let result = job.fight(&mut world, number);
        failed.fetch_or(result.is_err(), Ordering::Relaxed);
        results.push(result);
        done();
    }
    (results, watch.nanos())
}
