//! Lines of the log.

use std::borrow::Cow;
use std::fmt;

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::{Breakdown, Name, Rule};
use crate::grid::Cell;

/// Topic of a log line. The window filters by it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineKind {
    /// Actions and reactions.
    Actions,
    /// Checks and other rolls.
    Rolls,
    /// Damage, healing and deaths.
    Harm,
    /// Movement.
    Moves,
    /// Conditions, stances and equipment.
    States,
    /// Turns and time.
    Time,
}

impl LineKind {
    /// All kinds.
    pub const ALL: [LineKind; 6] =
        [LineKind::Actions, LineKind::Rolls, LineKind::Harm, LineKind::Moves, LineKind::States, LineKind::Time];

    /// The word on the filter.
    pub fn word(self) -> &'static str {
        match self {
            LineKind::Actions => "actions",
            LineKind::Rolls => "rolls",
            LineKind::Harm => "harm",
            LineKind::Moves => "moves",
            LineKind::States => "states",
            LineKind::Time => "time",
        }
    }
}

/// Whether a log line is good or bad news for the acting combatant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neither good nor bad.
    Plain,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Of little interest.
    Quiet,
}

/// A part of a log line. Spaces between parts belong to the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain words.
    Words(Cow<'static, str>),
    /// A combatant and its name.
    Combatant(CombatantId, String),
    /// An action and its name.
    Action(Name, String),
    /// A condition or stance and its name.
    Condition(Name, String),
    /// A cell.
    Cell(Cell),
    /// The index of a number in [`Line::sums`], and its total.
    Sum(usize, i16),
    /// The rule cited.
    Rule(Rule),
}

/// Plain text. A rule is written in brackets after a space.
impl fmt::Display for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Span::Words(words) => out.write_str(words),
            Span::Combatant(_, name) | Span::Action(_, name) | Span::Condition(_, name) => out.write_str(name),
            Span::Cell(cell) => cell.fmt(out),
            Span::Sum(_, total) => total.fmt(out),
            Span::Rule(rule) => write!(out, " [{rule}]"),
        }
    }
}

/// A number behind a log line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSum {
    /// Title of the number, such as `damage`.
    pub title: String,
    /// The number with its terms.
    pub number: Breakdown,
}

/// A fact as a line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its topic.
    pub kind: LineKind,
    /// Good or bad news.
    pub tone: Tone,
    /// The combatants it is about, the acting one first.
    pub about: SmallVec<[CombatantId; 2]>,
    /// The cell where it happened, otherwise the cell of the last combatant it is about.
    pub place: Option<Cell>,
    /// The sentence.
    pub spans: Vec<Span>,
    /// The numbers behind it.
    pub sums: Vec<LineSum>,
}

impl Line {
    /// The rules cited in the sentence.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.spans.iter().filter_map(|span| match span {
            Span::Rule(rule) => Some(*rule),
            _ => None,
        })
    }

    /// The sentence alone, without the terms of its numbers.
    pub fn words(&self) -> String {
        self.spans.iter().map(Span::to_string).collect()
    }
}

/// The sentence, then every number with its terms.
impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for span in &self.spans {
            span.fmt(out)?;
        }
        for sum in &self.sums {
            write!(out, "; {}: {}", sum.title, sum.number)?;
        }
        Ok(())
    }
}
