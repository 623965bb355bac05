//! A tolerant tokenizer of RON, which finds where values begin and end and accepts any text.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    Comma,
    Colon,
    /// A string or a character, raw or not.
    Quoted,
    /// A name, a number or anything else.
    Word,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn from(text: &'t str, at: usize) -> Self {
        Self { text, at }
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.clone().next()
    }

    /// Reads one value and gives its span: a word, a string, or brackets with their content and the name before them.
    pub(super) fn value(&mut self) -> Option<Range<usize>> {
        let first = self.next_if(|kind| matches!(kind, Kind::Open | Kind::Quoted | Kind::Word))?;
        let mut end = first.span.end;
        if first.kind == Kind::Open {
            end = self.group_end(end);
        } else if first.kind == Kind::Word
            && let Some(open) = self.next_if(|kind| kind == Kind::Open)
        {
            end = self.group_end(open.span.end);
        }
        Some(first.span.start..end)
    }

    pub(super) fn next_if(&mut self, wanted: impl Fn(Kind) -> bool) -> Option<Token> {
        let token = self.peek().filter(|token| wanted(token.kind))?;
        self.at = token.span.end;
        Some(token)
    }

    /// Skips to the end of the group that was just opened; an unclosed one ends with its last token.
    fn group_end(&mut self, opened: usize) -> usize {
        let (mut depth, mut end) = (1_usize, opened);
        while depth > 0
            && let Some(token) = self.next()
        {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            end = token.span.end;
        }
        end
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            let skipped = if blanks > 0 { blanks } else { comment_length(rest) };
            if skipped == 0 {
                return;
            }
            self.at += skipped;
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blanks();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let (kind, length) = match first {
            '(' | '[' | '{' => (Kind::Open, 1),
            ')' | ']' | '}' => (Kind::Close, 1),
            ',' => (Kind::Comma, 1),
            ':' => (Kind::Colon, 1),
            _ => match quoted_length(rest) {
                Some(length) => (Kind::Quoted, length),
                None => (Kind::Word, word_length(rest)),
            },
        };
        let span = self.at..self.at + length;
        self.at = span.end;
        Some(Token { kind, span })
    }
}

/// The most bytes of a character literal after its opening quote, as in `'\\u{10ffff}'`.
const LONGEST_CHARACTER: usize = 12;

/// The length of the comment at the start of a text; 0 where there is none.
fn comment_length(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    if !text.starts_with("/*") {
        return 0;
    }
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(found) = text[at..].find(['/', '*']) {
        at += found;
        let mark = text.as_bytes().get(at..at + 2);
        match mark {
            Some(b"/*") => depth += 1,
            Some(b"*/") => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of the string or character at the start of a text, with its prefix and quotes.
fn quoted_length(text: &str) -> Option<usize> {
    let prefix = if text.starts_with("br") { 2 } else { usize::from(text.starts_with(['b', 'r'])) };
    let (letters, body) = text.split_at(prefix);
    if letters.ends_with('r') {
        let hashes = body.len() - body.trim_start_matches('#').len();
        let inner = body[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", &body[..hashes]);
        let length = inner.find(&close).map_or(inner.len(), |at| at + close.len());
        return Some(prefix + hashes + 1 + length);
    }
    let quote = body.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = &body[1..];
    // A lone apostrophe is no character literal: it must not swallow the rest of the file.
    let close = match quote {
        '\'' => closing(&inner[..inner.floor_char_boundary(LONGEST_CHARACTER)], quote)?,
        _ => closing(inner, quote).unwrap_or(inner.len()),
    };
    Some(prefix + 1 + close)
}

/// The byte after the closing quote, with escapes skipped; the first character of a literal is never its end.
fn closing(inner: &str, quote: char) -> Option<usize> {
    let mut chars = inner.char_indices().skip(usize::from(quote == '\'' && !inner.starts_with('\\')));
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return Some(at + 1);
        } else if quote == '\'' && c == '\n' {
            return None;
        }
    }
    None
}

/// The length of a name, a number or other text up to the next delimiter; at least one character.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): &(usize, char)| {
        c.is_whitespace()
            || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':' | '"' | '\'')
            || comment_length(&text[*at..]) > 0
    };
    text.char_indices().skip(1).find(ends).map_or(text.len(), |(at, _)| at)
}
