//! Runs a simulation in blocks, with a progress bar, checkpoints and interruption.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use warboard::batch::{Experiment, ExperimentResults, Part, Tally, fight, wilson_interval};

use super::args::SimulateArgs;
use super::output::{Failure, INTERRUPTED, plain, save, say};
use super::simulate;

/// Seeds between two checkpoints and two tests of --until-width, whatever the number of workers.
const BLOCK: u64 = 200;

pub struct Done {
    /// The seeds that are done, with their results.
    pub part: Part,
    /// Whether it was interrupted.
    pub stopped: bool,
    /// Processor time of all workers together, in nanoseconds.
    pub nanos: u64,
}

/// Plays until all seeds are done, the intervals are narrow enough, or Ctrl-C is pressed.
pub fn run(experiment: &Experiment, args: &SimulateArgs, workers: usize) -> Result<Done, Failure> {
    let [first, end] = share_of(experiment.seeds, args.chunk.unwrap_or([1, 1]));
    let mut done = Done { part: resumed(experiment, args, [first, end])?, stopped: false, nanos: 0 };
    let stop = interrupt()?;
    // Without checkpoints and --until-width, workers need not wait for one another.
    let looked_at = args.checkpoint.is_some() || args.until_width.is_some();
    let block_of = |from: u64| if looked_at { from - from % BLOCK + BLOCK } else { end };
    let bar = bar(experiment, end - first);
    bar.set_position(done.part.seeds[1] - first);
    // Seeds from the checkpoint must not count towards this run's speed.
    bar.reset_eta();
    while done.part.seeds[1] < end && !stop.load(Ordering::Relaxed) {
        let from = done.part.seeds[1];
        let played = fight(experiment, from..block_of(from).min(end), workers, &stop, || bar.inc(1)).map_err(plain)?;
        done.part.results.merge(&played.results);
        done.part.seeds[1] = played.until;
        done.nanos += played.nanos;
        if let Some(path) = &args.checkpoint {
            save(path, done.part.to_string())?;
        }
        if args.until_width.is_some_and(|width| widest(&done.part.results) <= width) {
            break;
        }
    }
    bar.finish_and_clear();
    done.stopped = stop.load(Ordering::Relaxed) && done.part.seeds[1] < end;
    if done.stopped {
        say(format_args!("interrupted: {} of {} seeds are done", done.part.seeds[1] - first, end - first));
    }
    Ok(done)
}

/// The range of seeds of chunk `at` of `of`, both counted from 1.
fn share_of(seeds: u64, [at, of]: [u64; 2]) -> [u64; 2] {
    let edge = |at: u64| (u128::from(seeds) * u128::from(at) / u128::from(of)) as u64;
    [edge(at - 1), edge(at)]
}

/// The results in the checkpoint, or empty ones. A checkpoint of another experiment or other seeds is never overwritten.
fn resumed(experiment: &Experiment, args: &SimulateArgs, share: [u64; 2]) -> Result<Part, Failure> {
    let seeds = [share[0], share[0]];
    let fresh = Part { spec: experiment.spec(), share, seeds, results: experiment.empty_results() };
    // Devices and pipes are write-only checkpoints: resuming from one fails when it is read.
    let is_read = |path: &&Path| {
        fs::metadata(path).is_ok_and(|about| if about.is_file() { about.len() > 0 } else { args.resume })
    };
    let Some(path) = args.checkpoint.as_deref().filter(is_read) else { return Ok(fresh) };
    let part = simulate::part(path)?;
    part.continues(&fresh.spec, share).map_err(|error| plain(format!("{}:1:1: {error}", path.display())))?;
    Ok(if args.resume { part } else { fresh })
}

/// The width of the widest confidence interval: of the differences if rule sets are compared, otherwise of the win rates.
fn widest(results: &ExperimentResults) -> f64 {
    let rate = |tally: &Tally, wins| wilson_interval(wins, tally.battles).width();
    let rates = results.tallies.iter().flat_map(|tally| tally.sides.iter().map(|side| rate(tally, side.wins)));
    let differences =
        results.pairs.iter().flat_map(|pairs| (0..pairs.wins.len()).map(|side| pairs.wins_of(side).interval.width()));
    if results.pairs.is_empty() { rates.fold(0.0, f64::max) } else { differences.fold(0.0, f64::max) }
}

/// A flag that Ctrl-C sets. A second Ctrl-C exits at once: the battle may be long, or the output pipe without a reader.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .map_err(plain)?;
    Ok(stop)
}

/// A progress bar on a terminal; hidden elsewhere.
fn bar(experiment: &Experiment, seeds: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(seeds).with_message(format!("{} seeds", experiment.spec().scenario));
    match ProgressStyle::with_template("{msg} {pos}/{len} [{wide_bar}] {per_sec}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
