//! The command line, and without a command the window.

#![warn(clippy::unwrap_used)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
