//! The running battle on disk: one line per answer, flushed before the answer takes effect.
//!
//! A journal that was cut anywhere loses at most the record that was being written, and says so. It is created whole
//! or not at all, belongs to one process at a time, and never replaces another battle's. What a full disk did not take is
//! written as soon as there is room.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::framing::{frame, frames};
use super::recording::{placed, read_beginning};
use super::tail::Tail;
use super::{Beginning, Chosen, Ending, Entry};
use crate::content::authored::{FileKind, read_file, read_opened};
use crate::disk;

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    tail: Tail<File>,
}

/// What a journal holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub beginning: Beginning,
    /// All answers, passes included.
    pub chosen: Vec<Chosen>,
    /// Whether the battle came to its end.
    pub finished: bool,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
    /// Bytes of a last record that was cut, which are lost.
    pub lost: usize,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("{}:1:1: {why}", path.display())]
    Io { path: PathBuf, why: io::Error },
    #[error("{}:1:1: {why}", path.display())]
    Unreadable { path: PathBuf, why: String },
    #[error("{}:{line}:{column}: this is no journal of a battle: {why}", path.display())]
    Foreign { path: PathBuf, line: usize, column: usize, why: String },
    #[error("{}:{record}:1: record {record} is damaged although whole ones follow it; nothing was changed", path.display())]
    Damaged { path: PathBuf, record: usize },
    #[error("{}:1:1: here is an unfinished battle, \"{name}\": continue it, or archive it first", path.display())]
    Occupied { path: PathBuf, name: String },
    #[error("{}:1:1: somebody else is playing this battle", path.display())]
    InUse { path: PathBuf },
}

impl Journal {
    /// Creates the journal of a battle with these entries. A finished one that is in the way is archived under another name.
    ///
    /// # Errors
    /// If an unfinished battle or anything else is already there, or the file cannot be written.
    pub fn create(path: &Path, beginning: &Beginning, entries: &[Entry]) -> Result<Journal, JournalError> {
        let io = |why| JournalError::Io { path: path.to_owned(), why };
        if path.try_exists().map_err(io)? {
            let kept = read(path)?;
            if !kept.finished {
                return Err(occupied(path, kept.beginning.name));
            }
            archive(path)?;
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(io)?;
        }
        disk::create_whole(path, text(beginning, entries).as_bytes()).map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => occupied(path, beginning.name.clone()),
            _ => io(why),
        })?;
        Journal::attach(path)
    }

    /// Puts the journal of a battle in the place of this one, which is there until the other is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace(self, beginning: &Beginning, entries: &[Entry]) -> Result<Journal, JournalError> {
        let written = disk::write_whole(&self.path, text(beginning, entries).as_bytes());
        written.map_err(|why| JournalError::Io { path: self.path.clone(), why })?;
        Journal::attach(&self.path)
    }

    /// Opens a journal that has just been written.
    fn attach(path: &Path) -> Result<Journal, JournalError> {
        let io = |why| JournalError::Io { path: path.to_owned(), why };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        lock(path, &file)?;
        let whole = file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Journal { path: path.to_owned(), tail: Tail::new(file, whole) })
    }

    /// Opens the journal of a battle to go on with it. What is left of a cut record is removed from the file.
    ///
    /// # Errors
    /// If it cannot be read or written, is damaged in its middle, or is in use.
    pub fn open(path: &Path) -> Result<(Journal, Kept), JournalError> {
        let io = |why| JournalError::Io { path: path.to_owned(), why };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        lock(path, &file)?;
        let bytes = read_opened(&file, FileKind::Journal).map_err(|why| unreadable(path, why))?;
        let (kept, whole, unended) = understand(path, &bytes)?;
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if unended {
            file.write_all(b"\n").map_err(io)?;
        }
        file.sync_data().map_err(io)?;
        let whole = whole as u64 + u64::from(unended);
        Ok((Journal { path: path.to_owned(), tail: Tail::new(file, whole) }, kept))
    }

    /// Writes an entry and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written. It is then written with the next one, or by [`catch_up`](Journal::catch_up).
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let written = self.tail.add(&frame(&json(entry)));
        written.map_err(|why| JournalError::Io { path: self.path.clone(), why })
    }

    /// Tries again to write the entries that could not be written.
    ///
    /// # Errors
    /// If they still cannot be written.
    pub fn catch_up(&mut self) -> Result<(), JournalError> {
        self.tail.catch_up().map_err(|why| JournalError::Io { path: self.path.clone(), why })
    }

    /// Whether there are entries that could not be written.
    pub fn is_behind(&self) -> bool {
        self.tail.is_behind()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads a journal without changing it.
///
/// # Errors
/// If it cannot be read or is damaged in its middle.
pub fn read(path: &Path) -> Result<Kept, JournalError> {
    let bytes = read_file(path, FileKind::Journal).map_err(|why| unreadable(path, why))?;
    of_bytes(path, &bytes)
}

/// What the bytes of a journal hold.
///
/// # Errors
/// If they are none, or are damaged in their middle.
pub fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Kept, JournalError> {
    Ok(understand(path, bytes)?.0)
}

/// Moves a journal aside, to the first free name beside it, and says which. It may be damaged.
///
/// # Errors
/// If it is no journal, or cannot be renamed.
pub fn archive(path: &Path) -> Result<PathBuf, JournalError> {
    match read(path) {
        Ok(_) | Err(JournalError::Damaged { .. }) => move_aside(path),
        Err(error) => Err(error),
    }
}

/// Moves whatever is there aside, to the first free name beside it, and says which.
///
/// # Errors
/// If it cannot be renamed.
pub fn move_aside(path: &Path) -> Result<PathBuf, JournalError> {
    let stem = path.file_stem().map_or_else(|| "battle".into(), |stem| stem.to_string_lossy());
    let aside = (1_u32..).map(|number| path.with_file_name(format!("{stem}-{number}.journal")));
    let free = aside.into_iter().find(|aside| fs::symlink_metadata(aside).is_err());
    let aside = free.unwrap_or_else(|| path.with_extension("old"));
    fs::rename(path, &aside).map_err(|why| JournalError::Io { path: path.to_owned(), why })?;
    Ok(aside)
}

/// What the bytes of a journal hold, how many of them are whole records, and whether the last lacks its line feed.
fn understand(path: &Path, bytes: &[u8]) -> Result<(Kept, usize, bool), JournalError> {
    let foreign = |line, (column, why)| JournalError::Foreign { path: path.to_owned(), line, column, why };
    let found = frames(bytes);
    let Some((first, rest)) = found.texts.split_first() else {
        return Err(foreign(1, (1, "its first record is not whole".to_owned())));
    };
    if found.damaged {
        return Err(JournalError::Damaged { path: path.to_owned(), record: found.texts.len() + 1 });
    }
    let beginning = read_beginning(first).map_err(|error| foreign(1, (error.place().1, error.to_string())))?;
    let lost = bytes.len() - found.whole;
    let mut kept = Kept { beginning, chosen: Vec::new(), finished: false, ending: None, lost };
    for (line, text) in (2..).zip(rest) {
        match serde_json::from_str(text).map_err(|error| foreign(line, placed(&error)))? {
            Entry::Chosen(chosen) => kept.chosen.push(chosen),
            Entry::Ended(ending) => (kept.finished, kept.ending) = (true, Some(ending)),
            Entry::Mark(_) => {}
        }
    }
    Ok((kept, found.whole, found.unended))
}

/// The text of a journal.
fn text(beginning: &Beginning, entries: &[Entry]) -> String {
    let records = entries.iter().map(|entry| frame(&json(entry)));
    std::iter::once(frame(&json(beginning))).chain(records).collect()
}

fn unreadable(path: &Path, why: String) -> JournalError {
    JournalError::Unreadable { path: path.to_owned(), why }
}

fn occupied(path: &Path, name: String) -> JournalError {
    JournalError::Occupied { path: path.to_owned(), name }
}

/// A lock that is kept longer than this many looks, [`PAUSE`] apart, belongs to a game that plays the battle.
const LOOKS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(10);

/// Takes the lock of a journal. A program that is just being started holds the files of the one that starts it open for
/// a moment, and their locks with them, so a lock that goes away at once keeps nobody out.
fn lock(path: &Path, file: &File) -> Result<(), JournalError> {
    for _ in 0..LOOKS {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(PAUSE),
            // Where the disk knows no locks, nobody else is kept out.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
    Err(JournalError::InUse { path: path.to_owned() })
}

fn json<T: serde::Serialize>(value: &T) -> String {
    // These values hold nothing that JSON cannot say.
    serde_json::to_string(value).unwrap_or_default()
}
