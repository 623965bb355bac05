//! What a battle began with and what was chosen in it, as lines of JSON.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Contents, Hex};
use crate::battle::{CombatantId, Count};
use crate::content::authored::{Diagnostic, FileKind, Source};
use crate::control::ai_seed;
use crate::dice::Dice;
use crate::resolution::event::Outcome;
use crate::resolution::{Before, Choice, Setup};

/// The number of this format; a recording of another is refused.
const FORMAT: u32 = 2;

/// The most bytes of the first line: enough for all dice that may be loaded and the battle before it.
const LONGEST_BEGINNING: usize = 4 * 1024 * 1024;

/// The most dice of a battle that may be loaded; no battle rolls more.
pub const MOST_DICE: usize = 100_000;

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
    /// Hashes of all of it, part by part.
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
            content: Contents::of(setup),
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

    /// The seed of the errors of its AIs, in the window as on the command line.
    pub fn ai_seed(&self) -> u64 {
        ai_seed(self.seed, self.battle)
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
    /// For every combatant that has changed since the mark before a short hash of each of its parts, in the order of
    /// [`Row::PARTS`](crate::battle::Row::PARTS).
    pub parts: Vec<(CombatantId, Vec<u16>)>,
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
    #[error("this is no recording of a battle: {why}")]
    Beginning { column: usize, why: String },
    #[error("this recording has format {0}; only format {FORMAT} can be played")]
    Format(u64),
    #[error("{0} dice are loaded; at most {MOST_DICE} can be")]
    Dice(usize),
    #[error("this line is no entry of a recording: {why}")]
    Line { line: usize, column: usize, why: String },
}

impl RecordingError {
    /// Its line and column, both counted from 1; columns count bytes.
    pub fn place(&self) -> (usize, usize) {
        match self {
            RecordingError::Beginning { column, .. } => (1, *column),
            RecordingError::Format(_) | RecordingError::Dice(_) => (1, 1),
            RecordingError::Line { line, column, .. } => (*line, *column),
        }
    }
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

    /// Reads the file of a recording.
    ///
    /// # Errors
    /// Says where it is not one, and why.
    pub fn open(path: &Path) -> Result<Recording, Diagnostic> {
        Recording::of(&Source::read_as(path, FileKind::Recording)?)
    }

    /// Reads a recording and says with its place what is wrong.
    ///
    /// # Errors
    /// As [`Recording::open`].
    pub fn of(source: &Source) -> Result<Recording, Diagnostic> {
        Recording::read(&source.text).map_err(|error| {
            let (line, column) = error.place();
            let at = source.offset_of(line, column);
            Diagnostic::spanning(source, at..at, error.to_string())
        })
    }

    /// Reads the text of a recording.
    ///
    /// # Errors
    /// Says which line is not part of one, and why.
    pub fn read(text: &str) -> Result<Recording, RecordingError> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or_else(|| no_beginning("it is empty"))?;
        let beginning = read_beginning(first)?;
        let entry = |(at, text): (usize, &str)| {
            serde_json::from_str(text).map_err(|error| {
                let (column, why) = placed(&error);
                RecordingError::Line { line: at + 1, column, why }
            })
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
    let wrong = |error: serde_json::Error| {
        let (column, why) = placed(&error);
        RecordingError::Beginning { column, why }
    };
    if text.len() > LONGEST_BEGINNING {
        return Err(no_beginning("its first line is too long"));
    }
    let Header { warboard_recording } = serde_json::from_str(text).map_err(wrong)?;
    match warboard_recording {
        None => Err(no_beginning("its first line does not say so")),
        Some(format) if format != u64::from(FORMAT) => Err(RecordingError::Format(format)),
        Some(_) => match serde_json::from_str::<Beginning>(text).map_err(wrong)? {
            beginning if beginning.dice.len() > MOST_DICE => Err(RecordingError::Dice(beginning.dice.len())),
            beginning => Ok(beginning),
        },
    }
}

/// What tells a recording from another file.
#[derive(Deserialize)]
struct Header {
    warboard_recording: Option<u64>,
}

fn no_beginning(why: &str) -> RecordingError {
    RecordingError::Beginning { column: 1, why: why.to_owned() }
}

/// The column of a mistake in a line of JSON, and the message without its place.
pub(super) fn placed(error: &serde_json::Error) -> (usize, String) {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let message = error.to_string();
    (error.column().max(1), message.strip_suffix(&place).unwrap_or(&message).to_owned())
}

fn line<T: Serialize>(value: &T) -> String {
    // These values hold nothing that JSON cannot say.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}
