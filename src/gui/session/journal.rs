//! The journal of the battle in the window: continued where it fits, else begun anew, and completed as soon as the disk has
//! room again.

use std::io::ErrorKind;
use std::path::Path;

use bevy::prelude::*;

use super::{Notice, Past, Session};
use crate::content::refusal::Refusal;
use crate::replay::{Beginning, Journal, JournalError, RecordingEntry, journal};

/// Seconds between two attempts to write what could not be written.
const PAUSE: f32 = 1.0;

/// A journal, and what the player should know of how it was opened.
struct Opened {
    journal: Journal,
    told: Option<String>,
}

impl Session {
    /// Opens the journal that the battle should have; gives what the player should know of it.
    pub(super) fn open_journal(&mut self, entries: &[RecordingEntry]) -> Option<String> {
        let path = self.opening.journal.clone()?;
        match open(&path, &self.opening.beginning(), entries, self.opening.goes_back) {
            Ok(opened) => {
                self.unjournalled = false;
                self.play.journal_to(opened.journal);
                opened.told
            }
            Err(why) => {
                // A full disk may have room later; whatever else is wrong stays wrong.
                self.unjournalled = matches!(why, JournalError::Io { .. });
                Some(format!("nothing is written down: {why}"))
            }
        }
    }

    /// Whether something that should be in the journal is not, and is to be written there when that can be done.
    pub fn is_unwritten(&self) -> bool {
        self.unjournalled || self.play.is_behind()
    }

    /// Notes that an answer could not be written to the journal. The player is told of the first of several.
    pub(super) fn note_unwritten(&mut self, was_behind: bool, why: &JournalError) {
        if !was_behind {
            self.trouble = Some(format!("the battle goes on, but is not written down until this is mended: {why}"));
        }
    }

    /// Tries again to write what is not in the journal; says when all of it is.
    fn catch_up(&mut self) -> Option<String> {
        if self.play.is_behind() {
            self.play.catch_up().ok()?;
        } else if self.unjournalled {
            let entries = self.recording().entries.iter().filter(|entry| !matches!(entry, RecordingEntry::Mark(_)));
            let entries: Vec<RecordingEntry> = entries.cloned().collect();
            let told = self.open_journal(&entries);
            if self.unjournalled {
                return None;
            }
            if told.is_some() {
                return told;
            }
        } else {
            return None;
        }
        Some("the battle is written down again; nothing of it is missing".to_owned())
    }
}

/// Opens the journal of a battle with these entries. What another unfinished battle left there, or is no journal, is moved
/// aside, and so is the same battle where this one neither goes on from it nor goes back in it; what this battle left there
/// stays until its new journal takes its place.
fn open(
    path: &Path,
    beginning: &Beginning,
    entries: &[RecordingEntry],
    goes_back: bool,
) -> Result<Opened, JournalError> {
    let mut told = None;
    match Journal::open(path) {
        Ok((held, kept)) => {
            let same_battle = kept.beginning == *beginning && !kept.finished;
            let known: Vec<RecordingEntry> = kept.chosen.into_iter().map(RecordingEntry::Chosen).collect();
            if same_battle && (goes_back || entries.starts_with(&known)) {
                let journal = if known == entries { held } else { held.replace(beginning, entries)? };
                return Ok(Opened { journal, told });
            }
            // The journal is let go of before it is moved.
            drop(held);
            let aside = journal::move_aside(path)?;
            told = same_battle.then(|| format!("the battle that was begun before is kept as {}", aside.display()));
        }
        Err(why @ (JournalError::Foreign { .. } | JournalError::Damaged { .. } | JournalError::Unreadable { .. })) => {
            let aside = journal::move_aside(path)?;
            told = Some(format!("{why}; it is now {}", aside.display()));
        }
        Err(JournalError::Io { why, .. }) if why.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok(Opened { journal: Journal::create(path, beginning, entries)?, told })
}

/// Tells the player what became of the journal, and tries again every second to write what is not in it yet.
pub(super) fn keep(
    time: Res<Time>,
    session: Option<ResMut<Session>>,
    past: Option<ResMut<Past>>,
    mut notices: MessageWriter<Notice>,
    mut tried: Local<f32>,
) {
    let session = session.map(|session| session.into_inner());
    let Some(session) = session.or_else(|| past.map(|past| &mut past.into_inner().0)) else { return };
    let mut told = session.trouble.take();
    if time.elapsed_secs() - *tried >= PAUSE {
        *tried = time.elapsed_secs();
        told = told.or_else(|| session.catch_up());
    }
    if let Some(words) = told {
        notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
    }
}
