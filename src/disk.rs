//! Atomic file writes: the previous content stays until all new bytes are on disk.
//!
//! Bytes go into a temporary file with a random name in the target's folder, are synced, and replace the target in a
//! single rename. Links are followed and file modes are kept. A target that is not a regular file (a device, a pipe) or
//! that the system does not allow to be replaced is written in place. Temporary files left behind by a killed program
//! are removed by the next write to the same target.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

/// Longest chain of links that is followed; a longer one is taken for a cycle.
const MOST_LINKS: usize = 40;
/// Length of the random part of a temporary file's name.
const RANDOM: usize = 16;
/// Characters of the target's name in a temporary file's name; file names have at most 255 bytes.
const NAMED: usize = 40;
/// Extension of temporary files.
const ENDING: &str = ".unfinished";
/// Age after which an unlocked temporary file counts as abandoned.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// How the bytes for a path are written.
enum Target {
    /// By replacing, or creating, a regular file.
    File { path: PathBuf, before: Option<Metadata> },
    /// Directly into something that cannot be replaced, such as a device or a pipe.
    InPlace,
}

/// Writes a file atomically: afterwards it holds either all of these bytes or its previous content.
///
/// # Errors
/// If the path is a folder or not writable, its folder does not exist, or the disk is full.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match target(path)? {
        Target::InPlace => OpenOptions::new().append(true).open(path)?.write_all(bytes),
        Target::File { path, before } => {
            let unfinished = write_beside(&path, bytes, before.as_ref())?;
            match unfinished.persist(&path) {
                Ok(_) => sync_folder(&path),
                // Mount points, and other users' files in shared folders, cannot be replaced.
                Err(_) if before.is_some() => {
                    let mut file = OpenOptions::new().write(true).truncate(true).open(&path)?;
                    file.write_all(bytes)?;
                    file.sync_all()?;
                }
                Err(refused) => return Err(refused.error),
            }
            Ok(())
        }
    }
}

/// Creates a file atomically: afterwards it either holds all of these bytes or does not exist.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if the path is taken; otherwise like [`write_whole`].
pub fn create_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = followed(path)?.unwrap_or_else(|| path.to_owned());
    let unfinished = write_beside(&path, bytes, None)?;
    unfinished.persist_noclobber(&path).map_err(|refused| refused.error)?;
    sync_folder(&path);
    Ok(())
}

/// Checks whether [`write_whole`] could write a file now, without changing anything.
///
/// # Errors
/// Like [`write_whole`], except that a full disk is not detected.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match target(path)? {
        // Opening a pipe without writing would signal end of file to its reader.
        Target::InPlace => Ok(()),
        Target::File { path, .. } => beside(&path).map(drop),
    }
}

/// How the bytes for a path are written. A read-only file is refused even if it could be replaced.
fn target(path: &Path) -> io::Result<Target> {
    let before = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        found => Some(found?),
    };
    if let Some(before) = &before {
        if before.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if is_socket(before) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "cannot write to a socket"));
        }
        if !before.is_file() {
            return Ok(Target::InPlace);
        }
        OpenOptions::new().append(true).open(path)?;
    }
    match followed(path)? {
        Some(path) => Ok(Target::File { path, before }),
        None => before.map(|_| Target::InPlace).ok_or_else(|| ErrorKind::NotFound.into()),
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

/// Resolves the links of a path, whether or not the target exists; `None` for a file that another program opened for this
/// one, such as `/dev/stdout`.
fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // The folder itself may be reached through links, as `/dev/fd` is.
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
    Err(io::Error::other("too many levels of links"))
}

/// Writes and syncs a temporary file beside the target, with the owner and mode of the file it replaces.
fn write_beside(target: &Path, bytes: &[u8], before: Option<&Metadata>) -> io::Result<NamedTempFile> {
    remove_left_behind(target);
    let mut unfinished = beside(target)?;
    // Set before writing: users who may not read the old file must not be able to read the new one.
    if let Some(before) = before {
        keep_owner(unfinished.as_file(), before);
        unfinished.as_file().set_permissions(before.permissions())?;
    }
    unfinished.write_all(bytes)?;
    unfinished.as_file().sync_all()?;
    Ok(unfinished)
}

/// A new, locked temporary file in the target's folder; it is removed on drop.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    let prefix = prefix(target);
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder_of(target))?;
    // On file systems without locks, abandoned temporary files are never removed.
    let _ = file.as_file().try_lock();
    Ok(file)
}

fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", name.chars().take(NAMED).collect::<String>())
}

/// The parent folder of a path; `.` for a bare file name.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Copies the owner of another file, where permitted.
#[cfg(unix)]
fn keep_owner(file: &File, before: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    // Only the administrator may change owners; for everyone else the file keeps its creator.
    let _ = std::os::unix::fs::fchown(file, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Waits until a renamed file's folder entry is on disk.
fn sync_folder(file: &Path) {
    if cfg!(unix) {
        // Not every file system can sync folders; the file itself is synced.
        let _ = File::open(folder_of(file)).and_then(|folder| folder.sync_all());
    }
}

/// Removes temporary files of a target that are old and not locked by a writer.
fn remove_left_behind(target: &Path) {
    let prefix = prefix(target);
    let is_unfinished = |name: &OsStr| {
        let random = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(ENDING));
        random
            .is_some_and(|random| random.len() == RANDOM && random.bytes().all(|letter| letter.is_ascii_alphanumeric()))
    };
    let is_left_behind = |path: &Path| {
        let about = fs::symlink_metadata(path).ok().filter(Metadata::is_file);
        let age = about.and_then(|about| about.modified().ok()).and_then(|modified| modified.elapsed().ok());
        age.is_some_and(|age| age > LEFT_BEHIND) && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    };
    for entry in fs::read_dir(folder_of(target)).into_iter().flatten().flatten() {
        if is_unfinished(&entry.file_name()) && is_left_behind(&entry.path()) {
            // Another process may have removed it already.
            let _ = fs::remove_file(entry.path());
        }
    }
}
