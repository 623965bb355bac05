//! Commands that play one battle: `run`, `replay` and `continue`.

mod log;
mod play;
pub mod replay;
pub mod resume;
pub mod run;
