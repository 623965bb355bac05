//! What a battle began with and what was chosen in it, as lines of JSON.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Hex;
use crate::battle::{CombatantId, Count};
use crate::content::authored::Source;
use crate::dice::Dice;
use crate::resolution::event::Outcome;
use crate::resolution::{Before, Choice, Setup};

/// The number of this format; a recording of another is refused.
const FORMAT: u32 = 1;

/// Hashes of what a battle was made from. A recording is only good for the same content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// Everything together: scenario, terrain, ruleset and units.
    pub all: Hex,
    /// Policies, conditions and actions of the ruleset.
    pub rules: Hex,
    /// The combatants with their gear.
    pub units: Hex,
    /// The text of the scenario.
    pub scenario: Hex,
}

impl Contents {
    /// The hashes of a setup and the text of its scenario.
    pub fn of(setup: &Setup, scenario: &str) -> Contents {
        let rules = &setup.rules;
        let before = setup.before.as_ref().map(|before| format!("{before:?}")).unwrap_or_default();
        let words = format!(
            "{:?}{:?}{:?}",
            rules.policies,
            rules.conditions.iter().collect::<Vec<_>>(),
            rules.actions.iter().collect::<Vec<_>>()
        );
        Contents {
            all: Hex(setup.content_hash),
            rules: Hex(xxh3_64(words.as_bytes())),
            units: Hex(xxh3_64(format!("{:?}{before}", setup.recruits).as_bytes())),
            scenario: Hex(xxh3_64(scenario.as_bytes())),
        }
    }

    /// What differs from other content, in words; nothing if they are the same.
    pub fn changed_from(&self, then: &Contents) -> Vec<&'static str> {
        let parts = [
            ("the ruleset", self.rules != then.rules),
            ("the units", self.units != then.units),
            ("the scenario", self.scenario != then.scenario),
        ];
        let named: Vec<&str> = parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect();
        if named.is_empty() && self.all != then.all { vec!["the texts or the terrain"] } else { named }
    }
}

/// Everything that decides how a battle begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// The number of the format.
    pub warboard_recording: u32,
    /// The file of the scenario, as it was asked for.
    pub scenario: String,
    /// The name of the scenario.
    pub name: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// Hashes of all of it.
    pub content: Contents,
    /// The seed of the dice.
    pub seed: u64,
    /// Which battle of the seed: the stream of its dice.
    pub battle: u64,
    /// Faces the dice were loaded with.
    pub dice: Vec<u16>,
    /// Who answers for each side, such as `human` or `tactician`.
    pub seats: Vec<String>,
    /// The battle before it, where some come from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Arc<Before>>,
}

impl Beginning {
    /// The beginning of a battle of this setup, read from this scenario file, with unloaded dice.
    pub fn new(setup: &Setup, scenario: &Source, seed: u64, battle: u64, seats: Vec<String>) -> Beginning {
        Beginning {
            warboard_recording: FORMAT,
            scenario: scenario.name.clone(),
            name: setup.name.to_string(),
            ruleset: setup.rules.id.clone(),
            content: Contents::of(setup, &scenario.text),
            seed,
            battle,
            dice: Vec::new(),
            seats,
            before: setup.before.clone(),
        }
    }

    /// A setup of the same content with what went before.
    pub fn applied_to(&self, setup: Setup) -> Setup {
        Setup { before: self.before.clone(), ..setup }
    }

    /// The dice it is rolled with.
    pub fn dice(&self) -> Dice {
        Dice::loaded(self.dice.clone(), self.seed, self.battle)
    }
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// To which question of the battle, counted from 1.
    pub at: u32,
    /// At which count; for readers, the replay does not need it.
    pub count: Count,
    /// Who was asked.
    pub who: CombatantId,
    /// What was answered.
    pub choice: Choice,
}

/// The state after one or more activations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// How many turns were taken.
    pub activation: u64,
    /// At which count.
    pub count: Count,
    /// The checksum of the whole state.
    pub checksum: Hex,
    /// How many facts there were.
    pub facts: u64,
    /// A short hash of links, doors and items.
    pub ground: u16,
    /// For every combatant a short hash of each of its parts, in the order of [`Row::PARTS`](crate::battle::Row::PARTS).
    pub parts: Vec<Vec<u16>>,
}

/// How the battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    pub outcome: Outcome,
    pub count: Count,
    pub activations: u64,
    pub checksum: Hex,
}

/// One line of a recording after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    Chosen(Chosen),
    Mark(Mark),
    Ended(Ending),
}

/// A battle as it was played, possibly not to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    pub beginning: Beginning,
    pub entries: Vec<Entry>,
}

/// Why a text is no recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    #[error("this is no recording of a battle: {0}")]
    Beginning(String),
    #[error("this recording has format {0}; only format {FORMAT} can be played")]
    Format(u32),
    #[error("line {line} of the recording cannot be read: {why}")]
    Line { line: usize, why: String },
}

impl Recording {
    /// The recording as text: one JSON value per line.
    pub fn to_text(&self) -> String {
        let mut text = line(&self.beginning);
        for entry in &self.entries {
            text.push_str(&line(entry));
        }
        text
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// Says which line is not part of one, and why.
    pub fn read(text: &str) -> Result<Recording, RecordingError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| RecordingError::Beginning("it is empty".to_owned()))?;
        let beginning = read_beginning(first)?;
        let entry = |(at, text): (usize, &str)| {
            serde_json::from_str(text).map_err(|error| RecordingError::Line { line: at + 1, why: error.to_string() })
        };
        Ok(Recording { beginning, entries: lines.map(entry).collect::<Result<_, _>>()? })
    }

    /// All answers in order.
    pub fn chosen(&self) -> impl Iterator<Item = &Chosen> + '_ {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Chosen(chosen) => Some(chosen),
            _ => None,
        })
    }

    /// All marks in order.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> + '_ {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Mark(mark) => Some(mark),
            _ => None,
        })
    }

    /// How it ended, if it did.
    pub fn ending(&self) -> Option<&Ending> {
        self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Ended(ending) => Some(ending),
            _ => None,
        })
    }
}

/// Reads the first line of a recording or a journal.
pub(super) fn read_beginning(text: &str) -> Result<Beginning, RecordingError> {
    let wrong = |error: serde_json::Error| RecordingError::Beginning(error.to_string());
    let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
    match value.get("warboard_recording").and_then(serde_json::Value::as_u64) {
        None => Err(RecordingError::Beginning("its first line does not say so".to_owned())),
        Some(format) if format != u64::from(FORMAT) => Err(RecordingError::Format(format as u32)),
        Some(_) => serde_json::from_value(value).map_err(wrong),
    }
}

fn line<T: Serialize>(value: &T) -> String {
    // These values hold nothing that JSON cannot say.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}
