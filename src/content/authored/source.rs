//! The text of an authored file: reading it within size limits, and escaping its invisible characters.

use std::borrow::Cow;
use std::fmt::Write;
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::Diagnostic;
use super::token::{Kind, Tokens};

/// A named text that [`Diagnostic`]s point into.
/// ```
/// use warboard::content::authored::Source;
/// let source = Source::new("goblin.ron", "(speed: 30)");
/// assert_eq!(source.place_of(8), (1, 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as given by the user, or another name for a text that is not a file.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A text that is not a file.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Reads an authored file, with the errors of [`Source::read_as`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Diagnostic> {
        Self::read_as(path, FileKind::Authored)
    }

    /// Reads a text file.
    ///
    /// # Errors
    /// If the file is missing, unreadable, a folder, pipe or device, blank, larger than its kind allows, or not UTF-8 text.
    pub fn read_as(path: impl AsRef<Path>, kind: FileKind) -> Result<Self, Diagnostic> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let bytes = read_file(path, kind).map_err(|message| Diagnostic::of_file(&name, message))?;
        Self::from_bytes(name, bytes)
    }

    /// Takes bytes as text, without a byte order mark.
    ///
    /// # Errors
    /// If the text is blank, is not UTF-8 or contains a NUL byte; the error has the offset of the byte.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Self, Diagnostic> {
        let name = name.into();
        let text = String::from_utf8(bytes).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            let message = format!("this is not UTF-8 text: the byte at offset {offset} is no character");
            let readable = String::from_utf8_lossy(&error.as_bytes()[..offset]).into_owned();
            Diagnostic::spanning(&Self::new(&name, readable), offset..offset, message)
                .helped("save the file as UTF-8".to_owned())
        })?;
        let source = Self::new(name, text.strip_prefix('\u{feff}').unwrap_or(&text));
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
    pub fn place_of(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        (line, 1 + before[line_start..].chars().count())
    }

    /// The byte offset of a line and column, both counted from 1; past the end, the end of the line or text.
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

/// The kind of a file, which limits its size.
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
    pub fn most_bytes(self) -> u64 {
        self.limit().0 * 1024
    }

    /// The largest size in KiB, and the plural that players read.
    fn limit(self) -> (u64, &'static str) {
        match self {
            FileKind::Authored => (4 * 1024, "authored files"),
            FileKind::Script => (1024, "scripts"),
            FileKind::Settings => (256, "settings"),
            FileKind::Recording => (256 * 1024, "recordings"),
            FileKind::Journal => (64 * 1024, "journals"),
            FileKind::Part => (64 * 1024, "parts of a batch"),
        }
    }
}

/// The bytes of a plain file.
///
/// # Errors
/// If the file cannot be read or is larger than its kind allows, or is a pipe, device or folder: reading those may never end.
pub fn read_file(path: &Path, kind: FileKind) -> Result<Vec<u8>, String> {
    // Checked before the file is opened: opening a pipe blocks until another process writes to it.
    check(&std::fs::metadata(path).map_err(unreadable)?, kind)?;
    read_opened(&File::open(path).map_err(unreadable)?, kind)
}

/// The bytes of an open file, with the checks and errors of [`read_file`].
pub fn read_opened(file: &File, kind: FileKind) -> Result<Vec<u8>, String> {
    let metadata = file.metadata().map_err(unreadable)?;
    check(&metadata, kind)?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    // The limit holds even if the file grows after its size was checked.
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
    let (size, (limit, plural)) = (bytes.div_ceil(1024), kind.limit());
    Err(format!("the file is too large: {size} KiB or more; {plural} have at most {limit} KiB"))
}

fn unreadable(error: Error) -> String {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "the file may not be read (permission denied)".to_owned(),
        _ => format!("the file cannot be read: {error}"),
    }
}

/// Invisible characters that an authored text may have.
const BLANKS: [char; 3] = ['\n', '\r', '\t'];

/// Whether a character controls the terminal, breaks the line or changes the direction of text.
fn is_unseen(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// One line of text with invisible characters escaped: characters that control the terminal, break the line or change
/// the direction of text are written as `\uXXXX`. JSON keeps its meaning.
/// ```
/// use warboard::content::authored::visible;
/// assert_eq!(visible("a\u{1b}[2J\nb"), "a\\u001b[2J\\u000ab");
/// ```
pub fn visible(line: &str) -> Cow<'_, str> {
    escaped(line, |_| false)
}

/// A text of several lines with invisible characters escaped, except line feeds and tabs.
pub fn visible_text(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| matches!(letter, '\n' | '\t'))
}

fn escaped(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let changes = |letter: char| is_unseen(letter) && !is_kept(letter);
    if !text.contains(changes) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if changes(letter) {
            // A text cannot fail to be written to.
            let _ = write!(shown, "\\u{:04x}", u32::from(letter));
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Refuses the first character that is invisible and no line end or tab, escapes in strings included. A name is a single line.
pub(super) fn refuse_unseen(source: &Source) -> Result<(), Diagnostic> {
    let found = source.text.char_indices().find(|(_, letter)| is_unseen(*letter) && !BLANKS.contains(letter));
    if let Some((at, letter)) = found {
        return Err(refused(source, at..at + letter.len_utf8(), letter));
    }
    let (mut before, mut is_name) = ("", false);
    for token in Tokens::from(&source.text, 0) {
        let written = &source.text[token.span.clone()];
        if token.kind == Kind::Quoted {
            let unseen = |letter: &char| is_unseen(*letter) && (is_name || !BLANKS.contains(letter));
            if let Some(letter) = meant(written).chars().find(unseen) {
                return Err(refused(source, token.span, letter));
            }
        }
        (is_name, before) = (token.kind == Kind::Colon && before == "name", written);
    }
    Ok(())
}

fn meant(written: &str) -> Cow<'_, str> {
    match written.contains('\\') {
        true => ron::from_str(written).map_or(Cow::Borrowed(written), Cow::Owned),
        false => Cow::Borrowed(written),
    }
}

fn refused(source: &Source, span: Range<usize>, letter: char) -> Diagnostic {
    let message = format!("the character U+{:04X} cannot be seen and changes how text is shown", u32::from(letter));
    Diagnostic::spanning(source, span, message).helped("leave it out".to_owned())
}
