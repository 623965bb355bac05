//! The command line, and without a command the window.

#![warn(clippy::unwrap_used)]

mod cli;

/// Battles take and give back memory all the time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
