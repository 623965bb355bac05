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
use super::output::save;
use super::places;
use super::replay::open;

pub fn resume(assets: PathBuf, asked: &Continue) -> Result<(), Failure> {
    let path = asked.journal.clone().map_or_else(places::journal, Ok)?;
    let (journal, kept) = Journal::open(&path).map_err(plain)?;
    if kept.lost > 0 {
        eprintln!("warboard: the last record was cut; {} bytes of it were lost", kept.lost);
    }
    let desk = Desk::open(assets)?;
    let recording = Recording { beginning: kept.beginning.clone(), entries: Vec::new() };
    let opened = open(&desk, &path, &recording)?;
    let matches = content_matches(&opened.setup, &opened.source, &kept.beginning.content);
    matches.map_err(|parted| plain(format!("{}: {parted}", path.display())))?;
    let Kept { beginning, chosen, finished, .. } = kept;
    let mut play = Playthrough::begin(opened.setup.clone(), beginning.clone());
    let who = opponents(&beginning);
    let mut seats = seats(&opened.setup, &who, asked.script.as_deref(), (beginning.seed, beginning.battle))?;
    // Controllers are asked again what they were asked before, so that they remember what they thought.
    let open = play.retrace(&chosen, |play, prompt, _| drop(ask(play.world(), &mut seats, prompt)));
    let open = open.map_err(|stuck| plain(format!("{}: {stuck}", path.display())))?;
    let mut log = LogWriter::new(asked.log);
    log.skip(&play);
    eprintln!("warboard: {} goes on at count {}", beginning.name, play.snapshot().count);
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
            eprintln!("warboard: the side of `{word}` is played by the program from here on");
            Opponent::default()
        })
    };
    beginning.seats.iter().map(seat).collect()
}
