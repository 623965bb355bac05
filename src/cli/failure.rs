//! Why a command could not be done.

use std::fmt;
use std::io::{self, IsTerminal};

use warboard::content::authored::Diagnostic;

/// What is wrong with the input.
#[derive(Debug)]
pub enum Failure {
    /// With authored files.
    Diagnostics(Vec<Diagnostic>),
    /// With anything else, in plain words.
    Plain(String),
    /// Nobody reads the output any more; that is not wrong.
    Unread,
}

impl Failure {
    /// Says on stderr what is wrong.
    pub fn tell(&self) {
        match self {
            Failure::Diagnostics(all) => tell(all),
            Failure::Plain(message) => eprintln!("warboard: {message}"),
            Failure::Unread => {}
        }
    }
}

/// Prints diagnostics on stderr: `path:line:column: message`, and on a terminal the place with a caret.
pub fn tell(diagnostics: &[Diagnostic]) {
    let is_terminal = io::stderr().is_terminal();
    for diagnostic in diagnostics {
        eprintln!("{}", diagnostic.brief());
        if is_terminal {
            eprintln!("{}", diagnostic.render());
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
