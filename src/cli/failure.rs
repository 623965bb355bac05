//! Why a command could not be done.

use std::fmt;
use std::io::{self, IsTerminal};

use warboard::content::authored::Diagnostic;

use super::output::{say, say_lines};

/// The exit code of work that was stopped.
pub const INTERRUPTED: u8 = 130;

/// What went wrong.
#[derive(Debug)]
pub enum Failure {
    /// Authored files are wrong.
    Diagnostics(Vec<Diagnostic>),
    /// Anything else is wrong, in plain words.
    Plain(String),
    /// Nobody reads the output any more; that is not wrong.
    Unread,
    /// Somebody stopped the work; what was done of it is written and marked as partial.
    Interrupted,
}

impl Failure {
    /// Says on stderr what is wrong.
    pub fn tell(&self) {
        match self {
            Failure::Diagnostics(all) => tell(all),
            Failure::Plain(message) => say(format_args!("warboard: {message}")),
            Failure::Unread | Failure::Interrupted => {}
        }
    }

    /// The exit code: 0 done, 1 something is wrong, [`INTERRUPTED`].
    pub fn code(&self) -> u8 {
        match self {
            Failure::Unread => 0,
            Failure::Diagnostics(_) | Failure::Plain(_) => 1,
            Failure::Interrupted => INTERRUPTED,
        }
    }
}

/// Prints diagnostics on stderr: `path:line:column: message`, and on a terminal the place with a caret.
pub fn tell(diagnostics: &[Diagnostic]) {
    let is_terminal = io::stderr().is_terminal();
    for diagnostic in diagnostics {
        say(diagnostic.brief());
        if is_terminal {
            say_lines(&diagnostic.render());
        }
    }
}

/// A failure that a message says all about.
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
            _ => plain(format!("the output cannot be written: {error}")),
        }
    }
}
