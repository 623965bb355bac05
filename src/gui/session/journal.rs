//! The journal of the battle in the window: continued where it fits, else begun anew.

use std::path::Path;

use crate::replay::{Beginning, Chosen, Entry, Journal, JournalError, journal};

/// Opens the journal of a battle in which these answers were given already. What another unfinished battle left there
/// is moved aside; what an undone part of this one left is replaced.
///
/// # Errors
/// If it cannot be read or written, or somebody else is playing it.
pub fn open(path: &Path, beginning: &Beginning, given: &[Chosen]) -> Result<Journal, JournalError> {
    if !path.exists() {
        return write(path, beginning, given);
    }
    let (held, kept) = Journal::open(path)?;
    let same = kept.beginning == *beginning;
    if same && !kept.finished && kept.chosen == given {
        return Ok(held);
    }
    drop(held);
    let aside = journal::archive(path)?;
    let fresh = write(path, beginning, given)?;
    if same && !kept.finished {
        // The same battle with one answer taken back: the old file says nothing more.
        let _ = std::fs::remove_file(aside);
    }
    Ok(fresh)
}

fn write(path: &Path, beginning: &Beginning, given: &[Chosen]) -> Result<Journal, JournalError> {
    let mut journal = Journal::create(path, beginning)?;
    for chosen in given {
        journal.append(&Entry::Chosen(chosen.clone()))?;
    }
    Ok(journal)
}
