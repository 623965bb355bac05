//! Mistakes in an authored file: their place, message, and suggestions for misspelt names.

use std::ops::Range;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, NamedSource, SourceSpan};
use ron::error::{Error as RonError, SpannedError};
use strsim::damerau_levenshtein;

use super::locate::{Places, ValuePath};
use super::{MOST_LEVELS, Source, visible, visible_text};

/// A mistake in a file with its place. The window, the command line and tests show it in the same way.
#[derive(Clone, Debug, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
pub struct Diagnostic {
    message: String,
    #[source_code]
    text: Arc<NamedSource<Arc<str>>>,
    #[label("here")]
    span: Option<SourceSpan>,
    #[help]
    help: Option<String>,
    line: usize,
    column: usize,
}

/// The most characters of a message or a help text: either may quote the file.
const MOST_WORDS: usize = 500;
const MOST_DRAWN: usize = 4000;

impl Diagnostic {
    /// A mistake in a byte range, which is clamped to the text.
    pub fn spanning(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        let start = source.text.floor_char_boundary(span.start);
        let end = source.text.ceil_char_boundary(span.end.max(start));
        let (line, column) = source.place_of(start);
        let text = Arc::new(NamedSource::new(&source.name, Arc::clone(&source.text)));
        Self { text, span: Some((start, end - start).into()), line, column, ..Self::of_file(&source.name, message) }
    }

    /// A mistake in a whole file; its place is line 1, column 1.
    pub fn of_file(name: &str, message: impl Into<String>) -> Self {
        Self {
            message: clipped(message.into(), MOST_WORDS),
            text: Arc::new(NamedSource::new(name, Arc::from(""))),
            span: None,
            help: None,
            line: 1,
            column: 1,
        }
    }

    /// An error of the RON parser in plain words, with a suggestion for a misspelt name.
    pub(super) fn from_ron(source: &Source, error: &SpannedError) -> Self {
        let start = source.offset_of(error.span.start.line, error.span.start.col);
        let end = source.offset_of(error.span.end.line, error.span.end.col).max(start);
        let (message, help, name) = in_plain_words(&error.code);
        let span = match name {
            Some(name) => narrowed(&source.text, start..end, name),
            None => trimmed(&source.text, start..end),
        };
        Self::spanning(source, span, message).helped(help)
    }

    /// The name of the file, as the caller gave it.
    pub fn path(&self) -> &str {
        self.text.name()
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The message without its place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The help text, if there is one.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Sets the help text.
    pub fn with_help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(clipped(help.into(), MOST_WORDS));
        self
    }

    /// One line for scripts and logs: `path:line:column: message (help)`.
    pub fn brief(&self) -> String {
        let help = self.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        let line = format!("{}:{}:{}: {}{help}", self.path(), self.line, self.column, self.message);
        visible(&line).into_owned()
    }

    /// The message, the line with a caret, and the help; [`brief`](Self::brief) if this is too long or there is no place.
    pub fn render(&self) -> String {
        let mut drawn = String::new();
        let theme = GraphicalTheme::unicode_nocolor();
        let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(120);
        match handler.render_report(&mut drawn, self) {
            Ok(()) if self.span.is_some() && drawn.len() <= MOST_DRAWN => visible_text(&drawn).into_owned(),
            _ => self.brief() + "\n",
        }
    }

    /// The mistake with this help text, if there is one.
    pub fn helped(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into().map(|help| clipped(help, MOST_WORDS));
        self
    }
}

/// The last occurrence of a name in a span, since the parser may have read more than the name.
fn narrowed(text: &str, span: Range<usize>, name: &str) -> Range<usize> {
    let found = text.get(span.clone()).and_then(|part| part.rfind(name));
    match found {
        Some(at) => span.start + at..span.start + at + name.len(),
        None => trimmed(text, span),
    }
}

/// A span without surrounding blanks, extended by the opening quote where it has only the closing one.
fn trimmed(text: &str, span: Range<usize>) -> Range<usize> {
    let Some(part) = text.get(span.clone()) else {
        return span;
    };
    let inner = part.trim();
    if inner.is_empty() {
        return span.end..span.end;
    }
    let start = span.start + (part.len() - part.trim_start().len());
    let end = start + inner.len();
    let unquoted = inner.ends_with('"') && !inner.starts_with('"') && text[..start].ends_with('"');
    start - usize::from(unquoted)..end
}

/// An error of the RON parser as a sentence, with a help text and the name in the text that it is about, where there are any.
fn in_plain_words(error: &RonError) -> (String, Option<String>, Option<&str>) {
    let of =
        |outer: &Option<String>, word: &str| outer.as_ref().map_or(String::new(), |name| format!(" {word} `{name}`"));
    match error {
        RonError::NoSuchStructField { expected, found, outer } => {
            (format!("unknown field `{found}`{}", of(outer, "in")), known_fields(found, expected), Some(found))
        }
        RonError::NoSuchEnumVariant { expected, found, outer } => {
            (format!("unknown choice `{found}`{}", of(outer, "for")), did_you_mean(found, expected), Some(found))
        }
        RonError::MissingStructField { field, outer } => {
            (format!("the field `{field}` is missing{}", of(outer, "in")), None, None)
        }
        RonError::DuplicateStructField { field, outer } => {
            (format!("the field `{field}` is written twice{}", of(outer, "in")), None, Some(field))
        }
        RonError::ExpectedDifferentStructName { expected, found } => {
            let message = format!("this is `{found}`, but `{expected}` belongs here");
            (message, did_you_mean(found, &[*expected]), Some(found))
        }
        RonError::ExceededRecursionLimit => (format!("nested too deeply: at most {MOST_LEVELS} levels"), None, None),
        RonError::TrailingCharacters => ("the value ends before this; nothing may follow it".to_owned(), None, None),
        RonError::Eof => {
            ("the text ends too early".to_owned(), Some("is a bracket or a quote not closed?".to_owned()), None)
        }
        other => (uncapitalised(&other.to_string()), None, None),
    }
}

/// Lengths of rulesets had fields named `feet` before rulesets had a unit of length; these have taken their place.
const LENGTHS: [&str; 6] = ["distance", "height", "radius", "cell", "per", "within"];

/// A help sentence for an unknown field: a length that was renamed, or the most similar field.
fn known_fields(found: &str, expected: &[&'static str]) -> Option<String> {
    match expected.iter().find(|field| found == "feet" && LENGTHS.contains(field)) {
        Some(field) => Some(format!("did you mean `{field}`? lengths are in the unit of the ruleset's `board`")),
        None => did_you_mean(found, expected),
    }
}

/// Words that may follow others: the first letter is small, and names in them keep their capitals.
pub fn uncapitalised(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

/// Up to this many known names are all listed.
const FEW: usize = 12;
/// The number of near names listed where there are too many to list all.
const NEAREST: usize = 5;
/// The number of characters of a name that are compared and shown.
const COMPARED: usize = 48;
/// The most known names that are compared; a rule system has some thousands of values.
const CONSIDERED: usize = 20_000;

/// The candidate most similar to `given` if it is likely a typing error; the first of equally similar ones.
/// ```
/// use warboard::content::authored::closest;
/// assert_eq!(closest("raech", &["speed", "reach"]), Some("reach"));
/// assert_eq!(closest("wings", &["speed", "reach"]), None);
/// ```
pub fn closest<'c, S: AsRef<str>>(given: &str, candidates: &'c [S]) -> Option<&'c str> {
    let given = comparable(given);
    let allowed = (given.chars().count() / 3).max(1);
    let near =
        candidates.iter().take(CONSIDERED).map(|candidate| (distance(&given, candidate.as_ref()), candidate.as_ref()));
    near.filter(|(distance, _)| *distance <= allowed).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// A help sentence: the most similar name, and all known names if they are few. `None` without candidates.
/// ```
/// use warboard::content::authored::did_you_mean;
/// let help = did_you_mean("raech", &["speed", "reach"]).unwrap();
/// assert_eq!(help, "did you mean `reach`? known: `speed`, `reach`");
/// ```
pub fn did_you_mean<S: AsRef<str>>(given: &str, candidates: &[S]) -> Option<String> {
    let question = closest(given, candidates).map(|name| format!("did you mean {}?", quoted(std::iter::once(name))));
    let known = match candidates.len() {
        0 => return None,
        1 if question.is_some() => String::new(),
        1..=FEW => format!("known: {}", quoted(candidates.iter().map(AsRef::as_ref))),
        many if question.is_none() => format!("{many} are known, nearest: {}", quoted(nearest(given, candidates))),
        _ => String::new(),
    };
    let parts: Vec<String> = question.into_iter().chain(Some(known)).filter(|part| !part.is_empty()).collect();
    Some(parts.join(" "))
}

fn nearest<'c, S: AsRef<str>>(given: &str, candidates: &'c [S]) -> impl Iterator<Item = &'c str> {
    let given = comparable(given);
    let mut names: Vec<&str> = candidates.iter().take(CONSIDERED).map(AsRef::as_ref).collect();
    names.sort_by_cached_key(|name| distance(&given, name));
    names.into_iter().take(NEAREST)
}

fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{}`", clipped(name.to_owned(), COMPARED))).collect::<Vec<_>>().join(", ")
}

fn clipped(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}

fn distance(given: &str, candidate: &str) -> usize {
    damerau_levenshtein(given, &comparable(candidate))
}

/// A name without word separators, in lower case.
fn comparable(name: &str) -> String {
    name.chars().take(COMPARED).filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// The maximum number of findings listed for one file: locating one takes as long as reading the file up to it.
pub const MOST_FINDINGS: usize = 100;

/// Collects all mistakes that a check finds in one file, so that a designer sees them at once. Those beyond
/// [`MOST_FINDINGS`] are only counted.
/// ```
/// use warboard::content::authored::{Findings, Source, ValuePath};
/// let source = Source::new("duel.ron", "(units: [\"knigt\"])");
/// let mut findings = Findings::new(&source);
/// findings.unknown(&ValuePath::root().field("units").index(0), "unit", "knigt", &["knight", "archer"]);
/// let refused = findings.finish(()).unwrap_err();
/// assert_eq!(
///     refused[0].brief(),
///     "duel.ron:1:10: unknown unit `knigt` (did you mean `knight`? known: `knight`, `archer`)",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Findings<'s> {
    source: &'s Source,
    places: Places,
    found: Vec<Diagnostic>,
    /// The number of findings beyond the limit.
    more: usize,
    /// A placeholder for findings beyond the limit.
    untold: Diagnostic,
}

impl<'s> Findings<'s> {
    /// Findings of a new check of this file.
    pub fn new(source: &'s Source) -> Self {
        let untold = Diagnostic::of_file(&source.name, String::new());
        Self { source, places: Places::default(), found: Vec::new(), more: 0, untold }
    }

    /// Refuses the value at `path`. Call [`Diagnostic::with_help`] on the result to add a help text.
    pub fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) -> &mut Diagnostic {
        self.refuse_span(|text, places| places.locate(text, path), message)
    }

    /// Refuses a byte range of the string at `path`; the whole value if the text does not contain `string` literally.
    pub fn refuse_part(
        &mut self,
        path: &ValuePath,
        string: &str,
        part: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let within = |text: &str, places: &mut Places| {
            let whole = places.locate(text, path);
            match text.get(whole.clone()).unwrap_or("").find(string) {
                Some(at) => whole.start + at + part.start..whole.start + at + part.end,
                None => whole,
            }
        };
        self.refuse_span(within, message)
    }

    /// Refuses a span, which is searched for only while the findings are listed.
    fn refuse_span(
        &mut self,
        span: impl FnOnce(&str, &mut Places) -> Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let last = self.found.len();
        if last >= MOST_FINDINGS {
            self.more += 1;
            return &mut self.untold;
        }
        let span = span(&self.source.text, &mut self.places);
        self.found.push(Diagnostic::spanning(self.source, span, message));
        &mut self.found[last]
    }

    /// Refuses a name that is not among the candidates: "unknown `what` `given`".
    pub fn unknown<S: AsRef<str>>(&mut self, path: &ValuePath, what: &str, given: &str, candidates: &[S]) {
        let listed = self.found.len() < MOST_FINDINGS;
        let help = listed.then(|| did_you_mean(given, candidates)).flatten();
        let refused = self.refuse(path, format!("unknown {what} `{given}`"));
        if let Some(help) = help {
            refused.with_help(help);
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The value, if nothing was found.
    ///
    /// # Errors
    /// All findings in the order of the text, followed by the number of those beyond [`MOST_FINDINGS`], if any.
    pub fn finish<T>(mut self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.found.is_empty() {
            return Ok(value);
        }
        self.found.sort_by_key(|found| (found.line(), found.column()));
        if self.more > 0 {
            let message = format!("{} more mistakes are not listed", self.more);
            self.found.push(Diagnostic::of_file(&self.source.name, message));
        }
        Err(self.found)
    }
}
