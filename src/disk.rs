//! Files that are written whole: what was there before stays until all of the new bytes are on disk.
//!
//! Bytes go into a file of an unpredictable name in the same folder, are synced, and take the place of the target with one
//! rename. Links are followed and the mode of a file is kept. What is no regular file, such as a device or a pipe, cannot
//! be replaced and is written in place; so is a file that the system does not let replace. A file that a killed program left behind is removed by the next write to the same
//! target.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

/// More links one after another than this are a circle.
const MOST_LINKS: usize = 40;
/// Random letters in the name of a file that is being written.
const RANDOM: usize = 16;
/// Letters of the target's name that the name of a file being written begins with; names have at most 255 bytes.
const NAMED: usize = 40;
/// How the name of a file that is being written ends.
const ENDING: &str = ".unfinished";
/// A file that is being written for longer than this, and that nobody has locked, was left behind.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// Where bytes go that are written to a path.
enum Target {
    /// Into a regular file, which is replaced; or into one that is not there yet.
    File { path: PathBuf, before: Option<Metadata> },
    /// Into something that cannot be replaced.
    InPlace,
}

/// Writes a file that has all of these bytes or is as it was before.
///
/// # Errors
/// If it is a folder or a file that may not be written, its folder is missing, or the disk has no room.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match target(path)? {
        Target::InPlace => OpenOptions::new().append(true).open(path)?.write_all(bytes),
        Target::File { path, before } => {
            let unfinished = write_beside(&path, bytes, before.as_ref())?;
            match unfinished.persist(&path) {
                Ok(_) => sync_folder(&path),
                // A file that something is mounted on, or another's in a shared folder, cannot be replaced.
                Err(_) if before.is_some() => overwrite(&path, bytes)?,
                Err(refused) => return Err(refused.error),
            }
            Ok(())
        }
    }
}

/// Writes a file that is there already, in place.
fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Creates a file that has all of these bytes or is not there.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if anything is there already; otherwise as [`write_whole`].
pub fn create_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = followed(path)?.unwrap_or_else(|| path.to_owned());
    let unfinished = write_beside(&path, bytes, None)?;
    unfinished.persist_noclobber(&path).map_err(|refused| refused.error)?;
    sync_folder(&path);
    Ok(())
}

/// Checks that [`write_whole`] could write a file now; nothing is changed.
///
/// # Errors
/// As [`write_whole`]. Whether the disk has room is not known before the bytes are.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match target(path)? {
        // A pipe may not be opened before there is something to write: its reader would see its end.
        Target::InPlace => Ok(()),
        Target::File { path, .. } => beside(&path).map(drop),
    }
}

/// Where the bytes go that are written to a path. A file that may not be written is refused, although it could be replaced.
fn target(path: &Path) -> io::Result<Target> {
    let before = match fs::metadata(path) {
        Ok(before) => Some(before),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(before) = &before {
        if before.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if is_socket(before) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "a socket cannot be written to"));
        }
        if !before.is_file() {
            return Ok(Target::InPlace);
        }
        OpenOptions::new().append(true).open(path)?;
    }
    match (followed(path)?, before) {
        (Some(path), before) => Ok(Target::File { path, before }),
        (None, Some(_)) => Ok(Target::InPlace),
        (None, None) => Err(ErrorKind::NotFound.into()),
    }
}

#[cfg(unix)]
fn is_socket(about: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_socket(&about.file_type())
}

#[cfg(not(unix))]
fn is_socket(_: &Metadata) -> bool {
    false
}

/// Where the links of a path lead to, be it there or not; nothing for a file that another program has opened for this one,
/// such as `/dev/stdout`.
fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // The folder itself may be reached by links, as `/dev/fd` is.
        if let (Ok(folder), Some(name)) = (fs::canonicalize(folder_of(&path)), path.file_name()) {
            path = folder.join(name);
        }
        if path.starts_with("/proc") {
            return Ok(None);
        }
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Writes and syncs a file beside the target, with the owner and mode of what was there before.
fn write_beside(target: &Path, bytes: &[u8], before: Option<&Metadata>) -> io::Result<NamedTempFile> {
    remove_left_behind(target);
    let mut unfinished = beside(target)?;
    // Before the bytes: whoever may not read the file may not read what becomes of it.
    if let Some(before) = before {
        keep_owner(unfinished.as_file(), before);
        unfinished.as_file().set_permissions(before.permissions())?;
    }
    unfinished.write_all(bytes)?;
    unfinished.as_file().sync_all()?;
    Ok(unfinished)
}

/// A new, locked file in the folder of a target; it is removed when it is dropped.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    let prefix = prefix(target);
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder_of(target))?;
    // Where the disk knows no locks, what is left behind stays there.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// How the names of files begin that are being written for a target.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.chars().take(NAMED).collect::<String>())
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Gives a file the owner of another where that is allowed.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    // Only the administrator may; everybody else goes on as the owner.
    let _ = std::os::unix::fs::fchown(file, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Waits until the new name of a file is on disk.
fn sync_folder(file: &Path) {
    if cfg!(unix) {
        // Not every disk can; the file itself is synced.
        let _ = File::open(folder_of(file)).and_then(|folder| folder.sync_all());
    }
}

/// Removes what killed programs left behind when they wrote to a target.
fn remove_left_behind(target: &Path) {
    let prefix = prefix(target);
    for entry in fs::read_dir(folder_of(target)).into_iter().flatten().flatten() {
        if is_unfinished(&entry.file_name(), &prefix) && is_left_behind(&entry.path()) {
            // It may be gone already.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether this is the name of a file that is being written.
fn is_unfinished(name: &OsStr, prefix: &str) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(ENDING));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

/// Whether a file is old and nobody is writing it.
fn is_left_behind(path: &Path) -> bool {
    let about = fs::symlink_metadata(path).ok().filter(Metadata::is_file);
    let age = about.and_then(|about| about.modified().ok()).and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > LEFT_BEHIND) && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}
