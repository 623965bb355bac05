//! `warboard simulate`: many battles, summed up.

mod arms;
mod parquet;
mod work;

use std::path::{Path, PathBuf};
use std::thread;

use warboard::batch::{Experiment, Matchup, Part, Report, merge};
use warboard::content::authored::{Diagnostic, FileKind, Source};
use warboard::rules::Library;

use super::args::{ReportFormat, Simulate};
use super::desk::Desk;
use super::failure::{Failure, plain};
use super::output::{check_writable, print, save, say};

pub fn simulate(assets: PathBuf, asked: &Simulate) -> Result<(), Failure> {
    ready(asked)?;
    if !asked.merge.is_empty() {
        let part = merged(&asked.merge)?;
        return tell(asked, &assets, &Report::from(part));
    }
    let experiment = experiment(assets.clone(), asked)?;
    let workers = asked.jobs.map_or_else(processors, usize::from);
    let done = work::work(&experiment, asked, workers)?;
    if asked.chunk.is_some() && done.stopped {
        say("the chunk is not whole and was not written");
        return Err(Failure::Interrupted);
    }
    if asked.chunk.is_some() {
        let path = asked.out.as_deref().ok_or_else(|| plain("--chunk needs --out"))?;
        return save(path, done.part.to_string());
    }
    let stopped_after = done.stopped.then(|| done.part.seeds[1]);
    let mut report = Report { stopped_after, nanos: Some(done.nanos), ..Report::from(done.part) };
    if let (Some(battles), Some(activations)) = (report.battles_per_second(), report.activations_per_second()) {
        say(format_args!("{battles:.2} battles per CPU second, {activations:.0} activations"));
    }
    report.nanos.take_if(|_| asked.no_timing);
    match tell(asked, &assets, &report) {
        Ok(()) | Err(Failure::Unread) if done.stopped => Err(Failure::Interrupted),
        told => told,
    }
}

/// Whether the report can be written, asked before long work is done for it.
fn ready(asked: &Simulate) -> Result<(), Failure> {
    for path in [&asked.out, &asked.report, &asked.checkpoint].into_iter().flatten() {
        check_writable(path)?;
    }
    if asked.format == ReportFormat::Parquet && asked.chunk.is_none() {
        parquet::check()?;
        parquet_file(asked)?;
    }
    Ok(())
}

fn parquet_file(asked: &Simulate) -> Result<&Path, Failure> {
    asked.out.as_deref().ok_or_else(|| plain("--format parquet needs --out FILE: it is not for a terminal"))
}

/// What is asked, from the command line.
fn experiment(assets: PathBuf, asked: &Simulate) -> Result<Experiment, Failure> {
    let desk = Desk::open(assets)?;
    let name = asked.scenario.as_deref().ok_or_else(|| plain("a scenario is needed"))?;
    let (source, scenario) = desk.read(name)?;
    let (arms, sweep) = arms::arms(&desk, &source, &scenario, asked)?;
    let (a, b) = (asked.ais.ai_a, asked.ais.ai_b);
    if asked.swap && a == b {
        say(format_args!("warboard: --swap is left out: it exchanges the players of the sides, and {a} plays both"));
    }
    let matchup = Matchup { a, b, swap: asked.swap && a != b };
    let compared = asked.against.is_some();
    Ok(Experiment { seed: asked.seed, seeds: asked.battles, matchup, arms, compared, sweep })
}

/// Reads parts and adds them up; the one that cannot be used is named.
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

fn tell(asked: &Simulate, assets: &Path, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &asked.report {
        let library = Library::open(assets)?;
        let rulesets = library.ruleset_ids().into_iter().map(|id| library.ruleset(&id));
        let codices = rulesets.map(|rules| rules.map(|rules| rules.codex.clone())).collect::<Result<Vec<_>, _>>()?;
        save(path, report.to_page(&codices))?;
    }
    let text = match asked.format {
        ReportFormat::Parquet => return save(parquet_file(asked)?, parquet::bytes(report)?),
        ReportFormat::Table => report.to_table(),
        ReportFormat::Json => report.to_json(),
        ReportFormat::Csv => report.to_csv(),
    };
    match &asked.out {
        Some(path) => save(path, text),
        None => print(&text),
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
