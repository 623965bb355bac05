//! Validation beyond the types: undefined names, numbers out of range, missing rows.

mod actions;
mod conditions;
mod gear;
mod height;
mod hud;
mod policies;
mod rest;
mod spells;
mod units;
mod venoms;

use std::ops::RangeInclusive;

use serde::Serialize;

use super::citations;
use super::content::{Authored, Content};
use crate::content::Name;
use crate::content::authored::{Diagnostic, Findings, ValuePath};
use crate::content::codex::Codex;
use crate::content::stat::Stat;
use crate::content::table::Named;

/// All mistakes in the content of a rule system, file by file.
pub(super) fn check(content: &Content) -> Vec<Diagnostic> {
    let known = Known::of(content);
    let mut all = Vec::new();
    all.extend(check_codex(&content.codex));
    all.extend(inspect(&content.policies, &known, |policies, file| {
        policies::check(policies, file);
        if let Some(policy) = &policies.rest {
            rest::check(policy, content, file);
        }
    }));
    all.extend(inspect(&content.conditions, &known, |list, file| conditions::check(list, file)));
    for (at, topic) in content.actions.iter().enumerate() {
        all.extend(inspect(topic, &known, |list, file| {
            actions::check(list, &content.policies.value, file);
            actions::check_ids(list, &content.actions[..at], file);
            hud::check_listed(list, &content.hud.value, file);
        }));
    }
    if let Some(spells) = &content.spells {
        all.extend(inspect(spells, &known, |list, file| {
            spells::check(list, content, file);
            hud::check_listed(list, &content.hud.value, file);
        }));
    }
    if let Some(venoms) = &content.venoms {
        all.extend(inspect(venoms, &known, |list, file| venoms::check(list, content, file)));
    }
    all.extend(inspect(&content.weapons, &known, |list, file| {
        gear::check_weapons(list, &content.policies.value, file);
        spells::check_items(list, content, file);
    }));
    all.extend(inspect(&content.armor, &known, |list, file| gear::check_armor(list, file)));
    all.extend(inspect(&content.shields, &known, |list, file| gear::check_shields(list, file)));
    if let Some(things) = &content.things {
        all.extend(inspect(things, &known, |list, file| {
            actions::check_items(list, &content.policies.value, file);
            spells::check_scrolls(list, content, file);
        }));
    }
    all.extend(inspect(&content.hud, &known, |layout, file| hud::check(layout, content, file)));
    for (stem, unit) in &content.units {
        all.extend(inspect(unit, &known, |unit, file| units::check(stem, unit, content, file)));
    }
    all
}

/// Checks the codex.
fn check_codex(codex: &Authored<Codex>) -> Vec<Diagnostic> {
    let mut findings = Findings::new(&codex.source);
    codex.value.check(&mut findings);
    findings.finish(()).err().unwrap_or_default()
}

/// Checks one file, including the rules it cites.
fn inspect<T: Serialize>(
    file: &Authored<T>,
    known: &Known,
    check: impl FnOnce(&T, &mut FileCheck<'_>),
) -> Vec<Diagnostic> {
    let mut inspection = FileCheck { findings: Findings::new(&file.source), known };
    citations::check(file, &known.rules, &known.sorted, &mut inspection.findings);
    check(&file.value, &mut inspection);
    inspection.findings.finish(()).err().unwrap_or_default()
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
struct FileCheck<'a> {
    findings: Findings<'a>,
    known: &'a Known,
}

impl FileCheck<'_> {
    fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) {
        self.findings.refuse(path, message);
    }

    fn condition(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.conditions;
        self.name(path, "condition", name, known);
    }

    fn stance(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.stances;
        self.name(path, "stance", name, known);
    }

    fn action(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.actions;
        self.name(path, "action", name, known);
    }

    fn weapon(&mut self, path: &ValuePath, name: Name) {
        let known = &self.known.weapons;
        self.name(path, "weapon", name, known);
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
