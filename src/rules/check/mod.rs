//! Validation beyond the types: undefined names, numbers out of range, missing rows.

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
mod conditions;
mod hud;
mod movement;
mod policies;
mod units;

use std::ops::RangeInclusive;

use serde::Serialize;

use super::citations;
use super::content::{Authored, Content};
use crate::content::Name;
use crate::content::authored::{Diagnostic, Findings, ValuePath};
use crate::content::stat::Stat;
use crate::content::table::Named;

/// All mistakes in the content of a rule system, file by file.
pub(super) fn check(content: &Content) -> Vec<Diagnostic> {
    let mut findings = Findings::new(&content.codex.source);
    content.codex.value.check(&mut findings);
    let mut all = findings.finish(()).err().unwrap_or_default();
    let known = Known::of(content);
    let book = Book { content, known: &known };
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

/// The elements of a list with their paths.
fn each<'l, T>(list: &'l ValuePath, elements: &'l [T]) -> impl Iterator<Item = (ValuePath, &'l T)> {
    elements.iter().enumerate().map(|(at, element)| (list.index(at), element))
}

/// The names defined by the content of a rule system.
struct Known {
    rules: Vec<&'static str>,
    /// The rules in alphabetical order.
    sorted: Vec<&'static str>,
    conditions: Vec<&'static str>,
    stances: Vec<&'static str>,
    actions: Vec<&'static str>,
    weapons: Vec<&'static str>,
    armor: Vec<&'static str>,
    shields: Vec<&'static str>,
    things: Vec<&'static str>,
    derived: Vec<Stat>,
    spells: Vec<&'static str>,
    venoms: Vec<&'static str>,
}

impl Known {
    fn of(content: &Content) -> Known {
        fn ids<'a, T: Named + 'a>(list: impl IntoIterator<Item = &'a T>) -> Vec<&'static str> {
            list.into_iter().map(|entry| entry.id().as_str()).collect()
        }
        let codex = &content.codex.value;
        let rules = codex.rules.iter().map(|rule| &rule.id).chain(codex.rulings.iter().map(|ruling| &ruling.id));
        let rules: Vec<&str> = rules.map(|id| Name::new(id).as_str()).collect();
        let mut sorted = rules.clone();
        sorted.sort_unstable();
        let conditions = &content.conditions.value;
        Known {
            rules,
            sorted,
            conditions: ids(conditions),
            stances: ids(conditions.iter().filter(|condition| condition.stance.is_some())),
            actions: ids(content.actions()),
            spells: ids(content.spells()),
            venoms: ids(content.venoms.iter().flat_map(|venoms| &venoms.value)),
            weapons: ids(&content.weapons.value),
            armor: ids(&content.armor.value),
            shields: ids(&content.shields.value),
            things: ids(content.things.iter().flat_map(|things| &things.value)),
            derived: content.policies.value.derived.iter().map(|derived| derived.stat).collect(),
        }
    }
}

/// The content of a rule system with the names that its files may refer to.
#[derive(Copy, Clone)]
struct Book<'a> {
    content: &'a Content,
    known: &'a Known,
}

impl<'a> Book<'a> {
    /// Checks a file if there is one, including the rules it cites.
    fn inspect<T: Serialize + 'a>(
        self,
        file: impl IntoIterator<Item = &'a Authored<T>>,
        check: impl FnOnce(&T, &mut FileCheck<'_>),
    ) -> Vec<Diagnostic> {
        let Some(file) = file.into_iter().next() else { return Vec::new() };
        let mut inspection =
            FileCheck { findings: Findings::new(&file.source), known: self.known, content: self.content };
        citations::check(file, &self.known.rules, &self.known.sorted, &mut inspection.findings);
        check(&file.value, &mut inspection);
        inspection.findings.finish(()).err().unwrap_or_default()
    }
}

/// The check of one file.
struct FileCheck<'a> {
    findings: Findings<'a>,
    known: &'a Known,
    content: &'a Content,
}

impl FileCheck<'_> {
    fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) {
        self.findings.refuse(path, message);
    }

    fn condition(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "condition", name, &self.known.conditions);
    }

    fn stance(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "stance", name, &self.known.stances);
    }

    fn action(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "action", name, &self.known.actions);
    }

    fn weapon(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "weapon", name, &self.known.weapons);
    }

    fn venom(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "venom", name, &self.known.venoms);
    }

    fn name(&mut self, path: &ValuePath, what: &str, given: Name, known: &[&'static str]) {
        if !known.contains(&given.as_str()) {
            self.findings.unknown(path, what, given.as_str(), known);
        }
    }

    /// Refuses a number outside a range.
    fn within(&mut self, path: &ValuePath, value: impl Into<i64>, range: RangeInclusive<i64>) {
        let value = value.into();
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            self.refuse(path, format!("{value} is out of range: expected {least} to {most}"));
        }
    }

    /// Refuses duplicate and malformed ids.
    fn ids<T: Named>(&mut self, list: &[T]) {
        for (at, entry) in list.iter().enumerate() {
            let path = ValuePath::root().index(at).field("id");
            let id = entry.id();
            if list[..at].iter().any(|earlier| earlier.id() == id) {
                self.refuse(&path, format!("duplicate id `{id}`"));
            }
            self.id_shape(&path, id.as_str());
        }
    }

    fn id_shape(&mut self, path: &ValuePath, id: &str) {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if id.is_empty() || !id.chars().all(plain) {
            self.refuse(path, format!("invalid id `{id}`: use lower-case letters, digits and `_`"));
        }
    }

    fn not_blank(&mut self, path: &ValuePath, text: &str) {
        if text.trim().is_empty() {
            self.refuse(path, "must not be blank");
        }
    }
}
