//! The program as a process: its commands, the files it reads and writes, and its exit codes.

#[path = "../common/assets.rs"]
mod assets;

mod bad_input;
mod batch;
mod cli;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod interrupted;
mod journal;
mod odds;
#[cfg(unix)]
mod output;
mod replay;
