//! The command line: scripts, bots and clusters build on it.
//!
//! What was asked for goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the input is wrong, 2 usage.

mod args;
mod check;
mod desk;
mod failure;
mod game;
mod log;
mod odds;
mod output;
mod places;
mod replay;
mod resume;
mod rules;
mod run;
mod simulate;
mod window;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use failure::Failure;

/// Does what the command line says.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match obey(arguments) {
        Ok(()) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::from(1)
        }
    }
}

fn obey(arguments: Arguments) -> Result<(), Failure> {
    let assets = places::assets(arguments.assets)?;
    match arguments.command {
        None => window::open(assets, arguments.scenario, arguments.ruleset, arguments.seed),
        Some(Command::Check(asked)) => check::check(&assets, &asked),
        Some(Command::Run(asked)) => run::run(assets, &asked),
        Some(Command::Simulate(asked)) => simulate::simulate(assets, &asked),
        Some(Command::Odds(asked)) => odds::odds(assets, &asked),
        Some(Command::Replay(asked)) => replay::replay(assets, &asked),
        Some(Command::Continue(asked)) => resume::resume(assets, &asked),
        Some(Command::Rules(asked)) => rules::rules(&assets, &asked),
    }
}
