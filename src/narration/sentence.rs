use std::borrow::Cow;

use super::line::{Span, Sum};
use super::teller::Teller;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::breakdown::Breakdown;
use crate::content::{Name, Rule};
use crate::grid::Cell;

/// A sentence and its numbers.
pub type Told = (Vec<Span>, Vec<Sum>);

/// A sentence that is being written.
pub struct Sentence<'a> {
    teller: &'a Teller<'a>,
    spans: Vec<Span>,
    sums: Vec<Sum>,
}

impl<'a> Sentence<'a> {
    pub fn new(teller: &'a Teller<'a>) -> Sentence<'a> {
        Sentence { teller, spans: Vec::new(), sums: Vec::new() }
    }

    pub fn say(mut self, words: impl Into<Cow<'static, str>>) -> Self {
        self.spans.push(Span::Words(words.into()));
        self
    }

    pub fn who(mut self, id: CombatantId) -> Self {
        self.spans.push(Span::Combatant(id, self.teller.name(id).to_owned()));
        self
    }

    pub fn action(mut self, action: Name) -> Self {
        self.spans.push(Span::Action(action, self.teller.action(action)));
        self
    }

    pub fn condition(mut self, condition: Name) -> Self {
        self.spans.push(Span::Condition(condition, self.teller.condition(condition)));
        self
    }

    /// A stance by its name as the rules write it.
    pub fn stance(mut self, stance: Name) -> Self {
        let found = self.teller.rules.conditions.get(stance);
        let name = found.map_or_else(|| stance.to_string(), |found| found.name.clone());
        self.spans.push(Span::Condition(stance, name));
        self
    }

    pub fn weapon(self, who: CombatantId, slot: WeaponSlot) -> Self {
        let name = self.teller.weapon(who, slot);
        self.say(name)
    }

    pub fn cell(mut self, cell: Cell) -> Self {
        self.spans.push(Span::Cell(cell));
        self
    }

    /// A number that stands in the sentence and below it with its terms.
    pub fn sum(mut self, title: impl Into<String>, number: &Breakdown) -> Self {
        self.spans.push(Span::Sum(self.sums.len(), number.total()));
        self.with(title, number)
    }

    /// A number that only stands below the sentence.
    pub fn with(mut self, title: impl Into<String>, number: &Breakdown) -> Self {
        self.sums.push(Sum { title: title.into(), number: number.clone() });
        self
    }

    pub fn cite(mut self, rule: Rule) -> Self {
        if !rule.as_str().is_empty() {
            self.spans.push(Span::Rule(rule));
        }
        self
    }

    pub fn done(self) -> Told {
        (self.spans, self.sums)
    }
}
