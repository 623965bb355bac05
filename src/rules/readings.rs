//! The doubtful rules of a codex: which value of the rule system decides each, and what it is.

use super::content::{Content, SourceFiles};
use crate::content::authored::outline;
use crate::content::{Diagnostic, Findings, ValuePath};

/// Fills in the value in use of every other reading in the codex.
///
/// # Errors
/// All readings whose path is not one of `ruleset.ron`.
pub(super) fn complete(content: &mut Content, texts: &SourceFiles) -> Result<(), Vec<Diagnostic>> {
    let Some(rules) = texts.of("ruleset").next().filter(|_| !content.codex.value.readings.is_empty()) else {
        return Ok(());
    };
    let text = &rules.source.text;
    let values: Vec<(String, &str)> =
        outline(text).into_iter().map(|value| (value.names.join("."), &text[value.span])).collect();
    let known: Vec<&str> = values.iter().map(|(path, _)| path.as_str()).collect();
    let mut findings = Findings::new(&content.codex.source);
    for (at, reading) in content.codex.value.readings.iter_mut().enumerate() {
        match values.iter().find(|(path, _)| *path == reading.path) {
            Some((_, value)) => reading.now = (*value).to_owned(),
            None => {
                let place = ValuePath::root().field("readings").index(at).field("path");
                findings.unknown(&place, "value of `ruleset.ron`", &reading.path, &known);
            }
        }
    }
    findings.finish(())
}
