//! Journals: the running battle on disk, one answer per line, written before the answer is resolved.
//!
//! A journal that is cut off loses at most the record being written, and reading it reports the loss. Journals are created
//! atomically, are locked by one process, and never overwrite the journal of another battle. Records that did not fit on a
//! full disk are retried until there is room.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::recording::{json, placed, read_beginning};
use super::records::{Tail, frame, frames};
use super::{Beginning, Ending, RecordedChoice, RecordingEntry};
use crate::content::FileKind;
use crate::content::authored::{read_file, read_opened};
use crate::disk;

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    tail: Tail<File>,
}

/// The content of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalContents {
    /// How the battle began.
    pub beginning: Beginning,
    /// All answers, including passes.
    pub chosen: Vec<RecordedChoice>,
    /// Whether the battle is over.
    pub finished: bool,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
    /// Size in bytes of an incomplete last record, which is lost.
    pub lost: usize,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be accessed or written.
    #[error("{file}:1:1: {1}", file = .0.display())]
    Io(PathBuf, io::Error),
    /// The content cannot be read, for example because it is too large.
    #[error("{file}:1:1: {1}", file = .0.display())]
    Unreadable(PathBuf, String),
    /// The file is not a journal: the line and the column in bytes, both counted from 1, and the mistake.
    #[error("{file}:{1}:{2}: not a journal: {3}", file = .0.display())]
    Foreign(PathBuf, usize, usize, String),
    /// A record in the middle is damaged: its number, counted from 1.
    #[error("{file}:{1}:1: record {1} is damaged, but intact records follow it; the file was left unchanged", file = .0.display())]
    Damaged(PathBuf, usize),
    /// The path holds an unfinished battle of the scenario with this display name.
    #[error("{file}:1:1: the journal holds an unfinished battle, \"{1}\": continue or archive it first", file = .0.display())]
    Occupied(PathBuf, String),
    /// Another process has locked the journal.
    #[error("{}:1:1: the journal is in use by another process", .0.display())]
    InUse(PathBuf),
}

impl Journal {
    /// Creates the journal of a battle with these entries. A finished journal at this path is archived.
    ///
    /// # Errors
    /// If the path holds an unfinished battle or another file, or cannot be written.
    pub fn create(path: &Path, beginning: &Beginning, entries: &[RecordingEntry]) -> Result<Journal, JournalError> {
        let io = |why| io_error(path, why);
        if path.try_exists().map_err(io)? {
            let kept = read(path)?;
            if !kept.finished {
                return Err(JournalError::Occupied(path.to_owned(), kept.beginning.name));
            }
            archive(path)?;
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(io)?;
        }
        disk::create_whole(path, text(beginning, entries).as_bytes()).map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Occupied(path.to_owned(), beginning.name.clone()),
            _ => io(why),
        })?;
        Journal::attach(path)
    }

    /// Atomically replaces this journal with the journal of another battle.
    ///
    /// # Errors
    /// If the new journal cannot be written.
    pub fn replace(self, beginning: &Beginning, entries: &[RecordingEntry]) -> Result<Journal, JournalError> {
        let written = disk::write_whole(&self.path, text(beginning, entries).as_bytes());
        written.map_err(|why| io_error(&self.path, why))?;
        Journal::attach(&self.path)
    }

    /// Opens a journal that has just been written.
    fn attach(path: &Path) -> Result<Journal, JournalError> {
        let io = |why| io_error(path, why);
        let mut file = opened(path)?;
        let whole = file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Journal { path: path.to_owned(), tail: Tail::new(file, whole) })
    }

    /// Opens a journal to resume its battle. An incomplete last record is removed from the file.
    ///
    /// # Errors
    /// If it cannot be read or written, is damaged in the middle, or is in use.
    pub fn open(path: &Path) -> Result<(Journal, JournalContents), JournalError> {
        let io = |why| io_error(path, why);
        let mut file = opened(path)?;
        let bytes =
            read_opened(&file, FileKind::Journal).map_err(|why| JournalError::Unreadable(path.to_owned(), why))?;
        let (kept, whole, unended) = parse(path, &bytes)?;
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if unended {
            file.write_all(b"\n").map_err(io)?;
        }
        file.sync_data().map_err(io)?;
        let whole = whole as u64 + u64::from(unended);
        Ok((Journal { path: path.to_owned(), tail: Tail::new(file, whole) }, kept))
    }

    /// Appends an entry and waits until it is on disk.
    ///
    /// # Errors
    /// If the entry cannot be written; it is retried with the next entry, or by [`catch_up`](Journal::catch_up).
    pub fn append(&mut self, entry: &RecordingEntry) -> Result<(), JournalError> {
        self.tail.add(&frame(&json(entry))).map_err(|why| io_error(&self.path, why))
    }

    /// Retries entries that could not be written.
    ///
    /// # Errors
    /// If they still cannot be written.
    pub fn catch_up(&mut self) -> Result<(), JournalError> {
        self.tail.catch_up().map_err(|why| io_error(&self.path, why))
    }

    /// Whether entries could not be written yet.
    pub fn is_behind(&self) -> bool {
        self.tail.is_behind()
    }
}

/// Reads a journal without changing or locking it.
///
/// # Errors
/// If it cannot be read or is damaged in the middle.
pub fn read(path: &Path) -> Result<JournalContents, JournalError> {
    let bytes = read_file(path, FileKind::Journal).map_err(|why| JournalError::Unreadable(path.to_owned(), why))?;
    from_bytes(path, &bytes)
}

/// Reads a journal from bytes; `path` is used in errors only.
///
/// # Errors
/// If it is not a journal or is damaged in the middle.
pub fn from_bytes(path: &Path, bytes: &[u8]) -> Result<JournalContents, JournalError> {
    Ok(parse(path, bytes)?.0)
}

/// Renames a journal, damaged or not, to the first free name beside it; returns the new path.
///
/// # Errors
/// If it is not a journal or cannot be renamed.
pub fn archive(path: &Path) -> Result<PathBuf, JournalError> {
    match read(path) {
        Ok(_) | Err(JournalError::Damaged(..)) => move_aside(path),
        Err(error) => Err(error),
    }
}

/// Renames a file to the first free name beside it; returns the new path.
///
/// # Errors
/// If it cannot be renamed.
pub fn move_aside(path: &Path) -> Result<PathBuf, JournalError> {
    let stem = path.file_stem().map_or_else(|| "battle".into(), |stem| stem.to_string_lossy());
    let aside = (1_u32..).map(|number| path.with_file_name(format!("{stem}-{number}.journal")));
    let free = aside.into_iter().find(|aside| fs::symlink_metadata(aside).is_err());
    let aside = free.unwrap_or_else(|| path.with_extension("old"));
    fs::rename(path, &aside).map_err(|why| io_error(path, why))?;
    Ok(aside)
}

/// Parses a journal: its content, the size of its intact records, and whether the last lacks its line feed.
fn parse(path: &Path, bytes: &[u8]) -> Result<(JournalContents, usize, bool), JournalError> {
    let foreign = |line, (column, why)| JournalError::Foreign(path.to_owned(), line, column, why);
    let found = frames(bytes);
    let Some((first, rest)) = found.texts.split_first() else {
        return Err(foreign(1, (1, "its first record is incomplete".to_owned())));
    };
    if found.damaged {
        return Err(JournalError::Damaged(path.to_owned(), found.texts.len() + 1));
    }
    let beginning = read_beginning(first).map_err(|error| foreign(1, (error.place().1, error.to_string())))?;
    let lost = bytes.len() - found.whole;
    let mut kept = JournalContents { beginning, chosen: Vec::new(), finished: false, ending: None, lost };
    for (line, text) in (2..).zip(rest) {
        match serde_json::from_str(text).map_err(|error| foreign(line, placed(&error)))? {
            RecordingEntry::Chosen(chosen) => kept.chosen.push(chosen),
            RecordingEntry::Ended(ending) => (kept.finished, kept.ending) = (true, Some(ending)),
            RecordingEntry::Mark(_) => {}
        }
    }
    Ok((kept, found.whole, found.unended))
}

fn text(beginning: &Beginning, entries: &[RecordingEntry]) -> String {
    let records = entries.iter().map(|entry| frame(&json(entry)));
    std::iter::once(frame(&json(beginning))).chain(records).collect()
}

fn io_error(path: &Path, why: io::Error) -> JournalError {
    JournalError::Io(path.to_owned(), why)
}

/// Attempts to lock a journal, [`PAUSE`] apart, before it counts as in use.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// Opens and locks a journal. A child process that is just being started holds its parent's files open, and thus locked,
/// for a moment; hence the retries.
fn opened(path: &Path) -> Result<File, JournalError> {
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(|why| io_error(path, why))?;
    for _ in 0..LOOKS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
            // On file systems without locks, other processes are not kept out.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(JournalError::InUse(path.to_owned()))
}
