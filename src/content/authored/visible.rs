//! Invisible characters that change how text is shown: they are refused in files and escaped in output.

use std::borrow::Cow;
use std::fmt::Write;

use super::token::{Kind, Tokens};
use super::{Diagnostic, Source};

/// Whether a character controls the terminal, breaks the line or changes the direction of text.
fn is_unseen(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether an authored text may have this character although it is invisible.
fn is_blank(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\t')
}

/// One line of text with invisible characters escaped: one that controls the terminal, breaks the line or changes the
/// direction of text becomes its number. JSON keeps its meaning.
///
/// ```
/// use warboard::content::authored::visible;
///
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

/// Refuses invisible characters: in the text, where only line ends and tabs are allowed, and written as escapes in its
/// strings. A name is a single line.
///
/// # Errors
/// Gives the place of the first of them.
pub(super) fn refuse_unseen(source: &Source) -> Result<(), Diagnostic> {
    let found = source.text.char_indices().find(|(_, letter)| is_unseen(*letter) && !is_blank(*letter));
    if let Some((at, letter)) = found {
        return Err(refused(source, at..at + letter.len_utf8(), letter));
    }
    let (mut before, mut is_name) = ("", false);
    for token in Tokens::from(&source.text, 0) {
        let written = &source.text[token.span.clone()];
        if token.kind == Kind::Quoted {
            let unseen = |letter: &char| is_unseen(*letter) && (is_name || !is_blank(*letter));
            if let Some(letter) = meant(written).chars().find(unseen) {
                return Err(refused(source, token.span, letter));
            }
        }
        (is_name, before) = (token.kind == Kind::Colon && before == "name", written);
    }
    Ok(())
}

/// The value of a string literal.
fn meant(written: &str) -> Cow<'_, str> {
    match written.contains('\\') {
        true => ron::from_str(written).map_or(Cow::Borrowed(written), Cow::Owned),
        false => Cow::Borrowed(written),
    }
}

fn refused(source: &Source, span: std::ops::Range<usize>, letter: char) -> Diagnostic {
    let message = format!("the character U+{:04X} cannot be seen and changes how text is shown", u32::from(letter));
    Diagnostic::spanning(source, span, message).helped("leave it out")
}
