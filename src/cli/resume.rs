//! `warboard continue`: the battle in the journal goes on.

use std::path::PathBuf;

use warboard::batch::Opponent;
use warboard::control::ask;
use warboard::replay::{Beginning, Journal, Kept, Playthrough, Recording, content_matches};

use super::args::Continue;
use super::desk::{Desk, seats};
use super::failure::{Failure, plain};
use super::game::play_out;
use super::log::LogWriter;
use super::output::{check_writable, save, say};
use super::places;
use super::replay::open;

pub fn resume(assets: PathBuf, asked: &Continue) -> Result<(), Failure> {
    let path = asked.journal.clone().map_or_else(places::journal, Ok)?;
    if let Some(record) = &asked.record {
        check_writable(record)?;
    }
    let (journal, kept) = Journal::open(&path).map_err(plain)?;
    if kept.lost > 0 {
        say(format_args!("warboard: the last record was cut; {} bytes of it were lost", kept.lost));
    }
    let desk = Desk::open(assets)?;
    let recording = Recording { beginning: kept.beginning.clone(), entries: Vec::new() };
    let opened = open(&desk, &path, &recording)?;
    let matches = content_matches(&opened.setup, &kept.beginning.content);
    matches.map_err(|parted| plain(format!("{}:1:1: {parted}", path.display())))?;
    let Kept { beginning, chosen, finished, .. } = kept;
    let mut play = Playthrough::begin(opened.setup.clone(), beginning.clone());
    let who = opponents(&beginning);
    let mut seats = seats(&opened.setup, &who, asked.script.as_deref(), (beginning.seed, beginning.battle))?;
    // Controllers are asked again what they were asked before, so that they remember what they thought.
    let open = play.retrace(&chosen, |play, prompt, _| drop(ask(play.battle(), &mut seats, prompt)));
    let line = |at: u32| chosen.iter().position(|answer| answer.at >= at).map_or(1, |place| place + 2);
    let open = open.map_err(|stuck| plain(format!("{}:{}:1: {stuck}", path.display(), line(stuck.at()))))?;
    if asked.record.is_none() {
        play.keep_no_recording();
    }
    let mut log = LogWriter::new(asked.log).playing_on(true);
    log.skip(&play);
    say(format_args!("warboard: {} goes on at count {}", beginning.name, play.snapshot().count));
    if !finished {
        play.journal_to(journal);
        play_out(&mut play, &mut seats, open, &mut log)?;
    }
    if let Some(path) = &asked.record {
        save(path, play.recording().to_text())?;
    }
    log.finish(&play)
}

/// Who plays on: people cannot be asked here, so the program plays for them.
fn opponents(beginning: &Beginning) -> Vec<Opponent> {
    let seat = |word: &String| {
        word.parse().unwrap_or_else(|_| {
            say(format_args!("warboard: the side of `{word}` is played by the program from here on"));
            Opponent::default()
        })
    };
    beginning.seats.iter().map(seat).collect()
}
