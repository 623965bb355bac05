//! Reads recorded battles from files, which are recordings or journals, and finds their scenarios.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use super::journal::{self, JournalContents, JournalError};
use super::{Beginning, Recording, RecordingEntry};
use crate::content::authored::read_file;
use crate::content::{Diagnostic, FileKind, Source};

/// A recorded battle as it was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedFile {
    /// The battle.
    pub recording: Recording,
    /// Whether the file is a journal, which contains no states.
    pub is_journal: bool,
    /// Size in bytes of an incomplete last record of a journal, which is lost.
    pub lost: usize,
}

/// Why a file is not a recorded battle.
#[derive(Debug)]
pub enum UnreadableRecording {
    /// The file is not a recording, or cannot be read.
    Recording(Diagnostic),
    /// The file is a damaged journal.
    Journal(JournalError),
}

impl Display for UnreadableRecording {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableRecording::Recording(diagnostic) => out.write_str(&diagnostic.brief()),
            UnreadableRecording::Journal(error) => write!(out, "{error}"),
        }
    }
}

impl RecordedFile {
    /// Reads a recording or a journal.
    ///
    /// # Errors
    /// If it cannot be read, is neither of both, or is damaged.
    pub fn open(path: &Path) -> Result<RecordedFile, UnreadableRecording> {
        let name = path.display().to_string();
        let bytes = read_file(path, FileKind::Recording);
        let bytes = bytes.map_err(|why| UnreadableRecording::Recording(Diagnostic::of_file(&name, why)))?;
        match journal::from_bytes(path, &bytes) {
            Ok(JournalContents { beginning, chosen, ending, lost, .. }) => {
                let ending = ending.map(RecordingEntry::Ended);
                let entries = chosen.into_iter().map(RecordingEntry::Chosen).chain(ending).collect();
                Ok(RecordedFile { recording: Recording { beginning, entries }, is_journal: true, lost })
            }
            // Not a journal: the file may be a recording.
            Err(JournalError::Foreign(_, 1, ..)) => {
                let recording = Source::from_bytes(name, bytes).and_then(|source| Recording::from_source(&source));
                let recording = recording.map_err(UnreadableRecording::Recording)?;
                Ok(RecordedFile { recording, is_journal: false, lost: 0 })
            }
            Err(error) => Err(UnreadableRecording::Journal(error)),
        }
    }
}

impl Beginning {
    /// The scenario file: at its recorded path, beside the recording, or in a folder of scenarios.
    pub fn scenario_path(&self, recording: &Path, scenarios: &Path) -> PathBuf {
        let recorded = PathBuf::from(&self.scenario);
        let Some(name) = recorded.file_name().filter(|_| !recorded.is_file()) else { return recorded };
        let others = [recording.with_file_name(name), scenarios.join(name).with_extension("ron")];
        others.into_iter().find(|path| path.is_file()).unwrap_or(recorded)
    }
}
