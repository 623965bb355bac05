//! The text of an authored file, read with care.

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use super::Diagnostic;

/// A named text: what a diagnostic points into.
///
/// ```
/// use warboard::content::authored::Source;
///
/// let source = Source::new("goblin.ron", "(speed: 30)");
/// assert_eq!(source.place_of(8), (1, 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as the user wrote it, or another name for a text that is no file.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// The largest file that is read, in bytes: 4 MiB.
    pub const MOST_BYTES: u64 = 4 * 1024 * 1024;

    /// A text from somewhere else than a file.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Refuses what cannot be authored RON: a missing or unreadable file, a directory, a blank file, one over 4 MiB,
    /// and bytes that are not UTF-8 text.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Diagnostic> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let bytes = read_bytes(path).map_err(|message| Diagnostic::of_file(&name, message))?;
        Self::from_bytes(name, bytes)
    }

    /// Takes bytes as text, under the same conditions as [`Source::read`].
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
        let source = Self::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text));
        if let Some(offset) = source.text.find('\0') {
            let message = format!("there is a NUL byte at offset {offset}; authored files are plain text");
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

/// The bytes of a plain file of bounded size, or why not.
fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = std::fs::metadata(path).map_err(|error| unreadable(&error))?;
    refuse_kind(&metadata)?;
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut bytes = Vec::new();
    // The limit holds even where the file grows after its size was asked.
    let read = file.take(Source::MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    refuse_size(u64::try_from(read).unwrap_or(u64::MAX))?;
    Ok(bytes)
}

fn refuse_kind(metadata: &Metadata) -> Result<(), String> {
    if metadata.is_dir() {
        return Err("this is a directory, not a RON file".to_owned());
    }
    if !metadata.is_file() {
        return Err("this is not a plain file".to_owned());
    }
    refuse_size(metadata.len())
}

fn refuse_size(bytes: u64) -> Result<(), String> {
    if bytes <= Source::MOST_BYTES {
        return Ok(());
    }
    let (size, limit) = (bytes.div_ceil(1024), Source::MOST_BYTES / 1024);
    Err(format!("the file is too large: {size} KiB or more; authored files have at most {limit} KiB"))
}

fn unreadable(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "the file may not be read (permission denied)".to_owned(),
        _ => format!("the file cannot be read: {error}"),
    }
}
