//! A part of an experiment in a file: what a chunk found, or what is done of long work.

use std::fmt;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Asked, Found};
use crate::replay::Hex;

/// The first line of every part.
const FORMAT: &str = "warboard part 4";

/// What was found on some of the seeds.
///
/// The same seeds give the same bytes on any machine, and parts that hold all seeds between them add up to the same as one
/// run over all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub asked: Asked,
    /// The first seed and the one after the last of the run that this is a part of: all seeds, or those of a chunk.
    pub share: [u64; 2],
    /// The first seed that was played, and the one after the last.
    pub seeds: [u64; 2],
    pub found: Found,
}

/// Why parts cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    #[error("this is no part of a batch: its first line is not `{FORMAT}`")]
    Foreign,
    #[error("this part is damaged: it is not what was written")]
    Damaged,
    #[error("this part answers another question: {0}")]
    Other(String),
    #[error("this is of a run over seeds {0} to {1}, not of this one")]
    OtherShare(u64, u64),
    #[error("seeds {0} to {1} are in no part")]
    Missing(u64, u64),
    #[error("seeds {0} to {1} are in more than one part")]
    Twice(u64, u64),
    #[error("there is no part")]
    Nothing,
}

/// The text of a part: its format, a checksum, and what was found.
impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        writeln!(out, "{FORMAT}\n{}\n{body}", Hex(xxh3_64(body.as_bytes())))
    }
}

impl Part {
    /// Reads a part.
    ///
    /// # Errors
    /// Says that the text is no part, or not all of one.
    pub fn read(text: &str) -> Result<Part, PartError> {
        let mut lines = text.splitn(3, '\n');
        if lines.next() != Some(FORMAT) {
            return Err(PartError::Foreign);
        }
        let (checksum, body) = lines.next().zip(lines.next()).ok_or(PartError::Damaged)?;
        let body = body.strip_suffix('\n').ok_or(PartError::Damaged)?;
        if checksum != Hex(xxh3_64(body.as_bytes())).to_string() {
            return Err(PartError::Damaged);
        }
        let part: Part = serde_json::from_str(body).map_err(|_| PartError::Damaged)?;
        if part.is_sound() { Ok(part) } else { Err(PartError::Damaged) }
    }

    /// Whether it holds as much as its question asks for, so that it can be added up and reported.
    fn is_sound(&self) -> bool {
        let ([from, until], [first, end]) = (self.seeds, self.share);
        let (rulesets, tallies) = (self.asked.rulesets.len(), &self.found.tallies);
        let sides = tallies.first().map_or(0, |tally| tally.sides.len());
        let swept = self.asked.sweep.as_ref().map_or(0, |sweep| sweep.values.len());
        first <= from
            && from <= until
            && until <= end
            && end <= self.asked.seeds
            && rulesets > 0
            && sides > 0
            && swept <= rulesets
            && tallies.len() == rulesets
            && tallies.iter().all(|tally| tally.sides.len() == sides && tally.is_sound())
            && self.found.pairs.len() < rulesets
            && self.found.pairs.iter().all(|pairs| pairs.wins.len() == sides)
    }

    /// Whether this part belongs to this question.
    ///
    /// # Errors
    /// Says what is asked otherwise.
    pub fn answers(&self, asked: &Asked) -> Result<(), PartError> {
        match self.asked.differs(asked) {
            Some(what) => Err(PartError::Other(what)),
            None => Ok(()),
        }
    }

    /// Whether a run over these seeds of this question can go on from this part.
    ///
    /// # Errors
    /// Says what is asked otherwise, or which seeds the part is of.
    pub fn continues(&self, asked: &Asked, share: [u64; 2]) -> Result<(), PartError> {
        self.answers(asked)?;
        match self.share == share {
            true => Ok(()),
            false => Err(PartError::OtherShare(self.share[0], self.share[1].saturating_sub(1))),
        }
    }
}

impl Asked {
    /// What another question asks otherwise, in words.
    fn differs(&self, other: &Asked) -> Option<String> {
        let told = |what: &str, mine: &dyn fmt::Debug, theirs: &dyn fmt::Debug| {
            Some(format!("{what} {mine:?}, not {theirs:?}"))
        };
        match () {
            () if self.scenario != other.scenario => told("scenario", &self.scenario, &other.scenario),
            () if self.rulesets != other.rulesets => told("rule systems", &self.rulesets, &other.rulesets),
            () if self.seed != other.seed => told("seed", &self.seed, &other.seed),
            () if self.seeds != other.seeds => told("number of seeds", &self.seeds, &other.seeds),
            () if self.opponents != other.opponents => told("opponents", &self.opponents, &other.opponents),
            () if self != other => Some("its scenario or rules were changed since".to_owned()),
            () => None,
        }
    }
}

/// Adds up parts that hold all seeds between them.
///
/// # Errors
/// Names, by its place in the list, the part that answers another question than the first, or says which seeds are missing
/// or in more than one.
pub fn merge(parts: &[Part]) -> Result<Part, (Option<usize>, PartError)> {
    let first = parts.first().ok_or((None, PartError::Nothing))?;
    for (at, part) in parts.iter().enumerate() {
        part.answers(&first.asked).map_err(|error| (Some(at), error))?;
    }
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|at| parts[*at].seeds);
    let (mut next, mut whole) = (0, None::<Part>);
    for at in order {
        let part = &parts[at];
        let [from, until] = part.seeds;
        if from > next {
            return Err((None, PartError::Missing(next, from - 1)));
        }
        if from < next {
            return Err((Some(at), PartError::Twice(from, until.min(next) - 1)));
        }
        next = until;
        match &mut whole {
            Some(whole) => whole.found.merge(&part.found),
            None => whole = Some(part.clone()),
        }
    }
    match whole {
        Some(mut whole) if next == first.asked.seeds => {
            (whole.share, whole.seeds) = ([0, next], [0, next]);
            Ok(whole)
        }
        _ => Err((None, PartError::Missing(next, first.asked.seeds.saturating_sub(1)))),
    }
}
