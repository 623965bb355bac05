//! The command line: scripts, bots and clusters build on it.
//!
//! What was asked for goes to stdout, everything else to stderr. Exit codes: 0 done, 1 the input is wrong or
//! a result cannot be written, 2 usage, 130 interrupted.

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

/// Does what the command line says.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(refused) => return usage(&refused),
    };
    match obey(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::from(failure.code())
        }
    }
}

/// Shows help where it was asked for, and else what the command line should be.
fn usage(refused: &clap::Error) -> ExitCode {
    match refused.use_stderr() {
        true => output::say_lines(refused.render().to_string().trim_end()),
        // Help that nobody reads is not wrong.
        false => drop(refused.print()),
    }
    ExitCode::from(u8::try_from(refused.exit_code()).unwrap_or(2))
}

fn obey(arguments: Arguments) -> Result<(), failure::Failure> {
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
