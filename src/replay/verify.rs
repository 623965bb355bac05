//! Verification: replays a recording and reports the first divergence.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::recorder::last_cited_rule;
use super::{ContentHashes, Ending, Mark, Playthrough, RecordedChoice, Recording, RecordingEntry, RetraceError};
use crate::battle::{CombatantId, Count, Row};
use crate::content::Rule;
use crate::resolution::Setup;

/// Where a replayed battle diverges from its recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    /// The content has changed.
    #[error("the content changed since the recording: {}", changed.join(", "))]
    Content {
        /// The names of the changed parts.
        changed: Vec<String>,
    },
    /// The state differs after an activation.
    #[error("divergence at activation {activation}, count {count}: {what}; last rule applied: {}", cited(*rule))]
    State {
        /// Number of turns taken.
        activation: u64,
        /// The count at that time.
        count: Count,
        /// The difference in words.
        what: String,
        /// The rule cited last before the divergence, if any.
        rule: Option<Rule>,
    },
    /// A recorded answer no longer fits.
    #[error("divergence after activation {activation}, count {count}: {stuck}; last rule applied: {}", cited(*rule))]
    Stuck {
        /// Number of turns taken up to the last mark.
        activation: u64,
        /// The count at the last mark.
        count: Count,
        /// The answer that does not fit.
        stuck: RetraceError,
        /// The rule cited last before the divergence, if any.
        rule: Option<Rule>,
    },
    /// The battle ends differently: the end as recorded, as replayed, and the rule cited last before it, if any.
    #[error("the battle ends differently: recorded {0}, now {1}; last rule applied: {rule}", rule = cited(*.2))]
    Ending(String, String, Option<Rule>),
}

impl Divergence {
    /// The line of the recording where it diverges, counted from 1.
    pub fn line(&self, recording: &Recording) -> usize {
        let holds = |entry: &RecordingEntry| match (self, entry) {
            (Divergence::Content { .. }, _) => false,
            (Divergence::State { activation, .. }, RecordingEntry::Mark(mark)) => mark.activation >= *activation,
            (Divergence::Stuck { stuck, .. }, RecordingEntry::Chosen(chosen)) => chosen.at >= stuck.at(),
            (Divergence::Ending(..), RecordingEntry::Ended(_)) => true,
            _ => false,
        };
        recording.entries.iter().position(holds).map_or(1, |at| at + 2)
    }
}

fn cited(rule: Option<Rule>) -> String {
    rule.map_or_else(|| "none".to_owned(), |rule| rule.to_string())
}

/// A verified recording.
pub struct Verification {
    /// The replayed battle.
    pub play: Playthrough,
    /// Number of marks compared.
    pub marks: usize,
    /// Number of answers replayed.
    pub answers: usize,
    /// Whether the recording includes the end of the battle.
    pub finished: bool,
    /// All answers, including passes after the last recorded one.
    pub given: Vec<RecordedChoice>,
}

/// Checks that the content is unchanged since the recording.
///
/// # Errors
/// The names of the changed parts.
pub fn content_matches(setup: &Setup, recorded: &ContentHashes) -> Result<(), Divergence> {
    let changed = ContentHashes::of(setup).changed_from(recorded);
    if changed.is_empty() { Ok(()) } else { Err(Divergence::Content { changed }) }
}

/// Replays a recording and compares the state at every mark.
///
/// # Errors
/// The first divergence.
pub fn verify(setup: &Arc<Setup>, recording: &Recording) -> Result<Verification, Divergence> {
    content_matches(setup, &recording.beginning.content)?;
    let chosen: Vec<RecordedChoice> = recording.chosen().cloned().collect();
    let mut play = Playthrough::begin(Arc::clone(setup), recording.beginning.clone());
    let followed = play.follow(recording);
    let (recorded, now): (Vec<&Mark>, Vec<&Mark>) = (recording.marks().collect(), play.recording().marks().collect());
    let state_of = |mark: &Mark| (mark.activation, mark.count, mark.checksum);
    if let Some(at) = recorded.iter().zip(&now).position(|(then, now)| state_of(then) != state_of(now)) {
        return Err(state(setup, recording, &chosen, &recorded[..=at], &now[..=at]));
    }
    let last = now.last().map_or((0, 0), |mark| (mark.activation, mark.count));
    let rule = || last_cited_rule(play.battle().log().events());
    let given = match followed {
        Ok(given) => given,
        Err(stuck) => return Err(Divergence::Stuck { activation: last.0, count: last.1, stuck, rule: rule() }),
    };
    let (then, ending) = (recording.ending(), play.recording().ending());
    if let Some(then) = then.filter(|then| Some(*then) != ending) {
        return Err(Divergence::Ending(describe(Some(then)), describe(ending), rule()));
    }
    if recorded.len() > now.len() {
        let missing = format!("{} recorded activations do not happen", recorded.len() - now.len());
        return Err(Divergence::State { activation: last.0, count: last.1, what: missing, rule: rule() });
    }
    let (marks, finished) = (recorded.len(), then.is_some());
    Ok(Verification { play, marks, answers: chosen.len(), finished, given })
}

fn describe(ending: Option<&Ending>) -> String {
    ending.map_or_else(
        || "not decided".to_owned(),
        |ending| format!("{:?} at count {} with checksum {}", ending.outcome, ending.count, ending.checksum),
    )
}

/// The first differing mark: replays the battle up to it to find the difference and the last rule.
fn state(
    setup: &Arc<Setup>,
    recording: &Recording,
    chosen: &[RecordedChoice],
    then: &[&Mark],
    now: &[&Mark],
) -> Divergence {
    let (then, now) = (Marked::after(then), Marked::after(now));
    let mut play = Playthrough::begin(Arc::clone(setup), recording.beginning.clone());
    let mut words: Option<(String, Option<Rule>)> = None;
    let mut look = |play: &Playthrough| {
        if words.is_none() && play.battle().log().seen() >= now.mark.facts {
            let facts = play.battle().log().events();
            let until = usize::try_from(now.mark.facts).unwrap_or(usize::MAX).min(facts.len());
            words = Some((difference(play, &then, &now), last_cited_rule(&facts[..until])));
        }
    };
    look(&play);
    // Errors after this mark do not matter.
    let stopped = play.retrace(chosen, |play, _, _| look(play));
    if stopped.is_ok() {
        look(&play);
    }
    let (what, rule) = words.unwrap_or_else(|| (difference(&play, &then, &now), None));
    Divergence::State { activation: now.mark.activation, count: now.mark.count, what, rule }
}

/// A mark with the most recent part hashes of every combatant.
struct Marked<'m> {
    mark: &'m Mark,
    parts: BTreeMap<CombatantId, &'m [u16]>,
}

impl<'m> Marked<'m> {
    fn after(marks: &[&'m Mark]) -> Marked<'m> {
        let parts = marks.iter().flat_map(|mark| &mark.parts).map(|(who, parts)| (*who, parts.as_slice())).collect();
        Marked { mark: marks[marks.len() - 1], parts }
    }
}

fn difference(play: &Playthrough, then: &Marked<'_>, now: &Marked<'_>) -> String {
    let (known, parts) = (&then.parts, &now.parts);
    let (then, now) = (then.mark, now.mark);
    if then.activation != now.activation {
        return format!("{} turns were recorded, now {}", then.activation, now.activation);
    }
    if then.count != now.count {
        return format!("count {} was recorded, now {}", then.count, now.count);
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
        return "holds, doors, items on the ground, spells, ice or tunnels differ".to_owned();
    }
    format!("checksum {} was recorded, now {}: different dice were rolled", then.checksum, now.checksum)
}
