//! `warboard replay`: replays or verifies a recorded battle.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::content::authored::{Diagnostic, FileKind, Source, read_file};
use warboard::replay::{JournalContents, JournalError, Recording, RecordingEntry, journal, verify};
use warboard::resolution::Setup;

use super::log::LogWriter;
use crate::cli::args::ReplayArgs;
use crate::cli::failure::{Failure, plain};
use crate::cli::output::say;
use crate::cli::workspace::{PreparedScenario, Workspace};

pub fn replay(assets: PathBuf, args: &ReplayArgs) -> Result<(), Failure> {
    let (recording, is_journal) = read(&args.file)?;
    let wrong = |line: usize, why: &dyn std::fmt::Display| plain(format!("{}:{line}:1: {why}", args.file.display()));
    if let Some(why) = nothing_to_verify(&recording, is_journal).filter(|_| args.verify) {
        return Err(wrong(1, &format!("nothing to verify: {why}")));
    }
    let workspace = Workspace::open(assets)?;
    let opened = open(&workspace, &args.file, &recording)?;
    let verified = verify(&opened.setup, &recording);
    let verified = verified.map_err(|parted| wrong(parted.line(&recording), &parted))?;
    if args.verify {
        let ended = if verified.finished { "to its end" } else { "as far as it was recorded" };
        let (file, answers, states) = (args.file.display(), verified.answers, verified.marks);
        say(format_args!("{file}: verified {ended}: {answers} answers replayed, {states} states compared"));
        return Ok(());
    }
    LogWriter::new(args.log).finish(&verified.play)
}

/// Why a recording cannot be verified. Journals contain no states: only their answers are verified.
fn nothing_to_verify(recording: &Recording, is_journal: bool) -> Option<&'static str> {
    let is_state = |entry: &RecordingEntry| matches!(entry, RecordingEntry::Mark(_) | RecordingEntry::Ended(_));
    match &recording.entries[..] {
        [] => Some("the recording ends after its first line"),
        entries if !is_journal && !entries.iter().any(is_state) => Some("the recording has no states to compare"),
        _ => None,
    }
}

/// The recording in a file, and whether the file is a journal.
fn read(path: &Path) -> Result<(Recording, bool), Failure> {
    let name = path.display().to_string();
    let bytes = read_file(path, FileKind::Recording).map_err(|why| Diagnostic::of_file(&name, why))?;
    match journal::from_bytes(path, &bytes) {
        Ok(kept) => Ok((of_journal(kept), true)),
        // Not a journal: the file may be a recording.
        Err(JournalError::Foreign { line: 1, .. }) => {
            Ok((Recording::from_source(&Source::from_bytes(name, bytes)?)?, false))
        }
        Err(error) => Err(plain(error)),
    }
}

fn of_journal(kept: JournalContents) -> Recording {
    let ending = kept.ending.map(RecordingEntry::Ended);
    Recording {
        beginning: kept.beginning,
        entries: kept.chosen.into_iter().map(RecordingEntry::Chosen).chain(ending).collect(),
    }
}

/// Opens the scenario of a recording: at its recorded path, beside the recording, or in the scenarios folder.
pub fn open(workspace: &Workspace, file: &Path, recording: &Recording) -> Result<PreparedScenario, Failure> {
    let beginning = &recording.beginning;
    let recorded = Path::new(&beginning.scenario);
    let beside = recorded.file_name().map(|name| file.with_file_name(name));
    let stem = recorded.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let path = match (beside, stem) {
        _ if recorded.is_file() => beginning.scenario.clone(),
        (Some(beside), _) if beside.is_file() => beside.display().to_string(),
        (_, Some(stem)) => stem,
        _ => beginning.scenario.clone(),
    };
    let opened = workspace.scenario(&path, Some(&beginning.ruleset))?;
    let setup = Arc::new(beginning.applied_to(Setup::clone(&opened.setup)));
    Ok(PreparedScenario { setup, ..opened })
}
