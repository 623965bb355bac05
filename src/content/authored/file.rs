//! Reading files within limits: a file that is too large or no plain file is refused before it is read.

use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// The kind of a file, which decides how large it may be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Scenarios, house rules, units and everything else that is written by hand: 4 MiB.
    Authored,
    /// Scripts with the choices of combatants: 1 MiB.
    Script,
    /// The player's settings and habits: 256 KiB.
    Settings,
    /// A recording or a saved game: 256 MiB.
    Recording,
    /// The journal of a running battle: 64 MiB.
    Journal,
    /// A part or a checkpoint of a batch: 64 MiB.
    Part,
}

impl FileKind {
    /// The largest file of this kind that is read, in bytes.
    #[must_use]
    pub fn most_bytes(self) -> u64 {
        let kibibytes = match self {
            FileKind::Settings => 256,
            FileKind::Script => 1024,
            FileKind::Authored => 4 * 1024,
            FileKind::Journal | FileKind::Part => 64 * 1024,
            FileKind::Recording => 256 * 1024,
        };
        kibibytes * 1024
    }

    fn plural(self) -> &'static str {
        match self {
            FileKind::Authored => "authored files",
            FileKind::Script => "scripts",
            FileKind::Settings => "settings",
            FileKind::Recording => "recordings",
            FileKind::Journal => "journals",
            FileKind::Part => "parts of a batch",
        }
    }
}

/// The bytes of a plain file that is no larger than its kind allows. Pipes, devices and folders are refused, because
/// reading them may never end.
///
/// # Errors
/// Says why the file cannot be read.
pub fn read_file(path: &Path, kind: FileKind) -> Result<Vec<u8>, String> {
    // Checked before the file is opened: opening a pipe blocks until another process writes to it.
    check(&std::fs::metadata(path).map_err(unreadable)?, kind)?;
    read_opened(&File::open(path).map_err(unreadable)?, kind)
}

/// The bytes of an open file, with the checks of [`read_file`].
///
/// # Errors
/// Says why the file cannot be read.
pub fn read_opened(file: &File, kind: FileKind) -> Result<Vec<u8>, String> {
    let metadata = file.metadata().map_err(unreadable)?;
    check(&metadata, kind)?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // The limit holds even where the file grows after its size was asked.
    file.take(kind.most_bytes() + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    check_size(bytes.len() as u64, kind)?;
    Ok(bytes)
}

fn check(metadata: &Metadata, kind: FileKind) -> Result<(), String> {
    if metadata.is_dir() {
        return Err("this is a directory, not a file".to_owned());
    }
    if !metadata.is_file() {
        return Err("this is not a plain file".to_owned());
    }
    check_size(metadata.len(), kind)
}

fn check_size(bytes: u64, kind: FileKind) -> Result<(), String> {
    if bytes <= kind.most_bytes() {
        return Ok(());
    }
    let (size, limit) = (bytes.div_ceil(1024), kind.most_bytes() / 1024);
    Err(format!("the file is too large: {size} KiB or more; {} have at most {limit} KiB", kind.plural()))
}

fn unreadable(error: Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "the file may not be read (permission denied)".to_owned(),
        _ => format!("the file cannot be read: {error}"),
    }
}
