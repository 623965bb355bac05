//! `warboard replay` replays or verifies a recorded battle; `warboard continue` resumes the unfinished one in a journal.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::Opponent;
use warboard::control::ask;
use warboard::replay::{
    Beginning, Journal, JournalContents, Playthrough, RecordedFile, Recording, RecordingEntry, content_matches, verify,
};
use warboard::resolution::Setup;

use super::args::{ContinueArgs, ReplayArgs};
use super::log::LogWriter;
use super::output::{Failure, check_writable, plain, save, say};
use super::workspace::{self, Workspace, seats};

pub fn replay(assets: PathBuf, args: &ReplayArgs) -> Result<(), Failure> {
    let RecordedFile { recording, is_journal, .. } = RecordedFile::open(&args.file)?;
    let wrong = |line: usize, why: &dyn std::fmt::Display| plain(format!("{}:{line}:1: {why}", args.file.display()));
    if let Some(why) = nothing_to_verify(&recording, is_journal).filter(|_| args.verify) {
        return Err(wrong(1, &format!("nothing to verify: {why}")));
    }
    let setup = open(&Workspace::open(assets)?, &args.file, &recording.beginning)?;
    let verified = verify(&setup, &recording).map_err(|parted| wrong(parted.line(&recording), &parted))?;
    if args.verify {
        let ended = if verified.finished { "to its end" } else { "as far as it was recorded" };
        let (file, answers, states) = (args.file.display(), verified.answers, verified.marks);
        say(format_args!("{file}: verified {ended}: {answers} answers replayed, {states} states compared"));
        return Ok(());
    }
    LogWriter::new(args.log, false).finish(&verified.play)
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

/// Opens the scenario of a recording.
fn open(workspace: &Workspace, file: &Path, beginning: &Beginning) -> Result<Arc<Setup>, Failure> {
    let path = beginning.scenario_path(file, &workspace.scenarios()).display().to_string();
    let (setup, _) = workspace.scenario(&path, Some(&beginning.ruleset))?;
    Ok(Arc::new(beginning.applied_to(Setup::clone(&setup))))
}

pub fn resume(assets: PathBuf, args: &ContinueArgs) -> Result<(), Failure> {
    let path = args.journal.clone().map_or_else(workspace::journal, Ok)?;
    if let Some(record) = &args.record {
        check_writable(record)?;
    }
    let (journal, kept) = Journal::open(&path).map_err(plain)?;
    if kept.lost > 0 {
        say(format_args!("warboard: the last record of the journal is incomplete; {} bytes were dropped", kept.lost));
    }
    let JournalContents { beginning, chosen, finished, .. } = kept;
    let setup = open(&Workspace::open(assets)?, &path, &beginning)?;
    let matches = content_matches(&setup, &beginning.content);
    matches.map_err(|parted| plain(format!("{}:1:1: {parted}", path.display())))?;
    let mut play = Playthrough::begin(setup.clone(), beginning.clone());
    let who: Vec<Opponent> = beginning.seats.iter().map(|word| opponent(word)).collect();
    let mut seats = seats(&setup, &who, args.script.as_deref(), (beginning.seed, beginning.battle))?;
    // Controllers see the recorded prompts again, so that their memory is the same as before.
    let open = play.retrace(&chosen, |play, prompt, _| drop(ask(play.battle(), &mut seats, prompt)));
    let line = |at: u32| chosen.iter().position(|answer| answer.at >= at).map_or(1, |place| place + 2);
    let open = open.map_err(|stuck| plain(format!("{}:{}:1: {stuck}", path.display(), line(stuck.at()))))?;
    if args.record.is_none() {
        play.keep_no_recording();
    }
    let mut log = LogWriter::new(args.log, true);
    log.skip(&play);
    say(format_args!("warboard: resuming \"{}\" at count {}", beginning.name, play.snapshot().count));
    if !finished {
        play.journal_to(journal);
        log.play_out(&mut play, &mut seats, open)?;
    }
    if let Some(path) = &args.record {
        save(path, play.recording().to_text())?;
    }
    log.finish(&play)
}

/// The opponent that continues for a recorded seat; the computer takes over the seats of human players.
fn opponent(word: &str) -> Opponent {
    word.parse().unwrap_or_else(|_| {
        say(format_args!("warboard: the computer takes over the side of `{word}`"));
        Opponent::default()
    })
}
