//! A battle that can be played again: recorded choice by choice, verified, and journalled so that nothing is lost.
//!
//! - A [`Playthrough`] is a battle being played. It records every choice and marks the state after every activation.
//! - A [`Recording`] is what a battle began with and what was chosen. It is also a save game, and its prefix an undo.
//! - [`verify`] plays a recording again and says where, and in what, the two part.
//! - A [`Journal`] is a recording on disk, one choice at a time, flushed before the choice takes effect.

mod contents;
mod framing;
mod hex;
pub mod journal;
mod playthrough;
mod recorder;
mod recording;
mod tail;
mod verify;

pub use contents::Contents;
pub use hex::Hex;
pub use journal::{Journal, JournalError, Kept};
pub use playthrough::{PlayError, Playthrough, Stuck};
pub use recorder::{Recorder, last_rule};
pub use recording::{Beginning, Chosen, Ending, Entry, MOST_DICE, Mark, Recording, RecordingError};
pub use verify::{Parted, Verified, content_matches, verify};
