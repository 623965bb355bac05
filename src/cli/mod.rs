//! The command line, also meant for scripts, bots and clusters.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 invalid input or output that cannot be
//! written, 2 wrong usage, 130 interrupted.

mod args;
mod check;
mod costs;
mod log;
mod odds;
mod output;
mod replay;
mod rules;
mod run;
mod simulate;
mod workspace;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, CliCommand, ReplayArgs, RunArgs};
use output::{Failure, INTERRUPTED, print_diagnostics, say, say_lines};

pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refused) => return usage(&refused),
    };
    match execute(arguments) {
        Ok(()) | Err(Failure::Unread) => return ExitCode::SUCCESS,
        Err(Failure::Interrupted) => return ExitCode::from(INTERRUPTED),
        Err(Failure::Diagnostics(all)) => print_diagnostics(&all),
        Err(Failure::Plain(message)) => say(format_args!("warboard: {message}")),
    }
    ExitCode::FAILURE
}

/// Prints help if it was requested, otherwise the usage error.
fn usage(refused: &clap::Error) -> ExitCode {
    match refused.use_stderr() {
        true => say_lines(refused.render().to_string().trim_end()),
        // Nothing is wrong if the reader of the help is gone.
        false => drop(refused.print()),
    }
    ExitCode::from(u8::try_from(refused.exit_code()).unwrap_or(2))
}

fn execute(arguments: Arguments) -> Result<(), Failure> {
    let assets = workspace::assets(arguments.assets)?;
    match arguments.command {
        None => open(assets, arguments.scenario, arguments.ruleset, arguments.seed),
        Some(CliCommand::Check(args)) => check::check(&assets, &args),
        Some(CliCommand::Run(args)) => run::run(assets, &args),
        Some(CliCommand::Simulate(args)) => simulate::simulate(assets, &args),
        Some(CliCommand::Odds(args)) => odds::odds(assets, &args),
        Some(CliCommand::Replay(args)) if args.window => watch(assets, &args),
        Some(CliCommand::Replay(args)) => replay::replay(assets, &args),
        Some(CliCommand::Continue(args)) => replay::resume(assets, &args),
        Some(CliCommand::Rules(args)) => rules::rules(&assets, &args),
    }
}

/// Opens the game window. If there is none, says so and lets the computer play the battle in the terminal.
fn open(assets: PathBuf, scenario: Option<String>, ruleset: Option<String>, seed: u64) -> Result<(), Failure> {
    let Some(why) = play_in_window(&assets, scenario.as_deref(), ruleset.as_deref(), seed)? else { return Ok(()) };
    say(format_args!("warboard: {why}; the computer plays against itself in the terminal"));
    let scenario = scenario.unwrap_or_else(|| default_scenario(&assets));
    run::run(assets, &RunArgs { scenario, ruleset, seed, ..RunArgs::default() })
}

/// Opens a recording in the game window. If there is none, says so and replays it in the terminal.
fn watch(assets: PathBuf, args: &ReplayArgs) -> Result<(), Failure> {
    let Some(why) = watch_in_window(&assets, &args.file) else { return Ok(()) };
    say(format_args!("warboard: {why}; the battle is replayed in the terminal"));
    replay::replay(assets, args)
}

fn default_scenario(assets: &Path) -> String {
    let folder = workspace::beside(assets, "scenarios");
    let default = folder.join("bridge.ron");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let first = entries.filter(|path| path.extension().is_some_and(|extension| extension == "ron")).min();
    first.filter(|_| !default.is_file()).unwrap_or(default).display().to_string()
}

#[cfg(not(feature = "gui"))]
const NO_WINDOW: &str = "this program was built without a window";

#[cfg(not(feature = "gui"))]
fn play_in_window(_: &Path, _: Option<&str>, _: Option<&str>, _: u64) -> Result<Option<String>, Failure> {
    Ok(Some(NO_WINDOW.to_owned()))
}

#[cfg(not(feature = "gui"))]
fn watch_in_window(_: &Path, _: &Path) -> Option<String> {
    Some(NO_WINDOW.to_owned())
}

/// Opens the window and returns when it is closed; gives the reason if there is none.
#[cfg(feature = "gui")]
fn play_in_window(
    assets: &Path,
    scenario: Option<&str>,
    ruleset: Option<&str>,
    seed: u64,
) -> Result<Option<String>, Failure> {
    use warboard::gui::session::{BattleOpening, Seat};
    let mut opening = None;
    if let Some(name) = scenario {
        let workspace = workspace::Workspace::open(assets.to_owned())?;
        let (source, scenario) = workspace.read(name)?;
        let setup = workspace.prepare(&scenario, ruleset)?;
        // Each side has the controller that the scenario names.
        let seats = scenario.sides.iter().map(|side| Seat::from(side.control)).collect();
        opening = Some(BattleOpening::new(setup, source, seats, seed));
    }
    let options = warboard::gui::WindowOptions { opening, ..window_options(assets) };
    Ok(warboard::gui::run(options).err().map(|why| why.to_string()))
}

/// Opens a recording in the window and returns when it is closed; gives the reason if there is none.
#[cfg(feature = "gui")]
fn watch_in_window(assets: &Path, recording: &Path) -> Option<String> {
    let replay = Some(recording.to_owned());
    let options = warboard::gui::WindowOptions { replay, ..window_options(assets) };
    warboard::gui::run(options).err().map(|why| why.to_string())
}

#[cfg(feature = "gui")]
fn window_options(assets: &Path) -> warboard::gui::WindowOptions {
    let [scenarios, house_rules] = ["scenarios", "house_rules"].map(|folder| workspace::beside(assets, folder));
    let (assets, home) = (assets.to_owned(), warboard::gui::home::Home::default());
    warboard::gui::WindowOptions { assets, scenarios, house_rules, home, opening: None, replay: None }
}
