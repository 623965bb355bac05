//! The program `warboard`: the command line, or the game window if no command is given.

#![warn(clippy::unwrap_used)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;

/// A fast allocator: battles allocate and free memory constantly.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
