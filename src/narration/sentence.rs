//! Builds a sentence from parts, with the names of combatants, actions, conditions and weapons in a battle.

use std::borrow::Cow;

use super::line::{LineSum, Span};
use super::notes::object_name;
use crate::battle::{CombatantId, Snapshot, ThingRef, WeaponSlot};
use crate::content::{Breakdown, LengthUnit, Name, Rule};
use crate::grid::Cell;
use crate::rules::Ruleset;

pub fn action_name(rules: &Ruleset, action: Name) -> String {
    rules.actions.get(action).map_or_else(|| action.as_str().replace('_', " "), |found| found.name.clone())
}

/// The name of a condition in lower case.
pub fn condition_name(rules: &Ruleset, condition: Name) -> String {
    rules.conditions.get(condition).map_or_else(|| condition.to_string(), |found| found.name.to_lowercase())
}

pub struct NameLookup<'a> {
    pub snapshot: &'a Snapshot,
    pub rules: &'a Ruleset,
}

impl NameLookup<'_> {
    pub fn name(&self, who: CombatantId) -> &str {
        self.snapshot.rows.get(who.index()).map_or("?", |row| &row.name)
    }

    pub fn weapon(&self, who: CombatantId, slot: WeaponSlot) -> String {
        let entry = self.snapshot.rows.get(who.index()).and_then(|row| row.sheet.weapon(slot));
        entry.map_or_else(|| "weapon".to_owned(), |entry| entry.weapon.name.clone())
    }

    /// The name of an object on the board in lower case, with its article.
    pub fn object(&self, thing: ThingRef) -> String {
        format!("the {}", object_name(self.snapshot.view(), self.rules, thing).to_lowercase())
    }

    /// The name of a reaction, or of the action it takes.
    pub fn reaction(&self, reaction: Name) -> String {
        let found = self.rules.policies.reactions.iter().find(|known| known.id == reaction);
        found.map_or_else(|| action_name(self.rules, reaction).to_lowercase(), |found| found.name.clone())
    }
}

/// A sentence under construction. Each method adds a part.
pub struct Sentence<'a> {
    names: &'a NameLookup<'a>,
    spans: Vec<Span>,
    sums: Vec<LineSum>,
}

impl<'a> Sentence<'a> {
    pub fn new(names: &'a NameLookup<'a>) -> Sentence<'a> {
        Sentence { names, spans: Vec::new(), sums: Vec::new() }
    }

    pub fn say(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        self.spans.push(Span::Words(words.into()));
        self
    }

    pub fn who(mut self, id: CombatantId) -> Self {
        self.spans.push(Span::Combatant(id, self.names.name(id).to_owned()));
        self
    }

    pub fn action(mut self, action: Name) -> Self {
        self.spans.push(Span::Action(action, action_name(self.names.rules, action)));
        self
    }

    pub fn condition(mut self, condition: Name) -> Self {
        self.spans.push(Span::Condition(condition, condition_name(self.names.rules, condition)));
        self
    }

    /// The name of a stance, capitalised as in the rules.
    pub fn stance(mut self, stance: Name) -> Self {
        let found = self.names.rules.conditions.get(stance);
        let name = found.map_or_else(|| stance.to_string(), |found| found.name.clone());
        self.spans.push(Span::Condition(stance, name));
        self
    }

    pub fn weapon(self, who: CombatantId, slot: WeaponSlot) -> Self {
        let name = self.names.weapon(who, slot);
        self.say(name)
    }

    pub fn cell(mut self, cell: Cell) -> Self {
        self.spans.push(Span::Cell(cell));
        self
    }

    /// A number in the sentence, with its terms behind it.
    pub fn sum(mut self, title: impl Into<String>, number: &Breakdown) -> Self {
        self.spans.push(Span::Sum(self.sums.len(), number.total()));
        self.with(title, number)
    }

    /// A length in the sentence with its unit, and its terms behind it.
    pub fn length(self, unit: &LengthUnit, length: &Breakdown) -> Self {
        if unit.parts > 1 {
            return self.say(unit.long(length.total())).with(unit.many.clone(), length);
        }
        let word = if length.total() == 1 { &unit.one } else { &unit.many };
        self.sum(unit.many.clone(), length).say(format!(" {word}"))
    }

    /// A number that is only listed behind the sentence.
    pub fn with(mut self, title: impl Into<String>, number: &Breakdown) -> Self {
        self.sums.push(LineSum { title: title.into(), number: number.clone() });
        self
    }

    /// Cites a rule, unless it is empty.
    pub fn cite(mut self, rule: Rule) -> Self {
        if !rule.as_str().is_empty() {
            self.spans.push(Span::Rule(rule));
        }
        self
    }

    pub fn done(self) -> (Vec<Span>, Vec<LineSum>) {
        (self.spans, self.sums)
    }
}
