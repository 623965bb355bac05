//! The files that keep the battle in the window: its journal, continued if it fits, else started again, and completed once the
//! disk has room; and beside the journal the automatic answers, so that a loaded battle asks no more questions than before.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{Notice, Past, Session};
use crate::content::authored::parse;
use crate::content::{Diagnostic, FileKind, Findings, Source, ValuePath};
use crate::control::Orders;
use crate::control::orders::StandingOrder;
use crate::gui::home;
use crate::replay::{Beginning, Journal, JournalError, RecordingEntry, journal};
use crate::rules::Ruleset;

/// Seconds between attempts to write what could not be written.
const PAUSE: f32 = 1.0;

impl Session {
    /// Opens the battle's journal. Returns a message for the player, if any.
    pub(super) fn open_journal(&mut self, entries: &[RecordingEntry]) -> Option<String> {
        let path = self.opening.journal.clone()?;
        match open(&path, &self.opening.beginning(), entries, self.opening.goes_back) {
            Ok((journal, told)) => {
                self.unjournalled = false;
                self.play.journal_to(journal);
                told
            }
            Err(why) => {
                // A full disk may get room later; other errors stay.
                self.unjournalled = matches!(why, JournalError::Io(..));
                Some(format!("the journal is not written: {why}"))
            }
        }
    }

    /// Whether something is missing in the journal that can still be written.
    pub fn is_unwritten(&self) -> bool {
        self.unjournalled || self.play.is_behind()
    }

    /// Records that an answer could not be written. Only the first of several is reported.
    pub(super) fn note_unwritten(&mut self, was_behind: bool, why: &JournalError) {
        if !was_behind {
            self.trouble = Some(format!("the battle continues, but is not saved until this is fixed: {why}"));
        }
    }

    /// Tries again to complete the journal. Returns a message once it is complete.
    fn catch_up(&mut self) -> Option<String> {
        if self.play.is_behind() {
            self.play.catch_up().ok()?;
        } else if self.unjournalled {
            let entries = self.recording().entries.iter().filter(|entry| !matches!(entry, RecordingEntry::Mark(_)));
            let entries: Vec<RecordingEntry> = entries.cloned().collect();
            let told = self.open_journal(&entries);
            if self.unjournalled || told.is_some() {
                return told.filter(|_| !self.unjournalled);
            }
        } else {
            return None;
        }
        Some("the battle is saved again; nothing is missing".to_owned())
    }
}

/// Opens the journal of a battle with these entries, and gives a message for the player. A journal of another unfinished
/// battle, or a file that is not a journal, is moved aside; so is one of the same battle, unless this one continues it or goes
/// back in it. The battle's own old journal stays until the new one replaces it.
fn open(
    path: &Path,
    beginning: &Beginning,
    entries: &[RecordingEntry],
    goes_back: bool,
) -> Result<(Journal, Option<String>), JournalError> {
    let mut told = None;
    match Journal::open(path) {
        Ok((held, kept)) => {
            let same_battle = kept.beginning == *beginning && !kept.finished;
            let known: Vec<RecordingEntry> = kept.chosen.into_iter().map(RecordingEntry::Chosen).collect();
            if same_battle && (goes_back || entries.starts_with(&known)) {
                let journal = if known == entries { held } else { held.replace(beginning, entries)? };
                return Ok((journal, told));
            }
            // The file is closed before it is moved.
            drop(held);
            let aside = journal::move_aside(path)?;
            told = same_battle.then(|| format!("the earlier battle is kept as {}", aside.display()));
        }
        Err(why @ (JournalError::Foreign(..) | JournalError::Damaged(..) | JournalError::Unreadable(..))) => {
            let aside = journal::move_aside(path)?;
            told = Some(format!("{why}; it is now {}", aside.display()));
        }
        Err(JournalError::Io(_, why)) if why.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok((Journal::create(path, beginning, entries)?, told))
}

/// Reports on the journal, and tries every second to complete it.
pub(super) fn keep_journal(
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
    notices.write_batch(told.map(Notice::new));
}

fn beside(battle: &Path) -> PathBuf {
    battle.with_extension("orders.ron")
}

/// The automatic answers stored for a battle file under these rules; empty if there are none.
pub fn read_habits(battle: &Path, rules: &Ruleset) -> Result<Vec<StandingOrder>, String> {
    let path = beside(battle);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let source = Source::read_as(&path, FileKind::Settings).map_err(|why| why.brief())?;
    let found = parse::<Vec<StandingOrder>>(&source).map_err(|why| why.brief())?;
    let mut findings = Findings::new(&source);
    for (number, order) in found.iter().enumerate() {
        if let Err(fault) = order.check(rules) {
            fault.refuse(&mut findings, &ValuePath::root().index(number));
        }
    }
    findings.finish(found).map_err(|wrong| wrong.first().map(Diagnostic::brief).unwrap_or_default())
}

/// Stores automatic answers for a battle file; without any, the file is removed.
pub fn write_habits(battle: &Path, habits: &[StandingOrder]) -> io::Result<()> {
    let path = beside(battle);
    if habits.is_empty() {
        return if path.exists() { fs::remove_file(path) } else { Ok(()) };
    }
    let text = ron::ser::to_string_pretty(habits, ron::ser::PrettyConfig::default()).map_err(io::Error::other)?;
    home::write_whole(&path, &text)
}

/// Keeps the automatic answers beside a battle whose file has been moved.
///
/// # Errors
/// If the file cannot be moved.
pub fn move_habits(from: &Path, to: &Path) -> io::Result<()> {
    let before = beside(from);
    if before.exists() { fs::rename(before, beside(to)) } else { Ok(()) }
}

/// Stores the automatic answers of the running battle when they change.
pub(super) fn keep_habits(
    orders: Res<Orders>,
    session: Res<Session>,
    mut kept: Local<Option<Vec<StandingOrder>>>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(journal) = session.opening.journal.as_ref().filter(|_| orders.is_changed() || session.is_added()) else {
        return;
    };
    if !session.is_added() && kept.as_deref() == Some(orders.habits()) {
        return;
    }
    *kept = Some(orders.habits().to_vec());
    if let Err(why) = write_habits(journal, orders.habits()) {
        notices.write(Notice::new(format!("automatic answers could not be saved: {why}")));
    }
}
