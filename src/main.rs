//! The command line, and without a command the window.

#![warn(clippy::unwrap_used)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;

/// Battles take and give back memory all the time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
