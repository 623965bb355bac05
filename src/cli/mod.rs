//! The command line, also meant for scripts, bots and clusters.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 invalid input or output that cannot be
//! written, 2 wrong usage, 130 interrupted.

mod args;
mod check;
mod log;
mod odds;
mod output;
mod replay;
mod rules;
mod run;
mod runner;
mod simulate;
mod window;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, CliCommand};
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
        None => window::open(assets, arguments.scenario, arguments.ruleset, arguments.seed),
        Some(CliCommand::Check(args)) => check::check(&assets, &args),
        Some(CliCommand::Run(args)) => run::run(assets, &args),
        Some(CliCommand::Simulate(args)) => simulate::simulate(assets, &args),
        Some(CliCommand::Odds(args)) => odds::odds(assets, &args),
        Some(CliCommand::Replay(args)) => replay::replay(assets, &args),
        Some(CliCommand::Continue(args)) => replay::resume(assets, &args),
        Some(CliCommand::Rules(args)) => rules::rules(&assets, &args),
    }
}
