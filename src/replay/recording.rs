//! The format of recordings: the initial setup and all choices, as lines of JSON.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{ContentHashes, Hex};
use crate::battle::{CombatantId, Count};
use crate::content::{Diagnostic, FileKind, Source};
use crate::control::ai_seed;
use crate::dice::Dice;
use crate::resolution::event::BattleOutcome;
use crate::resolution::{CarryOver, Choice, Setup};

/// The version of this format; recordings of other versions are refused.
const FORMAT: u32 = 3;

/// Maximum size of the first line in bytes; it may contain loaded dice and a carry-over.
const LONGEST_BEGINNING: usize = 4 * 1024 * 1024;

/// Maximum number of loaded dice.
pub const MOST_DICE: usize = 100_000;

/// Everything that determines how a battle begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// Format version.
    pub warboard_recording: u32,
    /// Scenario file as given by the user.
    pub scenario: String,
    /// Display name of the scenario.
    pub name: String,
    /// Id of the rule system.
    pub ruleset: String,
    /// Hashes of the scenario, rule system and units.
    pub content: ContentHashes,
    /// Seed of the dice.
    pub seed: u64,
    /// Number of the battle within the seed: the stream of the dice.
    pub battle: u64,
    /// Loaded faces of the first dice.
    pub dice: Vec<u16>,
    /// Controller of each side, such as `human` or `tactician`.
    pub seats: Vec<String>,
    /// The carry-over from the battle before, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Arc<CarryOver>>,
}

impl Beginning {
    /// The beginning of a battle with unloaded dice.
    pub fn new(setup: &Setup, scenario: &Source, seed: u64, battle: u64, seats: Vec<String>) -> Beginning {
        Beginning {
            warboard_recording: FORMAT,
            scenario: scenario.name.clone(),
            name: setup.name.to_string(),
            ruleset: setup.rules.id.clone(),
            content: ContentHashes::of(setup),
            seed,
            battle,
            dice: Vec::new(),
            seats,
            before: setup.before.clone(),
        }
    }

    /// The given setup with the carry-over from the battle before, if any.
    pub fn applied_to(&self, setup: Setup) -> Setup {
        Setup { before: self.before.clone(), ..setup }
    }

    /// Seed of the random mistakes of computer opponents, the same in the window and on the command line.
    pub fn ai_seed(&self) -> u64 {
        ai_seed(self.seed, self.battle)
    }

    /// The dice of the battle.
    pub fn dice(&self) -> Dice {
        Dice::loaded(self.dice.clone(), self.seed, self.battle)
    }
}

/// A recorded answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedChoice {
    /// Number of the prompt, counted from 1.
    pub at: u32,
    /// The count at that time; informative only.
    pub count: Count,
    /// The combatant that answered.
    pub who: CombatantId,
    /// The answer.
    pub choice: Choice,
}

/// The state after an activation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Number of turns taken.
    pub activation: u64,
    /// The count at that time.
    pub count: Count,
    /// Checksum of the whole state: combatants, ground, timeline, unfinished work, memory and dice.
    pub checksum: Hex,
    /// Number of facts so far.
    pub facts: u64,
    /// A short hash of holds, active spells, doors, items on the ground, ice and tunnels.
    pub ground: u16,
    /// For every combatant that changed since the previous mark, a short hash of each part, in the order of
    /// [`Row::PARTS`](crate::battle::Row::PARTS).
    pub parts: Vec<(CombatantId, Vec<u16>)>,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Who won.
    pub outcome: BattleOutcome,
    /// The count at the end.
    pub count: Count,
    /// Number of turns taken.
    pub activations: u64,
    /// Checksum of the final state.
    pub checksum: Hex,
}

/// A line of a recording after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordingEntry {
    /// An answer.
    Chosen(RecordedChoice),
    /// The state after an activation.
    Mark(Mark),
    /// The end of the battle.
    Ended(Ending),
}

/// A recorded battle, possibly unfinished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// How the battle began.
    pub beginning: Beginning,
    /// Everything after the beginning, in order.
    pub entries: Vec<RecordingEntry>,
}

/// Why a text is not a valid recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The first line is invalid: the column in bytes, counted from 1, and the mistake.
    #[error("not a recording: {1}")]
    Beginning(usize, String),
    /// The format version is not supported.
    #[error("this recording has format {0}; only format {FORMAT} is supported")]
    Format(u64),
    /// Too many dice are loaded.
    #[error("{0} loaded dice; at most {MOST_DICE} are allowed")]
    Dice(usize),
    /// A later line is invalid: the line and the column in bytes, both counted from 1, and the mistake.
    #[error("invalid entry: {2}")]
    Line(usize, usize, String),
}

impl RecordingError {
    /// Line and column, both counted from 1; columns count bytes.
    pub fn place(&self) -> (usize, usize) {
        match self {
            RecordingError::Beginning(column, _) => (1, *column),
            RecordingError::Format(_) | RecordingError::Dice(_) => (1, 1),
            RecordingError::Line(line, column, _) => (*line, *column),
        }
    }
}

impl Recording {
    /// The recording as text: one JSON value per line.
    pub fn to_text(&self) -> String {
        let entries: String = self.entries.iter().map(|entry| json(entry) + "\n").collect();
        json(&self.beginning) + "\n" + &entries
    }

    /// Reads a recording file.
    ///
    /// # Errors
    /// If it cannot be read or is not a valid recording.
    pub fn open(path: &Path) -> Result<Recording, Diagnostic> {
        Recording::from_source(&Source::read_as(path, FileKind::Recording)?)
    }

    /// Reads a recording; errors have their position.
    ///
    /// # Errors
    /// If it is not a valid recording.
    pub fn from_source(source: &Source) -> Result<Recording, Diagnostic> {
        Recording::read(&source.text).map_err(|error| {
            let (line, column) = error.place();
            let at = source.offset_of(line, column);
            Diagnostic::spanning(source, at..at, error.to_string())
        })
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// If it is not a valid recording.
    pub fn read(text: &str) -> Result<Recording, RecordingError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| no_beginning("the file is empty"))?;
        let beginning = read_beginning(first)?;
        let entry = |(at, text): (usize, &str)| {
            serde_json::from_str(text).map_err(|error| {
                let (column, why) = placed(&error);
                RecordingError::Line(at + 1, column, why)
            })
        };
        Ok(Recording { beginning, entries: lines.map(entry).collect::<Result<_, _>>()? })
    }

    /// All answers in order.
    pub fn chosen(&self) -> impl Iterator<Item = &RecordedChoice> + '_ {
        self.entries.iter().filter_map(|entry| match entry {
            RecordingEntry::Chosen(chosen) => Some(chosen),
            _ => None,
        })
    }

    /// All marks in order.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> + '_ {
        self.entries.iter().filter_map(|entry| match entry {
            RecordingEntry::Mark(mark) => Some(mark),
            _ => None,
        })
    }

    /// The end, if the battle ended.
    pub fn ending(&self) -> Option<&Ending> {
        self.entries.iter().rev().find_map(|entry| match entry {
            RecordingEntry::Ended(ending) => Some(ending),
            _ => None,
        })
    }
}

/// Parses the first line of a recording or a journal.
pub(super) fn read_beginning(text: &str) -> Result<Beginning, RecordingError> {
    let wrong = |error: serde_json::Error| {
        let (column, why) = placed(&error);
        RecordingError::Beginning(column, why)
    };
    if text.len() > LONGEST_BEGINNING {
        return Err(no_beginning("the first line is too long"));
    }
    let Header { warboard_recording } = serde_json::from_str(text).map_err(wrong)?;
    match warboard_recording {
        None => Err(no_beginning("the first line has no format version")),
        Some(format) if format != u64::from(FORMAT) => Err(RecordingError::Format(format)),
        Some(_) => match serde_json::from_str::<Beginning>(text).map_err(wrong)? {
            beginning if beginning.dice.len() > MOST_DICE => Err(RecordingError::Dice(beginning.dice.len())),
            beginning => Ok(beginning),
        },
    }
}

/// Tells recordings from other files.
#[derive(Deserialize)]
struct Header {
    warboard_recording: Option<u64>,
}

fn no_beginning(why: &str) -> RecordingError {
    RecordingError::Beginning(1, why.to_owned())
}

/// The column of a JSON error, and its message without the position.
pub(super) fn placed(error: &serde_json::Error) -> (usize, String) {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    (error.column().max(1), message.strip_suffix(&place).unwrap_or(&message).to_owned())
}

pub(super) fn json(value: &impl Serialize) -> String {
    // These values can always be written as JSON.
    serde_json::to_string(value).unwrap_or_default()
}
