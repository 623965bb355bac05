//! `warboard continue`: resumes the unfinished battle in a journal.

use std::path::PathBuf;

use warboard::batch::Opponent;
use warboard::control::ask;
use warboard::replay::{Beginning, Journal, JournalContents, Playthrough, Recording, content_matches};

use super::log::LogWriter;
use super::play::play_out;
use super::replay::open;
use crate::cli::args::ContinueArgs;
use crate::cli::failure::{Failure, plain};
use crate::cli::output::{check_writable, save, say};
use crate::cli::paths;
use crate::cli::workspace::{Workspace, seats};

pub fn resume(assets: PathBuf, args: &ContinueArgs) -> Result<(), Failure> {
    let path = args.journal.clone().map_or_else(paths::journal, Ok)?;
    if let Some(record) = &args.record {
        check_writable(record)?;
    }
    let (journal, kept) = Journal::open(&path).map_err(plain)?;
    if kept.lost > 0 {
        say(format_args!("warboard: the last record of the journal is incomplete; {} bytes were dropped", kept.lost));
    }
    let workspace = Workspace::open(assets)?;
    let recording = Recording { beginning: kept.beginning.clone(), entries: Vec::new() };
    let opened = open(&workspace, &path, &recording)?;
    let matches = content_matches(&opened.setup, &kept.beginning.content);
    matches.map_err(|parted| plain(format!("{}:1:1: {parted}", path.display())))?;
    let JournalContents { beginning, chosen, finished, .. } = kept;
    let mut play = Playthrough::begin(opened.setup.clone(), beginning.clone());
    let who = opponents(&beginning);
    let mut seats = seats(&opened.setup, &who, args.script.as_deref(), (beginning.seed, beginning.battle))?;
    // Controllers see the recorded prompts again, so that their memory is the same as before.
    let open = play.retrace(&chosen, |play, prompt, _| drop(ask(play.battle(), &mut seats, prompt)));
    let line = |at: u32| chosen.iter().position(|answer| answer.at >= at).map_or(1, |place| place + 2);
    let open = open.map_err(|stuck| plain(format!("{}:{}:1: {stuck}", path.display(), line(stuck.at))))?;
    if args.record.is_none() {
        play.keep_no_recording();
    }
    let mut log = LogWriter::new(args.log).ignoring_errors(true);
    log.skip(&play);
    say(format_args!("warboard: resuming \"{}\" at count {}", beginning.name, play.snapshot().count));
    if !finished {
        play.journal_to(journal);
        play_out(&mut play, &mut seats, open, &mut log)?;
    }
    if let Some(path) = &args.record {
        save(path, play.recording().to_text())?;
    }
    log.finish(&play)
}

/// The opponents that continue the battle; the computer takes over the seats of human players.
fn opponents(beginning: &Beginning) -> Vec<Opponent> {
    let seat = |word: &String| {
        word.parse().unwrap_or_else(|_| {
            say(format_args!("warboard: the computer takes over the side of `{word}`"));
            Opponent::default()
        })
    };
    beginning.seats.iter().map(seat).collect()
}
