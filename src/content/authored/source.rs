//! The text of an authored file.

use std::path::Path;
use std::sync::Arc;

use super::Diagnostic;
use super::file::{FileKind, read_file};

/// A named text, into which diagnostics point.
///
/// ```
/// use warboard::content::authored::Source;
///
/// let source = Source::new("goblin.ron", "(speed: 30)");
/// assert_eq!(source.place_of(8), (1, 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as given by the user, or another name for a text that is no file.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A text that is no file.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Reads an authored file.
    ///
    /// # Errors
    /// Gives a diagnostic under the conditions of [`Source::read_as`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Diagnostic> {
        Self::read_as(path, FileKind::Authored)
    }

    /// Reads a file of text.
    ///
    /// # Errors
    /// Refuses a missing or unreadable file, a directory, a pipe or device, a blank file, one larger than its kind allows,
    /// and bytes that are not UTF-8 text.
    pub fn read_as(path: impl AsRef<Path>, kind: FileKind) -> Result<Self, Diagnostic> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let bytes = read_file(path, kind).map_err(|message| Diagnostic::of_file(&name, message))?;
        Self::from_bytes(name, bytes)
    }

    /// Takes bytes as text.
    ///
    /// # Errors
    /// Refuses blank texts, bytes that are not UTF-8 and NUL bytes, and says at which byte.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        let name = name.into();
        let text = String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            let message = format!("this is not UTF-8 text: the byte at offset {offset} is no character");
            let readable = String::from_utf8_lossy(&error.as_bytes()[..offset]).into_owned();
            let help = "save the file as UTF-8";
            Diagnostic::spanning(&Self::new(&name, readable), offset..offset, message).helped(help)
        })?;
        let source = match text.strip_prefix('\u{feff}') {
            Some(rest) => Self::new(name, rest),
            None => Self::new(name, text),
        };
        if let Some(offset) = source.text.find('\0') {
            let message = format!("there is a NUL byte at offset {offset}; this must be plain text");
            return Err(Diagnostic::spanning(&source, offset..offset + 1, message));
        }
        if source.text.trim().is_empty() {
            return Err(Diagnostic::of_file(&source.name, "the file is empty".to_owned()));
        }
        Ok(source)
    }

    /// The line and column of a byte offset, both counted from 1; columns count characters.
    #[must_use]
    pub fn place_of(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        (line, 1 + before[line_start..].chars().count())
    }

    /// The byte offset of a line and column counted from 1; past the end it is the end of that line or text.
    #[must_use]
    pub fn offset_of(&self, line: usize, column: usize) -> usize {
        let mut start = 0;
        for _ in 1..line {
            match self.text[start..].find('\n') {
                Some(newline) => start += newline + 1,
                None => return self.text.len(),
            }
        }
        let rest = &self.text[start..];
        let row = &rest[..rest.find('\n').unwrap_or(rest.len())];
        start + row.char_indices().nth(column.saturating_sub(1)).map_or(row.len(), |(at, _)| at)
    }
}
