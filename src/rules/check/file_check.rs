//! The check of one file, with the names that it may refer to.

use std::ops::RangeInclusive;

use crate::content::Name;
use crate::content::authored::{Findings, ValuePath};
use crate::content::stat::Stat;
use crate::content::table::Named;
use crate::rules::content::Content;

/// The names defined by the content of a rule system.
pub(super) struct Known {
    pub(super) rules: Vec<&'static str>,
    /// The rules in alphabetical order.
    pub(super) sorted: Vec<&'static str>,
    pub(super) conditions: Vec<&'static str>,
    pub(super) stances: Vec<&'static str>,
    pub(super) actions: Vec<&'static str>,
    pub(super) weapons: Vec<&'static str>,
    pub(super) armor: Vec<&'static str>,
    pub(super) shields: Vec<&'static str>,
    pub(super) things: Vec<&'static str>,
    pub(super) derived: Vec<Stat>,
    pub(super) spells: Vec<&'static str>,
    pub(super) venoms: Vec<&'static str>,
}

impl Known {
    pub(super) fn of(content: &Content) -> Known {
        fn ids<'a, T: Named + 'a>(list: impl IntoIterator<Item = &'a T>) -> Vec<&'static str> {
            list.into_iter().map(|entry| entry.id().as_str()).collect()
        }
        let codex = &content.codex.value;
        let all = codex.rules.iter().map(|rule| &rule.id);
        let cited = all.chain(codex.rulings.iter().map(|ruling| &ruling.id));
        let conditions = &content.conditions.value;
        let stances = conditions.iter().filter(|condition| condition.stance.is_some());
        let rules: Vec<&str> = cited.map(|id| Name::new(id).as_str()).collect();
        let mut sorted = rules.clone();
        sorted.sort_unstable();
        Known {
            rules,
            sorted,
            conditions: ids(conditions),
            stances: stances.map(|condition| condition.id.as_str()).collect(),
            actions: ids(content.actions()),
            spells: ids(content.spells()),
            venoms: content.venoms.iter().flat_map(|venoms| ids(&venoms.value)).collect(),
            weapons: ids(&content.weapons.value),
            armor: ids(&content.armor.value),
            shields: ids(&content.shields.value),
            things: content.things.iter().flat_map(|things| ids(&things.value)).collect(),
            derived: content.policies.value.derived.iter().map(|derived| derived.stat).collect(),
        }
    }
}

/// The check of one file.
pub(super) struct FileCheck<'a> {
    pub(super) findings: Findings<'a>,
    pub(super) known: &'a Known,
}

impl FileCheck<'_> {
    pub(super) fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) {
        self.findings.refuse(path, message);
    }

    pub(super) fn condition(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.conditions;
        self.name(path, "condition", name, known);
    }

    pub(super) fn stance(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.stances;
        self.name(path, "stance", name, known);
    }

    pub(super) fn action(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.actions;
        self.name(path, "action", name, known);
    }

    pub(super) fn weapon(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.weapons;
        self.name(path, "weapon", name, known);
    }

    pub(super) fn name(&mut self, path: &ValuePath, what: &str, given: Name, known: &[&'static str]) {
        if !known.contains(&given.as_str()) {
            self.findings.unknown(path, what, given.as_str(), known);
        }
    }

    /// Refuses a number outside a range.
    pub(super) fn within(&mut self, path: &ValuePath, value: impl Into<i64>, range: RangeInclusive<i64>) {
        let value = value.into();
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            self.refuse(path, format!("{value} is out of range: expected {least} to {most}"));
        }
    }

    /// Refuses duplicate and malformed ids.
    pub(super) fn ids<T: Named>(&mut self, list: &[T]) {
        for (at, entry) in list.iter().enumerate() {
            let path = ValuePath::root().index(at).field("id");
            let id = entry.id();
            if list[..at].iter().any(|earlier| earlier.id() == id) {
                self.refuse(&path, format!("duplicate id `{id}`"));
            }
            self.id_shape(&path, id.as_str());
        }
    }

    pub(super) fn id_shape(&mut self, path: &ValuePath, id: &str) {
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if id.is_empty() || !id.chars().all(plain) {
            self.refuse(path, format!("invalid id `{id}`: use lower-case letters, digits and `_`"));
        }
    }

    pub(super) fn not_blank(&mut self, path: &ValuePath, text: &str) {
        if text.trim().is_empty() {
            self.refuse(path, "must not be blank");
        }
    }
}
