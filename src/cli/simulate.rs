//! `warboard simulate`: many battles, summed up.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use warboard::batch::{Job, Matchup, Report, RulesetReport, fight_all};

use super::args::{ReportFormat, Simulate};
use super::desk::Desk;
use super::failure::{Failure, plain};
use super::output::{print, save};

pub fn simulate(assets: PathBuf, asked: &Simulate) -> Result<(), Failure> {
    let desk = Desk::open(assets)?;
    let (source, scenario) = desk.read(&asked.scenario)?;
    let mut jobs = Vec::new();
    for id in ids(asked) {
        let setup = desk.prepare(&source, &scenario, id)?.setup;
        let matchup = Matchup { a: asked.ais.ai_a, b: asked.ais.ai_b, swap: asked.swap };
        jobs.push(Job { setup, seed: asked.seed, battles: asked.battles, matchup });
    }
    let workers = asked.jobs.map_or_else(processors, usize::from);
    let rulesets = jobs.iter().map(|job| fight(job, workers)).collect::<Result<Vec<_>, _>>()?;
    let report = Report { scenario: scenario.name, seed: asked.seed, rulesets };
    let text = match asked.format {
        ReportFormat::Table => report.to_table(),
        ReportFormat::Json => report.to_json(!asked.no_timing),
        ReportFormat::Csv => report.to_csv(),
    };
    match &asked.out {
        Some(path) => save(path, &text),
        None => print(&text),
    }
}

/// The rule systems asked for; `None` is the first there is.
fn ids(asked: &Simulate) -> Vec<Option<&str>> {
    if asked.ruleset.is_empty() {
        return vec![None];
    }
    asked.ruleset.iter().map(|id| Some(id.as_str())).collect()
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn fight(job: &Job, workers: usize) -> Result<RulesetReport, Failure> {
    let bar = bar(job);
    let measured = fight_all(job, workers, || bar.inc(1)).map_err(plain)?;
    bar.finish_and_clear();
    let report = RulesetReport::of(job, &measured);
    let rate = report.per_hundred_seconds;
    eprintln!("{}: {}.{:02} battles per CPU second", report.ruleset, rate / 100, rate % 100);
    Ok(report)
}

/// A progress bar on a terminal, and nothing elsewhere.
fn bar(job: &Job) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(job.total()).with_message(job.setup.rules.id.clone());
    match ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
