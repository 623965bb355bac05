//! Playing a recording again, and saying where it parts from what was recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Chosen, Contents, Ending, Entry, Mark, Playthrough, Recording, Stuck, last_rule};
use crate::battle::{CombatantId, Count, Row};
use crate::content::Rule;
use crate::resolution::Setup;

/// Where a battle played again parts from its recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Parted {
    /// It was recorded with other content.
    #[error("it was recorded with other content: {} changed since", changed.join(" and "))]
    Content { changed: Vec<String> },
    /// The state differs after an activation.
    #[error("it parts at activation {activation}, count {count}: {what}; the last rule applied is {}", cited(*rule))]
    State { activation: u64, count: Count, what: String, rule: Option<Rule> },
    /// A recorded answer does not fit.
    #[error("it parts after activation {activation}, count {count}: {stuck}; the last rule applied is {}", cited(*rule))]
    Stuck { activation: u64, count: Count, stuck: Stuck, rule: Option<Rule> },
    /// It ends otherwise.
    #[error("it ends otherwise: recorded {recorded}, now {now}; the last rule applied is {}", cited(*rule))]
    Ending { recorded: String, now: String, rule: Option<Rule> },
}

impl Parted {
    /// The line of the recording that no longer holds, counted from 1.
    pub fn line(&self, recording: &Recording) -> usize {
        let holds = |entry: &Entry| match (self, entry) {
            (Parted::Content { .. }, _) => false,
            (Parted::State { activation, .. }, Entry::Mark(mark)) => mark.activation >= *activation,
            (Parted::Stuck { stuck, .. }, Entry::Chosen(chosen)) => chosen.at >= stuck.at(),
            (Parted::Ending { .. }, Entry::Ended(_)) => true,
            _ => false,
        };
        recording.entries.iter().position(holds).map_or(1, |at| at + 2)
    }
}

fn cited(rule: Option<Rule>) -> String {
    rule.map_or_else(|| "none".to_owned(), |rule| rule.to_string())
}

/// What was verified.
pub struct Verified {
    /// The battle as it was played again.
    pub play: Playthrough,
    /// How many marks were compared.
    pub marks: usize,
    /// How many recorded answers were given again.
    pub answers: usize,
    /// Whether the recording goes to the end of the battle.
    pub finished: bool,
    /// All answers, with the passes after the last one that was recorded.
    pub given: Vec<Chosen>,
}

/// Whether content is what it was when the recording was made.
///
/// # Errors
/// Names what changed.
pub fn content_matches(setup: &Setup, recorded: &Contents) -> Result<(), Parted> {
    let changed = Contents::of(setup).changed_from(recorded);
    if changed.is_empty() { Ok(()) } else { Err(Parted::Content { changed }) }
}

/// Plays a recording again and compares every mark.
///
/// # Errors
/// Says where, in what and after which rule the two first part.
pub fn verify(setup: &Arc<Setup>, recording: &Recording) -> Result<Verified, Parted> {
    content_matches(setup, &recording.beginning.content)?;
    let chosen: Vec<Chosen> = recording.chosen().cloned().collect();
    let mut play = Playthrough::begin(Arc::clone(setup), recording.beginning.clone());
    let followed = play.follow(recording);
    let (recorded, now): (Vec<&Mark>, Vec<&Mark>) = (recording.marks().collect(), play.recording().marks().collect());
    if let Some(at) = recorded.iter().zip(&now).position(|(then, now)| !same(then, now)) {
        return Err(state(setup, recording, &chosen, &recorded[..=at], &now[..=at]));
    }
    let last = now.last().map_or((0, 0), |mark| (mark.activation, mark.count));
    let rule = || last_rule(play.battle().log().events());
    let given = match followed {
        Ok(given) => given,
        Err(stuck) => return Err(Parted::Stuck { activation: last.0, count: last.1, stuck, rule: rule() }),
    };
    let (then, ending) = (recording.ending(), play.recording().ending());
    if let Some(then) = then.filter(|then| Some(*then) != ending) {
        return Err(Parted::Ending { recorded: told(Some(then)), now: told(ending), rule: rule() });
    }
    if recorded.len() > now.len() {
        let missing = format!("{} recorded activations never happen", recorded.len() - now.len());
        return Err(Parted::State { activation: last.0, count: last.1, what: missing, rule: rule() });
    }
    let (marks, finished) = (recorded.len(), then.is_some());
    Ok(Verified { play, marks, answers: chosen.len(), finished, given })
}

fn same(then: &Mark, now: &Mark) -> bool {
    (then.activation, then.count, then.checksum) == (now.activation, now.count, now.checksum)
}

fn told(ending: Option<&Ending>) -> String {
    ending.map_or_else(
        || "nobody has won yet".to_owned(),
        |ending| format!("{:?} at count {} with checksum {}", ending.outcome, ending.count, ending.checksum),
    )
}

/// The first difference at a mark: the battle is played again up to it, to see its state and its last rule.
fn state(setup: &Arc<Setup>, recording: &Recording, chosen: &[Chosen], then: &[&Mark], now: &[&Mark]) -> Parted {
    let (then, now) = (Marked::after(then), Marked::after(now));
    let mut play = Playthrough::begin(Arc::clone(setup), recording.beginning.clone());
    let mut words: Option<(String, Option<Rule>)> = None;
    let mut look = |play: &Playthrough| {
        if words.is_none() && play.battle().log().seen() >= now.mark.facts {
            let facts = play.battle().log().events();
            let until = usize::try_from(now.mark.facts).unwrap_or(usize::MAX).min(facts.len());
            words = Some((difference(play, &then, &now), last_rule(&facts[..until])));
        }
    };
    look(&play);
    // Whether it gets stuck later does not matter here.
    let stopped = play.retrace(chosen, |play, _, _| look(play));
    if stopped.is_ok() {
        look(&play);
    }
    let (what, rule) = words.unwrap_or_else(|| (difference(&play, &then, &now), None));
    Parted::State { activation: now.mark.activation, count: now.mark.count, what, rule }
}

/// A mark with what it and those before it say of every combatant.
struct Marked<'m> {
    mark: &'m Mark,
    parts: BTreeMap<CombatantId, &'m [u16]>,
}

impl<'m> Marked<'m> {
    /// The last of some marks.
    fn after(marks: &[&'m Mark]) -> Marked<'m> {
        let parts = marks.iter().flat_map(|mark| &mark.parts).map(|(who, parts)| (*who, parts.as_slice())).collect();
        Marked { mark: marks[marks.len() - 1], parts }
    }
}

fn difference(play: &Playthrough, then: &Marked<'_>, now: &Marked<'_>) -> String {
    let (known, parts) = (&then.parts, &now.parts);
    let (then, now) = (then.mark, now.mark);
    if then.activation != now.activation {
        return format!("{} turns had been taken, now {}", then.activation, now.activation);
    }
    if then.count != now.count {
        return format!("it was count {}, now it is {}", then.count, now.count);
    }
    for row in &play.snapshot().rows {
        let (Some(then), Some(now)) = (known.get(&row.id).copied(), parts.get(&row.id).copied()) else { continue };
        let differs = then.iter().zip(now).position(|(then, now)| then != now);
        if let Some(part) = differs.and_then(|at| Row::PARTS.get(at)) {
            let value = row.part_in_words(part);
            return format!("the {part} of {} ({}) differs and is now {value}", row.name, row.id);
        }
    }
    if then.ground != now.ground {
        return "links, doors or things on the ground differ".to_owned();
    }
    format!("the checksum was {} and is {}: other dice were rolled", then.checksum, now.checksum)
}
