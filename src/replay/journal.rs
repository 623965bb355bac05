//! The running battle on disk: one line per answer, flushed before the answer takes effect.
//!
//! A journal that was cut anywhere loses at most the record that was being written, and says so. It is created whole
//! or not at all, belongs to one process at a time, and never replaces another battle's.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::framing::{frame, frames};
use super::recording::read_beginning;
use super::{Beginning, Chosen, Entry};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What a journal holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub beginning: Beginning,
    /// All answers, passes included.
    pub chosen: Vec<Chosen>,
    /// Whether the battle came to its end.
    pub finished: bool,
    /// Bytes of a last record that was cut, which are lost.
    pub lost: usize,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("{}: {why}", path.display())]
    Io { path: PathBuf, why: io::Error },
    #[error("{}: this is no journal of a battle: {why}", path.display())]
    Foreign { path: PathBuf, why: String },
    #[error("{}: record {record} is damaged although whole ones follow it; nothing was changed", path.display())]
    Damaged { path: PathBuf, record: usize },
    #[error("{}: here is an unfinished battle, \"{name}\": continue it, or archive it first", path.display())]
    Occupied { path: PathBuf, name: String },
    #[error("{}: somebody else is playing this battle", path.display())]
    InUse { path: PathBuf },
}

impl Journal {
    /// Creates the journal of a battle. A finished one that is in the way is archived under another name.
    ///
    /// # Errors
    /// If an unfinished battle or anything else is already there, or the file cannot be written.
    pub fn create(path: &Path, beginning: &Beginning) -> Result<Journal, JournalError> {
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
        put_whole(path, &frame(&json(beginning)), &beginning.name)?;
        let file = OpenOptions::new().append(true).read(true).open(path).map_err(io)?;
        lock(path, &file)?;
        Ok(Journal { path: path.to_owned(), file })
    }

    /// Opens the journal of a battle to go on with it. What is left of a cut record is removed from the file.
    ///
    /// # Errors
    /// If it cannot be read or written, is damaged in its middle, or is in use.
    pub fn open(path: &Path) -> Result<(Journal, Kept), JournalError> {
        let io = |why| JournalError::Io { path: path.to_owned(), why };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        lock(path, &file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let (kept, whole, unended) = understand(path, &bytes)?;
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        if unended {
            file.write_all(b"\n").map_err(io)?;
        }
        file.sync_data().map_err(io)?;
        Ok((Journal { path: path.to_owned(), file }, kept))
    }

    /// Writes an entry and waits until it is on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let record = frame(&json(entry));
        let written = self.file.write_all(record.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|why| JournalError::Io { path: self.path.clone(), why })
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
    let bytes = fs::read(path).map_err(|why| JournalError::Io { path: path.to_owned(), why })?;
    Ok(understand(path, &bytes)?.0)
}

/// Moves a journal aside, to the first free name beside it, and says which.
///
/// # Errors
/// If it cannot be renamed.
pub fn archive(path: &Path) -> Result<PathBuf, JournalError> {
    let stem = path.file_stem().map_or_else(|| "battle".into(), |stem| stem.to_string_lossy());
    let aside = (1_u32..).map(|number| path.with_file_name(format!("{stem}-{number}.journal")));
    let free = aside.into_iter().find(|aside| !aside.exists());
    let aside = free.unwrap_or_else(|| path.with_extension("old"));
    fs::rename(path, &aside).map_err(|why| JournalError::Io { path: path.to_owned(), why })?;
    Ok(aside)
}

/// What the bytes of a journal hold, how many of them are whole records, and whether the last lacks its line feed.
fn understand(path: &Path, bytes: &[u8]) -> Result<(Kept, usize, bool), JournalError> {
    let foreign = |why: String| JournalError::Foreign { path: path.to_owned(), why };
    let found = frames(bytes);
    let Some((first, rest)) = found.texts.split_first() else {
        return Err(foreign("its first record is not whole".to_owned()));
    };
    if found.damaged {
        return Err(JournalError::Damaged { path: path.to_owned(), record: found.texts.len() + 1 });
    }
    let beginning = read_beginning(first).map_err(|error| foreign(error.to_string()))?;
    let mut kept = Kept { beginning, chosen: Vec::new(), finished: false, lost: bytes.len() - found.whole };
    for text in rest {
        match serde_json::from_str(text).map_err(|error| foreign(error.to_string()))? {
            Entry::Chosen(chosen) => kept.chosen.push(chosen),
            Entry::Ended(_) => kept.finished = true,
            Entry::Mark(_) => {}
        }
    }
    Ok((kept, found.whole, found.unended))
}

/// Writes a file that is there with all of its text or not at all, and replaces nothing.
fn put_whole(path: &Path, text: &str, name: &str) -> Result<(), JournalError> {
    let aside = path.with_extension(format!("new-{}", std::process::id()));
    let put = || -> io::Result<()> {
        let mut file = File::create(&aside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        // A second name refuses to replace a file; where the disk has no second names, a rename must do.
        match fs::hard_link(&aside, path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) => fs::rename(&aside, path),
            Ok(()) => fs::remove_file(&aside),
        }
    };
    put().map_err(|why| {
        // What is left aside is of no use to anybody; that it may stay does no harm.
        let _ = fs::remove_file(&aside);
        match why.kind() {
            io::ErrorKind::AlreadyExists => occupied(path, name.to_owned()),
            _ => JournalError::Io { path: path.to_owned(), why },
        }
    })
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
