//! Validation beyond the types: undefined names and rules, numbers out of range, missing rows.

/// Refuses each of these fields of a value that is outside its range.
macro_rules! within {
    ($file:ident, $path:expr, $value:expr, $($field:ident in $range:expr),+) => {
        $($file.within(&$path.field(stringify!($field)), $value.$field, $range);)+
    };
}

/// Refuses each of these fields of a value that names an unknown condition.
macro_rules! conditions {
    ($file:ident, $path:expr, $value:expr, $($field:ident),+) => {
        $($file.condition(&$path.field(stringify!($field)), $value.$field);)+
    };
}

mod actions;
mod afflictions;
mod conditions;
mod file_check;
mod hud;
mod ladder;
mod policies;
mod units;

use serde::Serialize;
use serde_json::Value;

use self::file_check::FileCheck;
use super::content::{Authored, Content};
use crate::content::authored::locate;
use crate::content::{Diagnostic, Findings, ValuePath};

pub(super) fn check(content: &Content) -> Vec<Diagnostic> {
    let mut findings = Findings::new(&content.codex.source);
    content.codex.value.check(&mut findings);
    let mut all = findings.finish(()).err().unwrap_or_default();
    let codex = &content.codex.value;
    let rules = codex.rules.iter().map(|rule| &rule.id).chain(codex.rulings.iter().map(|ruling| &ruling.id));
    let rules: Vec<&str> = rules.map(String::as_str).collect();
    let mut sorted = rules.clone();
    sorted.sort_unstable();
    let book = Book { content, rules, sorted };
    all.extend(book.inspect([&content.stats], |list, file| units::check_stat_rows(list, file)));
    all.extend(book.inspect([&content.policies], policies::check));
    all.extend(book.inspect([&content.conditions], |list, file| conditions::check(list, file)));
    for (at, topic) in content.actions.iter().enumerate() {
        all.extend(book.inspect([topic], |list, file| {
            actions::check(list, file);
            actions::check_ids(list, &content.actions[..at], file);
            hud::check_listed(list, file);
        }));
    }
    all.extend(book.inspect(&content.spells, |list, file| {
        actions::check_spells(list, file);
        hud::check_listed(list, file);
    }));
    all.extend(book.inspect(&content.venoms, |list, file| conditions::check_venoms(list, file)));
    all.extend(book.inspect([&content.weapons], |list, file| units::check_weapons(list, file)));
    all.extend(book.inspect([&content.armor], |list, file| units::check_armor(list, file)));
    all.extend(book.inspect([&content.shields], |list, file| units::check_shields(list, file)));
    all.extend(book.inspect(&content.things, |list, file| actions::check_items(list, file)));
    all.extend(book.inspect([&content.hud], hud::check));
    for (stem, unit) in &content.units {
        all.extend(book.inspect([unit], |unit, file| units::check(stem, unit, file)));
    }
    all
}

/// The content of a rule system, with the rules that it may cite.
struct Book<'a> {
    content: &'a Content,
    rules: Vec<&'a str>,
    sorted: Vec<&'a str>,
}

impl<'a> Book<'a> {
    /// Checks a file if there is one, including the rules it cites.
    fn inspect<T: Serialize + 'a>(
        &self,
        file: impl IntoIterator<Item = &'a Authored<T>>,
        check: impl FnOnce(&T, &mut FileCheck<'_>),
    ) -> Vec<Diagnostic> {
        let Some(file) = file.into_iter().next() else { return Vec::new() };
        let mut inspection = FileCheck { findings: Findings::new(&file.source), content: self.content };
        check_citations(file, &self.rules, &self.sorted, &mut inspection.findings);
        check(&file.value, &mut inspection);
        inspection.findings.finish(()).err().unwrap_or_default()
    }
}

/// Refuses every cited rule that is not known, once where the file writes it; `sorted` has the known rules in order.
fn check_citations<T: Serialize>(file: &Authored<T>, known: &[&str], sorted: &[&str], findings: &mut Findings<'_>) {
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
    name == "rule" || name.ends_with("_rule")
}
