//! Mistakes in a value of the right type.

use std::ops::Range;

use super::locate::{Places, ValuePath};
use super::{Diagnostic, Source, did_you_mean};

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
    pub fn new(source: &'s Source) -> Self {
        let untold = Diagnostic::of_file(&source.name, String::new());
        Self { source, places: Places::default(), found: Vec::new(), more: 0, untold }
    }

    /// Refuses the value at `path`; the result takes a help text with [`Diagnostic::with_help`].
    pub fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) -> &mut Diagnostic {
        self.refuse_span(|text, places| places.locate(text, path), message)
    }

    /// Refuses a part, in bytes, of the string at `path`; all of it where the text writes it in another way.
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

    /// The value, or all findings in the order of the text and last the number of those beyond the limit.
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
