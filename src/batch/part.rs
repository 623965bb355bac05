//! Part files: the results of a chunk of a batch, or a checkpoint.

use std::fmt;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{ExperimentResults, ExperimentSpec};
use crate::replay::Hex;

const FORMAT: &str = "warboard part 5";

/// The results of some seeds of an experiment, reproducible byte for byte; parts with all seeds merge into those of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The experiment.
    #[serde(rename = "asked")]
    pub spec: ExperimentSpec,
    /// First seed and end (exclusive) of the run that this belongs to: all seeds, or those of a chunk.
    pub share: [u64; 2],
    /// First seed played and end (exclusive).
    pub seeds: [u64; 2],
    /// The results of the seeds played.
    #[serde(rename = "found")]
    pub results: ExperimentResults,
}

/// Why parts cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The text is not a part, or has another format version.
    #[error("not a part file: the first line is not `{FORMAT}`")]
    Foreign,
    /// The checksum or content is wrong.
    #[error("this part is damaged")]
    Damaged,
    /// The part belongs to another experiment; the first difference.
    #[error("this part belongs to another experiment: {0}")]
    Other(String),
    /// The part belongs to a run over other seeds (first and last).
    #[error("this part belongs to a run over seeds {0} to {1}")]
    OtherShare(u64, u64),
    /// No part has these seeds (first and last).
    #[error("seeds {0} to {1} are missing")]
    Missing(u64, u64),
    /// Several parts have these seeds (first and last).
    #[error("seeds {0} to {1} are in more than one part")]
    Twice(u64, u64),
    /// No parts were given.
    #[error("no parts given")]
    Nothing,
}

/// The text of a part: its format, a checksum, and the results as JSON.
impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        writeln!(out, "{FORMAT}\n{}\n{body}", Hex(xxh3_64(body.as_bytes())))
    }
}

impl Part {
    /// Reads a part; fails if the text is not a part or is damaged.
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

    /// Whether its results are complete and consistent, so that they can be merged and reported.
    fn is_sound(&self) -> bool {
        let ([from, until], [first, end]) = (self.seeds, self.share);
        let (rulesets, tallies) = (self.spec.rulesets.len(), &self.results.tallies);
        let sides = tallies.first().map_or(0, |tally| tally.sides.len());
        let swept = self.spec.sweep.as_ref().map_or(0, |sweep| sweep.values.len());
        first <= from
            && from <= until
            && until <= end
            && end <= self.spec.seeds
            && rulesets > 0
            && sides > 0
            && swept <= rulesets
            && tallies.len() == rulesets
            && tallies.iter().all(|tally| tally.sides.len() == sides && tally.is_sound())
            && self.results.pairs.len() < rulesets
            && self.results.pairs.iter().all(|pairs| pairs.wins.len() == sides)
    }

    /// Checks that this part belongs to an experiment; the error names the first difference.
    pub fn answers(&self, spec: &ExperimentSpec) -> Result<(), PartError> {
        self.spec.differs(spec).map_or(Ok(()), |what| Err(PartError::Other(what)))
    }

    /// Checks that a run over these seeds can resume from this part; the error names a difference, or the seeds of this part.
    pub fn continues(&self, spec: &ExperimentSpec, share: [u64; 2]) -> Result<(), PartError> {
        self.answers(spec)?;
        match self.share == share {
            true => Ok(()),
            false => Err(PartError::OtherShare(self.share[0], self.share[1].saturating_sub(1))),
        }
    }
}

impl ExperimentSpec {
    /// The first difference from another experiment, in words.
    fn differs(&self, other: &ExperimentSpec) -> Option<String> {
        fn differ<T: PartialEq + fmt::Debug>(what: &str, mine: &T, theirs: &T) -> Option<String> {
            (mine != theirs).then(|| format!("{what} {mine:?}, not {theirs:?}"))
        }
        differ("scenario", &self.scenario, &other.scenario)
            .or_else(|| differ("rule systems", &self.rulesets, &other.rulesets))
            .or_else(|| differ("seed", &self.seed, &other.seed))
            .or_else(|| differ("number of seeds", &self.seeds, &other.seeds))
            .or_else(|| differ("opponents", &self.opponents, &other.opponents))
            .or_else(|| (self != other).then(|| "its scenario or rules have changed".to_owned()))
    }
}

/// Merges parts that together cover all seeds.
///
/// # Errors
/// The index of a part that belongs to another experiment than the first or that overlaps with others, or the missing seeds.
pub fn merge(parts: &[Part]) -> Result<Part, (Option<usize>, PartError)> {
    let first = parts.first().ok_or((None, PartError::Nothing))?;
    for (at, part) in parts.iter().enumerate() {
        part.answers(&first.spec).map_err(|error| (Some(at), error))?;
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
            Some(whole) => whole.results.merge(&part.results),
            None => whole = Some(part.clone()),
        }
    }
    match whole {
        Some(mut whole) if next == first.spec.seeds => {
            (whole.share, whole.seeds) = ([0, next], [0, next]);
            Ok(whole)
        }
        _ => Err((None, PartError::Missing(next, first.spec.seeds.saturating_sub(1)))),
    }
}
