//! `warboard simulate`: plays many battles, in blocks, with a progress bar, checkpoints and interruption, and reports
//! statistics.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, thread};

use indicatif::{ProgressBar, ProgressStyle};
use warboard::batch::{
    Experiment, ExperimentResults, Matchup, Part, Report, Sweep, Tally, fight, merge, wilson_interval,
};
use warboard::content::authored::{Diagnostic, FileKind, Source};
use warboard::resolution::Setup;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;

use super::args::{ReportFormat, SimulateArgs};
use super::costs::costs;
use super::output::{Failure, INTERRUPTED, check_writable, plain, print, save, say};
use super::workspace::{Workspace, script_for};

const MOST_VALUES: usize = 100;

pub fn simulate(assets: PathBuf, args: &SimulateArgs) -> Result<(), Failure> {
    check_outputs(args)?;
    if args.costs {
        return costs(assets, args);
    }
    if !args.merge.is_empty() {
        let part = merged(&args.merge)?;
        return write_report(args, &assets, &Report::from(part));
    }
    let experiment = experiment(assets.clone(), args)?;
    let workers = args.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let done = play(&experiment, args, workers)?;
    if args.chunk.is_some() && done.stopped {
        say("the chunk is incomplete and was not written");
        return Err(Failure::Interrupted);
    }
    if args.chunk.is_some() {
        let path = args.out.as_deref().ok_or_else(|| plain("--chunk needs --out"))?;
        return save(path, done.part.to_string());
    }
    let stopped_after = done.stopped.then(|| done.part.seeds[1]);
    let mut report = Report { stopped_after, nanos: Some(done.nanos), ..Report::from(done.part) };
    if let (Some(battles), Some(activations)) = (report.battles_per_second(), report.activations_per_second()) {
        say(format_args!("{battles:.2} battles per CPU second, {activations:.0} activations"));
    }
    report.nanos.take_if(|_| args.no_timing);
    match write_report(args, &assets, &report) {
        Ok(()) | Err(Failure::Unread) if done.stopped => Err(Failure::Interrupted),
        told => told,
    }
}

/// Fails before any battle is played if a file could not be written.
fn check_outputs(args: &SimulateArgs) -> Result<(), Failure> {
    for path in [&args.out, &args.report, &args.checkpoint].into_iter().flatten() {
        check_writable(path)?;
    }
    if args.format == ReportFormat::Parquet && args.chunk.is_none() {
        check_parquet()?;
        parquet_file(args)?;
    }
    Ok(())
}

fn check_parquet() -> Result<(), Failure> {
    match cfg!(feature = "parquet") {
        true => Ok(()),
        false => Err(plain(
            "this program was built without Parquet: build it with `--features parquet`, or use --format csv, which has the same \
             columns",
        )),
    }
}

#[cfg(feature = "parquet")]
fn parquet(report: &Report) -> Result<Vec<u8>, Failure> {
    report.to_parquet().map_err(plain)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Report) -> Result<Vec<u8>, Failure> {
    check_parquet().map(|()| Vec::new())
}

fn parquet_file(args: &SimulateArgs) -> Result<&Path, Failure> {
    args.out.as_deref().ok_or_else(|| plain("--format parquet needs --out FILE"))
}

fn experiment(assets: PathBuf, args: &SimulateArgs) -> Result<Experiment, Failure> {
    let workspace = Workspace::open(assets)?;
    let name = args.scenario.as_deref().ok_or_else(|| plain("a scenario is required"))?;
    let (_, scenario) = workspace.read(name)?;
    let (arms, sweep) = setups(&workspace, &scenario, args)?;
    let (a, b) = (args.ais.ai_a, args.ais.ai_b);
    if args.swap && a == b {
        say(format_args!("warboard: --swap is ignored because {a} plays both sides"));
    }
    let matchup = Matchup { a, b, swap: args.swap && a != b };
    let all: Vec<&Setup> = arms.iter().map(|setup| &**setup).collect();
    let script = args.script.as_deref().map(|path| script_for(path, &all)).transpose()?.map(Arc::new);
    let compared = args.against.is_some();
    Ok(Experiment { seed: args.seed, seeds: args.battles, matchup, arms, compared, sweep, script })
}

/// Reads and merges parts; an error names the file at fault.
fn merged(paths: &[PathBuf]) -> Result<Part, Failure> {
    let parts = paths.iter().map(|path| part(path)).collect::<Result<Vec<_>, _>>()?;
    merge(&parts).map_err(|(at, error)| match at.and_then(|at| paths.get(at)) {
        Some(path) => Diagnostic::of_file(&path.display().to_string(), error.to_string()).into(),
        None => plain(error),
    })
}

/// Reads a part that an earlier run wrote.
fn part(path: &Path) -> Result<Part, Failure> {
    let source = Source::read_as(path, FileKind::Part)?;
    Ok(Part::read(&source.text).map_err(|error| Diagnostic::of_file(&source.name, error.to_string()))?)
}

fn write_report(args: &SimulateArgs, assets: &Path, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &args.report {
        let library = Library::open(assets)?;
        let rulesets = library.ruleset_ids().into_iter().map(|id| library.ruleset(&id));
        let codices = rulesets.map(|rules| rules.map(|rules| rules.codex.clone())).collect::<Result<Vec<_>, _>>()?;
        save(path, report.to_page(&codices))?;
    }
    let text = match args.format {
        ReportFormat::Parquet => return save(parquet_file(args)?, parquet(report)?),
        ReportFormat::Table => report.to_table(),
        ReportFormat::Json => report.to_json(),
        ReportFormat::Csv => report.to_csv(),
    };
    match &args.out {
        Some(path) => save(path, text),
        None => print(&text),
    }
}

type Setups = (Vec<Arc<Setup>>, Option<Sweep>);

/// The scenario under each rule set that `--ruleset` and `--against` name, with the changes of `--set` and `--sweep`; with
/// `--against`, the baseline comes first.
fn setups(workspace: &Workspace, scenario: &Scenario, args: &SimulateArgs) -> Result<Setups, Failure> {
    let sweep = args.sweep.as_deref().map(parse_sweep).transpose()?;
    let under = |id: &str, settings: &[String]| -> Result<Arc<Setup>, Failure> {
        match settings {
            [] => workspace.prepare(scenario, Some(id)),
            _ if HouseRules::is_file(id) => {
                Err(plain(format!("{id}: --set and --sweep cannot be combined with a house-rule file")))
            }
            _ => workspace.prepare_with(&HouseRules::of_settings(id, settings)?, scenario),
        }
    };
    let ids = if args.ruleset.is_empty() { vec![workspace.id(None)?] } else { args.ruleset.clone() };
    let mut setups = Vec::new();
    if let Some(other) = &args.against {
        setups.push(under(if other.is_empty() { &ids[0] } else { other }, &[])?);
    }
    for id in &ids {
        let values = sweep.as_ref().map_or(&[][..], |sweep| &sweep.values);
        for value in values {
            let swept = sweep.iter().map(|sweep| format!("{}={value}", sweep.path));
            let settings: Vec<String> = args.set.iter().cloned().chain(swept).collect();
            setups.push(under(id, &settings)?);
        }
        if values.is_empty() {
            setups.push(under(id, &args.set)?);
        }
    }
    let sides = setups.first().map_or(0, |setup| setup.sides.len());
    match setups.iter().all(|setup| setup.sides.len() == sides) {
        true => Ok((setups, sweep.filter(|_| ids.len() == 1))),
        false => Err(plain("the scenario has different sides under these rule systems")),
    }
}

/// Parses a path and its values: `path=1,2,3`, `path=0..6` or `path=0..12..3`.
fn parse_sweep(text: &str) -> Result<Sweep, Failure> {
    let refused = |why: &str| plain(format!("--sweep {text}: {why}"));
    let (path, values) = text.split_once('=').ok_or_else(|| refused("expected PATH=A,B,C or PATH=A..B"))?;
    let values: Vec<String> = match values.split_once("..") {
        Some((from, to)) => {
            range(from, to).ok_or_else(|| refused("a range must be FROM..TO or FROM..TO..STEP in whole numbers"))?
        }
        None => values.split(',').map(|value| value.trim().to_owned()).collect(),
    };
    match values.len() {
        1..=MOST_VALUES => Ok(Sweep { path: path.trim().to_owned(), values }),
        _ => Err(refused("expected 1 to 100 values")),
    }
}

fn range(from: &str, to: &str) -> Option<Vec<String>> {
    let (to, step) = to.split_once("..").unwrap_or((to, "1"));
    let [from, to, step] = [from, to, step].map(|number| number.trim().parse::<i32>().ok());
    let step = usize::try_from(step?).ok().filter(|step| *step > 0)?;
    Some((from?..=to?).step_by(step).take(MOST_VALUES + 1).map(|value| value.to_string()).collect())
}

/// Seeds between two checkpoints and two tests of --until-width, whatever the number of workers.
const BLOCK: u64 = 200;

struct Done {
    /// The seeds that are done, with their results.
    part: Part,
    stopped: bool,
    /// Processor time of all workers together, in nanoseconds.
    nanos: u64,
}

/// Plays until all seeds are done, the intervals are narrow enough, or Ctrl-C is pressed.
fn play(experiment: &Experiment, args: &SimulateArgs, workers: usize) -> Result<Done, Failure> {
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
    let part = part(path)?;
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
