//! Checks that every rule cited in content exists.

use serde::Serialize;
use serde_json::Value;

use super::content::Authored;
use crate::content::authored::{Findings, ValuePath, locate};

/// A field that cites a rule although its name does not end in `rule`.
const FURTHER_CITATION: &str = "size_counts";

/// Refuses every cited rule that is not known, once where the file writes it; `sorted` has the known rules in alphabetical
/// order.
pub(super) fn check<T: Serialize>(file: &Authored<T>, known: &[&str], sorted: &[&str], findings: &mut Findings<'_>) {
    // JSON shows every field by its name.
    if let Ok(value) = serde_json::to_value(&file.value) {
        // The slower search for places is needed only for an unknown rule.
        if is_sound(&value, sorted) {
            return;
        }
        let text = &file.source.text;
        visit(&value, &ValuePath::root(), &mut |path, rule| {
            // A citation that is left out is that of its owner, which is checked itself.
            if !known.contains(&rule) && text[locate(text, path)].contains(rule) {
                findings.unknown(path, "rule", rule, known);
            }
        });
    }
}

/// Whether every cited rule is known.
fn is_sound(value: &Value, sorted: &[&str]) -> bool {
    match value {
        Value::Array(entries) => entries.iter().all(|entry| is_sound(entry, sorted)),
        Value::Object(fields) => fields.iter().all(|(name, inner)| match inner {
            Value::String(rule) if is_citation(name) => sorted.binary_search(&rule.as_str()).is_ok(),
            _ => is_sound(inner, sorted),
        }),
        _ => true,
    }
}

fn visit(value: &Value, path: &ValuePath, found: &mut impl FnMut(&ValuePath, &str)) {
    match value {
        Value::Array(entries) => {
            for (place, entry) in entries.iter().enumerate() {
                visit(entry, &path.index(place), found);
            }
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                visit_field(name, inner, path, found);
            }
        }
        _ => {}
    }
}

fn visit_field(name: &str, inner: &Value, path: &ValuePath, found: &mut impl FnMut(&ValuePath, &str)) {
    // Names of variants are not part of a path.
    let is_variant = name.starts_with(|first: char| first.is_ascii_uppercase());
    let at = if is_variant { path.clone() } else { path.field(name) };
    match inner {
        Value::String(rule) if is_citation(name) => found(&at, rule),
        _ => visit(inner, &at, found),
    }
}

fn is_citation(name: &str) -> bool {
    name == "rule" || name.ends_with("_rule") || name == FURTHER_CITATION
}
