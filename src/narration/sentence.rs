//! Builds a sentence from parts.

use std::borrow::Cow;

use super::line::{LineSum, Span};
use super::names::NameLookup;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::breakdown::Breakdown;
use crate::content::{Name, Rule};
use crate::grid::Cell;

/// A finished sentence and the numbers behind it.
pub type Told = (Vec<Span>, Vec<LineSum>);

/// A sentence under construction. Each method adds a part.
pub struct Sentence<'a> {
    names: &'a NameLookup<'a>,
    spans: Vec<Span>,
    sums: Vec<LineSum>,
}

impl<'a> Sentence<'a> {
    /// An empty sentence.
    pub fn new(names: &'a NameLookup<'a>) -> Sentence<'a> {
        Sentence { names, spans: Vec::new(), sums: Vec::new() }
    }

    /// Adds words.
    pub fn say(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        self.spans.push(Span::Words(words.into()));
        self
    }

    /// Adds the name of a combatant.
    pub fn who(mut self, id: CombatantId) -> Self {
        self.spans.push(Span::Combatant(id, self.names.name(id).to_owned()));
        self
    }

    /// Adds the name of an action.
    pub fn action(mut self, action: Name) -> Self {
        self.spans.push(Span::Action(action, self.names.action(action)));
        self
    }

    /// Adds the name of a condition.
    pub fn condition(mut self, condition: Name) -> Self {
        self.spans.push(Span::Condition(condition, self.names.condition(condition)));
        self
    }

    /// The name of a stance, capitalised as in the rules.
    pub fn stance(mut self, stance: Name) -> Self {
        let found = self.names.rules.conditions.get(stance);
        let name = found.map_or_else(|| stance.to_string(), |found| found.name.clone());
        self.spans.push(Span::Condition(stance, name));
        self
    }

    /// Adds the name of a weapon.
    pub fn weapon(self, who: CombatantId, slot: WeaponSlot) -> Self {
        let name = self.names.weapon(who, slot);
        self.say(name)
    }

    /// Adds a cell.
    pub fn cell(mut self, cell: Cell) -> Self {
        self.spans.push(Span::Cell(cell));
        self
    }

    /// A number in the sentence, with its terms behind it.
    pub fn sum(mut self, title: impl Into<String>, number: &Breakdown) -> Self {
        self.spans.push(Span::Sum(self.sums.len(), number.total()));
        self.with(title, number)
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

    /// The parts of the sentence and its numbers.
    pub fn done(self) -> Told {
        (self.spans, self.sums)
    }
}
