//! Errors of a command.

use std::fmt;
use std::io::{self, IsTerminal};

use warboard::content::authored::Diagnostic;

use super::output::{say, say_lines};

/// Exit code of an interrupted command.
pub const INTERRUPTED: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Mistakes in authored files.
    Diagnostics(Vec<Diagnostic>),
    /// Any other error.
    Plain(String),
    /// The reader of the output is gone (a closed pipe); not an error.
    Unread,
    /// Interrupted by the user; the work done so far is written and marked as partial.
    Interrupted,
}

impl Failure {
    /// Prints the error to stderr.
    pub fn print(&self) {
        match self {
            Failure::Diagnostics(all) => print_diagnostics(all),
            Failure::Plain(message) => say(format_args!("warboard: {message}")),
            Failure::Unread | Failure::Interrupted => {}
        }
    }

    /// The exit code: 0 success, 1 error, [`INTERRUPTED`].
    pub fn code(&self) -> u8 {
        match self {
            Failure::Unread => 0,
            Failure::Diagnostics(_) | Failure::Plain(_) => 1,
            Failure::Interrupted => INTERRUPTED,
        }
    }
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

/// A failure with just a message.
pub fn plain(message: impl fmt::Display) -> Failure {
    Failure::Plain(message.to_string())
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => plain(format!("cannot write to standard output: {error}")),
        }
    }
}
