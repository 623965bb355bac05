//! `warboard simulate`: many battles, summed up.

mod arms;
mod parquet;
mod work;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use warboard::batch::{Experiment, Matchup, Part, Report, merge};
use warboard::rules::Library;

use super::args::{ReportFormat, Simulate};
use super::desk::Desk;
use super::failure::{Failure, plain};
use super::output::{find_room, print, save};

pub fn simulate(assets: PathBuf, asked: &Simulate) -> Result<(), Failure> {
    ready(asked)?;
    if !asked.merge.is_empty() {
        let part = merged(&asked.merge)?;
        return tell(asked, &assets, &Report { asked: part.asked, found: part.found, nanos: None });
    }
    let experiment = experiment(assets.clone(), asked)?;
    let workers = asked.jobs.map_or_else(processors, usize::from);
    let done = work::work(&experiment, asked, workers)?;
    if asked.chunk.is_some() {
        let path = asked.out.as_deref().ok_or_else(|| plain("--chunk needs --out"))?;
        return save(path, done.part.to_string());
    }
    let mut report = Report { asked: done.part.asked, found: done.part.found, nanos: Some(done.nanos) };
    if let (Some(battles), Some(activations)) = (report.battles_per_second(), report.activations_per_second()) {
        eprintln!("{battles:.2} battles per CPU second, {activations:.0} activations");
    }
    report.nanos.take_if(|_| asked.no_timing);
    tell(asked, &assets, &report)
}

/// Whether the report can be written, asked before long work is done for it.
fn ready(asked: &Simulate) -> Result<(), Failure> {
    for path in [&asked.out, &asked.report, &asked.checkpoint].into_iter().flatten() {
        find_room(path)?;
    }
    if asked.format == ReportFormat::Parquet && asked.chunk.is_none() {
        parquet::check()?;
        asked.out.as_ref().ok_or_else(|| plain("--format parquet needs --out FILE: it is not for a terminal"))?;
    }
    Ok(())
}

/// What is asked, from the command line.
fn experiment(assets: PathBuf, asked: &Simulate) -> Result<Experiment, Failure> {
    let desk = Desk::open(assets)?;
    let name = asked.scenario.as_deref().ok_or_else(|| plain("a scenario is needed"))?;
    let (source, scenario) = desk.read(name)?;
    let (arms, sweep) = arms::arms(&desk, &source, &scenario, asked)?;
    let matchup = Matchup { a: asked.ais.ai_a, b: asked.ais.ai_b, swap: asked.swap };
    let compared = asked.against.is_some();
    Ok(Experiment { seed: asked.seed, seeds: asked.battles, matchup, arms, compared, sweep })
}

/// Reads parts and adds them up; the one that cannot be used is named.
fn merged(paths: &[PathBuf]) -> Result<Part, Failure> {
    let parts = paths.iter().map(|path| part(path)).collect::<Result<Vec<_>, _>>()?;
    merge(&parts).map_err(|(at, error)| match at.and_then(|at| paths.get(at)) {
        Some(path) => plain(format!("{}: {error}", path.display())),
        None => plain(error),
    })
}

fn part(path: &Path) -> Result<Part, Failure> {
    let text =
        fs::read_to_string(path).map_err(|error| plain(format!("{}: cannot be read: {error}", path.display())))?;
    Part::read(&text).map_err(|error| plain(format!("{}: {error}", path.display())))
}

fn tell(asked: &Simulate, assets: &Path, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &asked.report {
        let library = Library::open(assets)?;
        let rulesets = library.ruleset_ids().into_iter().map(|id| library.ruleset(&id));
        let codices = rulesets.map(|rules| rules.map(|rules| rules.codex.clone())).collect::<Result<Vec<_>, _>>()?;
        save(path, report.to_page(&codices))?;
    }
    let bytes = match asked.format {
        ReportFormat::Table => report.to_table().into_bytes(),
        ReportFormat::Json => report.to_json().into_bytes(),
        ReportFormat::Csv => report.to_csv().into_bytes(),
        ReportFormat::Parquet => parquet::bytes(report)?,
    };
    match &asked.out {
        Some(path) => save(path, bytes),
        None => print(bytes),
    }
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
