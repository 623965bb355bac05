//! `warboard replay`: a battle played again as it was recorded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::content::authored::{Diagnostic, FileKind, Source, read_file};
use warboard::replay::{Entry, JournalError, Kept, Recording, journal, verify};
use warboard::resolution::Setup;

use super::args::Replay;
use super::desk::{Desk, Opened};
use super::failure::{Failure, plain};
use super::log::LogWriter;
use super::output::say;

pub fn replay(assets: PathBuf, asked: &Replay) -> Result<(), Failure> {
    let (recording, is_journal) = read(&asked.file)?;
    let wrong = |line: usize, why: &dyn std::fmt::Display| plain(format!("{}:{line}:1: {why}", asked.file.display()));
    if let Some(why) = nothing_to_verify(&recording, is_journal).filter(|_| asked.verify) {
        return Err(wrong(1, &format!("there is nothing to verify: {why}")));
    }
    let desk = Desk::open(assets)?;
    let opened = open(&desk, &asked.file, &recording)?;
    let verified = verify(&opened.setup, &recording);
    let verified = verified.map_err(|parted| wrong(parted.line(&recording), &parted))?;
    if asked.verify {
        let ended = if verified.finished { "to its end" } else { "as far as it goes" };
        let (file, answers, states) = (asked.file.display(), verified.answers, verified.marks);
        say(format_args!("{file}: verified {ended}: {answers} answers given, {states} states compared"));
        return Ok(());
    }
    LogWriter::new(asked.log).finish(&verified.play)
}

/// Why the states of a battle cannot be compared with those in its recording. A journal has none: its answers are verified.
fn nothing_to_verify(recording: &Recording, is_journal: bool) -> Option<&'static str> {
    let is_state = |entry: &Entry| matches!(entry, Entry::Mark(_) | Entry::Ended(_));
    match &recording.entries[..] {
        [] => Some("the recording ends after its first line"),
        entries if !is_journal && !entries.iter().any(is_state) => Some("the recording has no states to compare"),
        _ => None,
    }
}

/// The recording in a file, and whether that is a journal.
fn read(path: &Path) -> Result<(Recording, bool), Failure> {
    let name = path.display().to_string();
    let bytes = read_file(path, FileKind::Recording).map_err(|why| Diagnostic::of_file(&name, why))?;
    match journal::of_bytes(path, &bytes) {
        Ok(kept) => Ok((of_journal(kept), true)),
        // Its first line begins no journal.
        Err(JournalError::Foreign { line: 1, .. }) => Ok((Recording::of(&Source::from_bytes(name, bytes)?)?, false)),
        Err(error) => Err(plain(error)),
    }
}

fn of_journal(kept: Kept) -> Recording {
    let ending = kept.ending.map(Entry::Ended);
    Recording { beginning: kept.beginning, entries: kept.chosen.into_iter().map(Entry::Chosen).chain(ending).collect() }
}

/// The scenario of a recording: where it was, or beside the recording.
pub fn open(desk: &Desk, file: &Path, recording: &Recording) -> Result<Opened, Failure> {
    let beginning = &recording.beginning;
    let recorded = Path::new(&beginning.scenario);
    let beside = recorded.file_name().map(|name| file.with_file_name(name));
    let stem = recorded.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let asked = match (beside, stem) {
        _ if recorded.is_file() => beginning.scenario.clone(),
        (Some(beside), _) if beside.is_file() => beside.display().to_string(),
        (_, Some(stem)) => stem,
        _ => beginning.scenario.clone(),
    };
    let opened = desk.scenario(&asked, Some(&beginning.ruleset))?;
    let setup = Arc::new(beginning.applied_to(Setup::clone(&opened.setup)));
    Ok(Opened { setup, ..opened })
}
