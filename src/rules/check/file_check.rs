//! The check of one file of a rule system.

use std::ops::RangeInclusive;

use crate::content::{DamageTypes, Findings, Name, Named, RollType, Stat, ValuePath};
use crate::rules::content::Content;

pub(super) fn each<'l, T>(list: &'l ValuePath, elements: &'l [T]) -> impl Iterator<Item = (ValuePath, &'l T)> {
    elements.iter().enumerate().map(|(at, element)| (list.index(at), element))
}

/// The check of one file of a rule system.
pub(super) struct FileCheck<'a> {
    pub(super) findings: Findings<'a>,
    pub(super) content: &'a Content,
}

impl<'a> FileCheck<'a> {
    pub(super) fn refuse(&mut self, path: &ValuePath, message: impl Into<String>) {
        self.findings.refuse(path, message);
    }

    pub(super) fn condition(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "condition", name, &self.content.conditions.value);
    }

    pub(super) fn stance(&mut self, path: &ValuePath, name: Name) {
        let stances = self.content.conditions.value.iter().filter(|condition| condition.stance.is_some());
        self.name(path, "stance", name, stances);
    }

    pub(super) fn action(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "action", name, self.content.actions());
    }

    /// Refuses names of neither an action nor a spell.
    pub(super) fn act(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "action", name, self.content.actions().chain(self.content.spells()));
    }

    pub(super) fn pool(&mut self, path: &ValuePath, name: Name) {
        let pools = self.content.policies.value.economy.pools();
        let known: Vec<&str> = pools.map(|(_, pool)| pool.id.as_str()).collect();
        if !known.contains(&name.as_str()) {
            self.findings.unknown(path, "pool", name.as_str(), &known);
        }
    }

    /// Refuses names of rolls that the rule system does not have.
    pub(super) fn roll(&mut self, path: &ValuePath, roll: RollType) {
        let known = &self.content.policies.value.rolls.others;
        if let RollType::Named(id) = roll
            && known.iter().all(|other| other.id != id)
        {
            let known: Vec<&str> = known.iter().map(|other| other.id.as_str()).collect();
            self.findings.unknown(&path.index(0), "roll", id.as_str(), &known);
        }
    }

    pub(super) fn venom(&mut self, path: &ValuePath, name: Name) {
        self.name(path, "venom", name, self.content.venoms.iter().flat_map(|venoms| &venoms.value));
    }

    /// Refuses names that are no damage types of the rule system, nor groups of them.
    pub(super) fn damage_types(&mut self, path: &ValuePath, types: DamageTypes) {
        let damage = &self.content.policies.value.damage;
        let known = damage.groups.iter().fold(damage.types.and(DamageTypes::KNOWN), |all, group| all.and(group.id));
        let names = known.names();
        for unknown in types.without(known).names() {
            self.findings.unknown(path, "damage type", unknown, &names);
        }
    }

    pub(super) fn name<'k, T: Named + 'k>(
        &mut self,
        path: &ValuePath,
        what: &str,
        given: Name,
        known: impl IntoIterator<Item = &'k T>,
    ) {
        let known: Vec<Name> = known.into_iter().map(Named::id).collect();
        if !known.contains(&given) {
            let known: Vec<&str> = known.into_iter().map(Name::as_str).collect();
            self.findings.unknown(path, what, given.as_str(), &known);
        }
    }

    /// The columns of the size table: those of its first row.
    pub(super) fn size_columns(&self) -> Vec<&'a str> {
        let first = self.content.policies.value.sizes.first();
        first.map(|row| row.modifiers.keys().map(String::as_str).collect()).unwrap_or_default()
    }

    pub(super) fn size_column(&mut self, path: &ValuePath, given: Name) {
        let known = self.size_columns();
        if !known.contains(&given.as_str()) {
            self.findings.unknown(path, "column of the size table", given.as_str(), &known);
        }
    }

    pub(super) fn is_derived(&self, stat: Stat) -> bool {
        self.content.policies.value.derived.iter().any(|derived| derived.stat == stat)
    }

    pub(super) fn within(&mut self, path: &ValuePath, value: impl Into<i64>, range: RangeInclusive<i64>) {
        let value = value.into();
        if !range.contains(&value) {
            let (least, most) = (range.start(), range.end());
            self.refuse(path, format!("{value} is out of range: expected {least} to {most}"));
        }
    }

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
