//! Facts in words. The terminal, JSON output and the window's log all print these lines.
//!
//! A fact becomes a [`Line`]: a sentence in parts that link to what they name, and the numbers behind it.

mod about;
mod dues;
mod line;
mod names;
mod numbers;
mod places;
mod rest;
mod sentence;
mod spells;
mod teller;

pub use about::about;
pub use dues::{due_dangers, due_words};
pub use line::{Line, LineKind, LineSum, Span, Tone};
pub use places::{LaidWords, laid_words};

use crate::battle::Snapshot;
use crate::resolution::event::BattleEvent;
use crate::rules::Ruleset;

/// The log line of a fact, or `None` for bookkeeping facts.
///
/// `snapshot` may be the battle at the time of the fact or later: names never change.
pub fn narrate(snapshot: &Snapshot, rules: &Ruleset, event: &BattleEvent) -> Option<Line> {
    let teller = teller::Teller(names::NameLookup { snapshot, rules });
    let (spans, sums) = teller.tell(event)?;
    let (kind, tone) = about::kind_of(event);
    let about = about(event);
    let place = about::place_of(event).or_else(|| {
        let last = about.last()?;
        Some(snapshot.view().footprint(*last).anchor)
    });
    Some(Line { kind, tone, about, place, spans, sums })
}
