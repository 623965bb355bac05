//! `warboard simulate`: plays many battles and reports statistics.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use warboard::batch::{Experiment, Matchup, Part, Report, Sweep, merge};
use warboard::content::authored::{Diagnostic, FileKind, Source};
use warboard::resolution::Setup;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;

use super::args::{ReportFormat, SimulateArgs};
use super::output::{Failure, check_writable, plain, print, save, say};
use super::runner;
use super::workspace::Workspace;

const MOST_VALUES: usize = 100;

pub fn simulate(assets: PathBuf, args: &SimulateArgs) -> Result<(), Failure> {
    check_outputs(args)?;
    if !args.merge.is_empty() {
        let part = merged(&args.merge)?;
        return write_report(args, &assets, &Report::from(part));
    }
    let experiment = experiment(assets.clone(), args)?;
    let workers = args.jobs.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
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

/// Always fails: the program was built without Parquet.
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
    Ok(Experiment { seed: args.seed, seeds: args.battles, matchup, arms, compared: args.against.is_some(), sweep })
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
pub fn part(path: &Path) -> Result<Part, Failure> {
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
