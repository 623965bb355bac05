//! The program as it is called: its commands, the files it reads and writes, and how it ends.

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
#[cfg(unix)]
mod output;
mod replay;
