//! `warboard replay`: a battle played again as it was recorded.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::replay::{Entry, JournalError, Recording, journal, verify};
use warboard::resolution::Setup;

use super::args::Replay;
use super::desk::{Desk, Opened};
use super::failure::{Failure, plain};
use super::log::LogWriter;

pub fn replay(assets: PathBuf, asked: &Replay) -> Result<(), Failure> {
    let recording = read(&asked.file)?;
    let desk = Desk::open(assets)?;
    let opened = open(&desk, &asked.file, &recording)?;
    let verified = verify(&opened.setup, &opened.source, &recording);
    let verified = verified.map_err(|parted| plain(format!("{}: {parted}", asked.file.display())))?;
    if asked.verify {
        let ended = if verified.finished { "to its end" } else { "as far as it goes" };
        eprintln!("{}: verified {ended}, {} states compared", asked.file.display(), verified.marks);
        return Ok(());
    }
    LogWriter::new(asked.log).finish(&verified.play)
}

/// The recording in a file, which may be a journal.
fn read(path: &Path) -> Result<Recording, Failure> {
    match journal::read(path) {
        Ok(kept) => {
            let entries = kept.chosen.into_iter().map(Entry::Chosen).collect();
            return Ok(Recording { beginning: kept.beginning, entries });
        }
        Err(JournalError::Foreign { .. }) => {}
        Err(error) => return Err(plain(error)),
    }
    let wrong = |why: &dyn std::fmt::Display| plain(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    Recording::read(&text).map_err(|error| wrong(&error))
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
