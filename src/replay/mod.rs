//! Recordings: battles stored as choices, replayed, verified and journalled.
//!
//! - A [`Playthrough`] is a battle being played. It records every choice, and a checksum of the state after every activation
//!   (a turn that starts or continues).
//! - A [`Recording`] holds the initial setup and the choices of a battle. It also serves as a saved game and for undo.
//! - [`verify`] replays a recording and reports the first divergence.
//! - A [`RecordedBattle`] is a verified recording with the moments at which it can be stopped.
//! - A [`Journal`] is a recording on disk, to which each choice is written before it is resolved.

mod hashes;
pub mod journal;
mod playthrough;
mod reading;
mod recorded_battle;
mod recorder;
mod recording;
mod records;
mod verify;

pub use hashes::{ContentHashes, Hex};
pub use journal::{Journal, JournalContents, JournalError};
pub use playthrough::{PlayError, Playthrough, RetraceError};
pub use reading::{RecordedFile, UnreadableRecording};
pub use recorded_battle::{RecordedBattle, Stop, StopJump};
pub use recording::{Beginning, Ending, MOST_DICE, Mark, RecordedChoice, Recording, RecordingEntry, RecordingError};
pub use verify::{Divergence, Verification, content_matches, verify};
