//! Long work in blocks: it shows how far it is, can be stopped at any moment, and goes on where it was.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use warboard::batch::{Experiment, Found, Part, fight, share};

use super::super::args::Simulate;
use super::super::failure::{Failure, INTERRUPTED, plain};
use super::super::output::{save, say};

/// Seeds between two looks at whether enough is known, and between two checkpoints. The same on every machine: where
/// --until-width stops must not depend on the number of workers.
const BLOCK: u64 = 200;

/// What was played.
pub struct Done {
    pub part: Part,
    /// Whether somebody stopped it before its end.
    pub stopped: bool,
    /// Processor time of all workers together.
    pub nanos: u64,
}

/// Plays what is asked until all is done, enough is known, or somebody presses Ctrl-C.
pub fn work(experiment: &Experiment, asked: &Simulate, workers: usize) -> Result<Done, Failure> {
    let [first, end] = share_of(experiment.seeds, asked.chunk.unwrap_or([1, 1]));
    let mut done = Done { part: begun(experiment, asked, [first, end])?, stopped: false, nanos: 0 };
    let stop = interrupt()?;
    // Where nobody looks in between, workers need not wait for one another.
    let looked_at = asked.checkpoint.is_some() || asked.until_width.is_some();
    let block_of = |from: u64| if looked_at { from - from % BLOCK + BLOCK } else { end };
    let bar = bar(experiment, end - first);
    bar.set_position(done.part.seeds[1] - first);
    // What an earlier run has done says nothing of how fast this one is.
    bar.reset_eta();
    while done.part.seeds[1] < end && !stop.load(Ordering::Relaxed) {
        let from = done.part.seeds[1];
        let played = fight(experiment, from..block_of(from).min(end), workers, &stop, || bar.inc(1)).map_err(plain)?;
        done.part.found.merge(&played.found);
        done.part.seeds[1] = played.until;
        done.nanos += played.nanos;
        if let Some(path) = &asked.checkpoint {
            save(path, done.part.to_string())?;
        }
        if asked.until_width.is_some_and(|width| widest(&done.part.found) <= width) {
            break;
        }
    }
    bar.finish_and_clear();
    done.stopped = stop.load(Ordering::Relaxed) && done.part.seeds[1] < end;
    if done.stopped {
        say(format_args!("stopped: {} of {} seeds are done", done.part.seeds[1] - first, end - first));
    }
    Ok(done)
}

/// The seeds of one of several shares.
fn share_of(seeds: u64, [at, of]: [u64; 2]) -> [u64; 2] {
    let edge = |at: u64| (u128::from(seeds) * u128::from(at) / u128::from(of)) as u64;
    [edge(at - 1), edge(at)]
}

/// What the checkpoint holds, or nothing yet. One of another question or of other seeds is never written over.
fn begun(experiment: &Experiment, asked: &Simulate, share: [u64; 2]) -> Result<Part, Failure> {
    let seeds = [share[0], share[0]];
    let fresh = Part { asked: experiment.asked(), share, seeds, found: experiment.nothing() };
    let is_read = |path: &&Path| holds_something(path, asked.resume);
    let Some(path) = asked.checkpoint.as_deref().filter(is_read) else { return Ok(fresh) };
    let part = super::part(path)?;
    part.continues(&fresh.asked, share).map_err(|error| plain(format!("{}:1:1: {error}", path.display())))?;
    Ok(if asked.resume { part } else { fresh })
}

/// Whether there is a file with anything in it. A device or a pipe is only written to, so nothing can be resumed from it:
/// reading it says so.
fn holds_something(path: &Path, resume: bool) -> bool {
    fs::metadata(path).is_ok_and(|about| if about.is_file() { about.len() > 0 } else { resume })
}

/// The width of the widest interval there is: of the differences where rule sets are compared, else of the win rates.
fn widest(found: &Found) -> f64 {
    let rates =
        found.tallies.iter().flat_map(|tally| tally.sides.iter().map(|side| share(side.wins, tally.battles).width()));
    let differences =
        found.pairs.iter().flat_map(|pairs| (0..pairs.wins.len()).map(|side| pairs.wins_of(side).interval.width()));
    if found.pairs.is_empty() { rates.fold(0.0, f64::max) } else { differences.fold(0.0, f64::max) }
}

/// A flag that Ctrl-C sets. A second Ctrl-C ends the program at once: a battle may be long, and a pipe without a reader.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let stopped = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(stopped).map_err(plain)?;
    Ok(stop)
}

/// A progress bar on a terminal, and nothing elsewhere.
fn bar(experiment: &Experiment, seeds: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(seeds).with_message(format!("{} seeds", experiment.asked().scenario));
    match ProgressStyle::with_template("{msg} {pos}/{len} [{wide_bar}] {per_sec}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
