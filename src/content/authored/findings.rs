//! Mistakes in a value of the right type.

use std::ops::Range;

use super::locate::{Places, ValuePath};
use super::suggest::did_you_mean;
use super::{Diagnostic, Source};

/// The most findings that are listed for one file. Locating one takes as long as reading the file up to it.
pub const MOST_FINDINGS: usize = 100;

/// Collects everything that a check finds in one file, so that a designer sees all of it at once. Of more than
/// [`MOST_FINDINGS`] only the number is given.
///
/// ```
/// use warboard::content::authored::{Findings, Source, ValuePath};
///
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
    /// Nothing found yet in this file.
    #[must_use]
    pub fn new(source: &'s Source) -> Self {
        let untold = Diagnostic::of_file(&source.name, String::new());
        Self { source, places: Places::default(), found: Vec::new(), more: 0, untold }
    }

    /// Refuses the value at `path`; the result takes a help text with [`Diagnostic::with_help`].
    pub fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) -> &mut Diagnostic {
        if self.is_full() {
            return self.count();
        }
        let span = self.places.locate(&self.source.text, path);
        self.refuse_span(span, message)
    }

    /// Refuses a part, in bytes, of the string at `path`; all of it where the text writes it in another way.
    pub fn refuse_part(
        &mut self,
        path: &ValuePath,
        string: &str,
        part: Range<usize>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        if self.is_full() {
            return self.count();
        }
        let whole = self.places.locate(&self.source.text, path);
        let written = self.source.text.get(whole.clone()).unwrap_or("");
        let span = match written.find(string) {
            Some(at) => whole.start + at + part.start..whole.start + at + part.end,
            None => whole,
        };
        self.refuse_span(span, message)
    }

    fn refuse_span(&mut self, span: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        let last = self.found.len();
        self.found.push(Diagnostic::spanning(self.source, span, message));
        &mut self.found[last]
    }

    fn is_full(&self) -> bool {
        self.found.len() >= MOST_FINDINGS
    }

    fn count(&mut self) -> &mut Diagnostic {
        self.more += 1;
        &mut self.untold
    }

    /// Refuses a name that is not among the candidates: "unknown `what` `given`".
    pub fn unknown<S: AsRef<str>>(&mut self, path: &ValuePath, what: &str, given: &str, candidates: &[S]) {
        if self.is_full() {
            self.count();
            return;
        }
        let help = did_you_mean(given, candidates);
        let refused = self.refuse(path, format!("unknown {what} `{given}`"));
        if let Some(help) = help {
            refused.with_help(help);
        }
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The value, when nothing was found.
    ///
    /// # Errors
    /// Gives all findings in the order of the text, and last the number of those beyond the limit.
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
