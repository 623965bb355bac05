//! Writing results and messages.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use warboard::content::authored::{visible, visible_text};
use warboard::disk;

use super::failure::{Failure, plain};

/// Prints a text to stdout.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(visible_text(text).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints a message to stderr, on one line.
pub fn say(message: impl Display) {
    say_lines(&visible(&message.to_string()));
}

/// Prints a message of several lines to stderr. A closed stderr is ignored.
pub fn say_lines(message: &str) {
    let _ = writeln!(io::stderr(), "{}", visible_text(message));
}

/// Fails early if an output file could not be written later.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    disk::check_writable(path).map_err(|error| cannot_write(path, &error))
}

/// Writes a file atomically.
pub fn save(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    disk::write_whole(path, bytes.as_ref()).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
    let why = match (error.kind(), folder) {
        (ErrorKind::IsADirectory, _) => "it is a directory".to_owned(),
        (_, Some(folder)) => format!("there is no folder `{}`", folder.display()),
        (ErrorKind::PermissionDenied, None) => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    plain(format!("cannot write {}: {why}", path.display()))
}
