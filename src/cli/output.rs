//! Writing results and messages, and the errors of a command.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use serde_json::Value;
use warboard::content::authored::{Diagnostic, did_you_mean, visible, visible_text};
use warboard::disk;
use warboard::replay::UnreadableRecording;

use super::args::Log;

pub const INTERRUPTED: u8 = 130;

#[derive(Debug)]
pub enum Failure {
    Diagnostics(Vec<Diagnostic>),
    Plain(String),
    /// The reader of the output is gone (a closed pipe); not an error.
    Unread,
    /// Interrupted by the user; the work done so far is written and marked as partial.
    Interrupted,
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(all: Vec<Diagnostic>) -> Failure {
        Failure::Diagnostics(all)
    }
}

impl From<Diagnostic> for Failure {
    fn from(one: Diagnostic) -> Failure {
        Failure::Diagnostics(vec![one])
    }
}

impl From<UnreadableRecording> for Failure {
    fn from(why: UnreadableRecording) -> Failure {
        match why {
            UnreadableRecording::Recording(one) => one.into(),
            UnreadableRecording::Journal(error) => plain(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::Unread,
            _ => plain(format!("cannot write to standard output: {error}")),
        }
    }
}

pub fn plain(message: impl Display) -> Failure {
    Failure::Plain(message.to_string())
}

/// A name that is not among those known, with similar ones.
pub fn unknown(complaint: impl Display, name: &str, known: &[&str]) -> Failure {
    let help = did_you_mean(name, known).map(|help| format!(" ({help})")).unwrap_or_default();
    plain(format!("{complaint}{help}"))
}

/// Prints diagnostics to stderr as `path:line:column: message`, on a terminal also with the source line.
pub fn print_diagnostics(diagnostics: &[Diagnostic]) {
    let is_terminal = io::stderr().is_terminal();
    for diagnostic in diagnostics {
        say(diagnostic.brief());
        if is_terminal {
            say_lines(&diagnostic.render());
        }
    }
}

pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(visible_text(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Prints one of two forms of a result to stdout.
pub fn print_as(format: Log, text: impl Display, json: Value) -> Result<(), Failure> {
    match format {
        Log::Text => print(&text.to_string()),
        Log::Json => print(&format!("{json:#}\n")),
    }
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
