//! The parser of every authored RON file.
//!
//! The window, the command line and continuous integration read rule systems, units and scenarios with [`parse`], so a mistake
//! is always reported as the same [`Diagnostic`]: `path:line:column: message`, a suggestion, and the line with a caret.
//!
//! Mistakes that deserialization cannot detect, such as an unknown unit, are collected afterwards with [`Findings`], which
//! finds the place of a value in the text by its [`ValuePath`].
//!
//! ```
//! use warboard::content::authored::{Findings, Source, ValuePath, parse};
//! #[derive(serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Reach { feet: u16 }
//!
//! let source = Source::new("spear.ron", "(feat: 10)");
//! let refused = parse::<Reach>(&source).err().unwrap();
//! assert_eq!((refused.line(), refused.column()), (1, 2));
//! assert!(refused.brief().contains("did you mean `feet`?"));
//!
//! let source = Source::new("spear.ron", "(feet: 7)");
//! let reach: Reach = parse(&source).unwrap();
//! let mut findings = Findings::new(&source);
//! if reach.feet % 5 != 0 {
//!     findings.refuse(&ValuePath::root().field("feet"), "reach is counted in steps of 5 feet");
//! }
//! let refused = findings.finish(reach).err().unwrap();
//! assert_eq!(refused[0].brief(), "spear.ron:1:8: reach is counted in steps of 5 feet");
//! ```

mod diagnostic;
mod locate;
mod source;
mod token;

pub use diagnostic::{Diagnostic, Findings, MOST_FINDINGS, closest, did_you_mean, uncapitalised};
pub use locate::{Outlined, PathStep, ValuePath, insertion, locate, locate_all, outline};
pub use source::{FileKind, Source, read_file, read_opened, visible, visible_text};

use ron::Options;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// The deepest nesting of values in an authored file.
pub const MOST_LEVELS: usize = 128;

/// Reads a value from authored RON, in which `Some(...)` may be left out.
///
/// # Errors
/// The first place where the text is not RON, does not fit the type, or has an invisible character that alters its display.
pub fn parse<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostic> {
    source::refuse_unseen(source)?;
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(MOST_LEVELS)
        .from_str(&source.text)
        .map_err(|error| Diagnostic::from_ron(source, &error))
}
