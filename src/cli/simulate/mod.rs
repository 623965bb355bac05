//! `warboard simulate`: plays many battles and reports statistics.

mod parquet;
mod rulesets;
mod runner;

use std::path::{Path, PathBuf};
use std::thread;

use warboard::batch::{Experiment, Matchup, Part, Report, merge};
use warboard::content::authored::{Diagnostic, FileKind, Source};
use warboard::rules::Library;

use super::args::{ReportFormat, SimulateArgs};
use super::failure::{Failure, plain};
use super::output::{check_writable, print, save, say};
use super::workspace::Workspace;

pub fn simulate(assets: PathBuf, args: &SimulateArgs) -> Result<(), Failure> {
    check_outputs(args)?;
    if !args.merge.is_empty() {
        let part = merged(&args.merge)?;
        return write_report(args, &assets, &Report::from(part));
    }
    let experiment = experiment(assets.clone(), args)?;
    let workers = args.jobs.map_or_else(processors, usize::from);
    let done = runner::run(&experiment, args, workers)?;
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
        parquet::check()?;
        parquet_file(args)?;
    }
    Ok(())
}

fn parquet_file(args: &SimulateArgs) -> Result<&Path, Failure> {
    args.out.as_deref().ok_or_else(|| plain("--format parquet needs --out FILE"))
}

/// Builds the experiment from the command line.
fn experiment(assets: PathBuf, args: &SimulateArgs) -> Result<Experiment, Failure> {
    let workspace = Workspace::open(assets)?;
    let name = args.scenario.as_deref().ok_or_else(|| plain("a scenario is required"))?;
    let (source, scenario) = workspace.read(name)?;
    let (setups, sweep) = rulesets::setups(&workspace, &source, &scenario, args)?;
    let (a, b) = (args.ais.ai_a, args.ais.ai_b);
    if args.swap && a == b {
        say(format_args!("warboard: --swap is ignored because {a} plays both sides"));
    }
    let matchup = Matchup { a, b, swap: args.swap && a != b };
    let compared = args.against.is_some();
    Ok(Experiment { seed: args.seed, seeds: args.battles, matchup, arms: setups, compared, sweep })
}

/// Reads and merges parts; an error names the file at fault.
fn merged(paths: &[PathBuf]) -> Result<Part, Failure> {
    let parts = paths.iter().map(|path| part(path)).collect::<Result<Vec<_>, _>>()?;
    merge(&parts).map_err(|(at, error)| match at.and_then(|at| paths.get(at)) {
        Some(path) => Diagnostic::of_file(&path.display().to_string(), error.to_string()).into(),
        None => plain(error),
    })
}

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
        ReportFormat::Parquet => return save(parquet_file(args)?, parquet::bytes(report)?),
        ReportFormat::Table => report.to_table(),
        ReportFormat::Json => report.to_json(),
        ReportFormat::Csv => report.to_csv(),
    };
    match &args.out {
        Some(path) => save(path, text),
        None => print(&text),
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
