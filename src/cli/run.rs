//! `warboard run`: one battle without a window.

use std::path::{Path, PathBuf};

use warboard::battle::Side;
use warboard::replay::{Beginning, Journal, Playthrough, journal};

use super::args::Run;
use super::desk::{Desk, opponents, seats};
use super::failure::{Failure, plain};
use super::game::play_out;
use super::log::LogWriter;
use super::output::save;

pub fn run(assets: PathBuf, asked: &Run) -> Result<(), Failure> {
    let desk = Desk::open(assets)?;
    let opened = desk.scenario(&asked.scenario, asked.ruleset.as_deref())?;
    let who = opponents(&opened.setup, asked.ais.ai_a, asked.ais.ai_b);
    let mut seats = seats(&opened.setup, &who, asked.script.as_deref(), (asked.seed, asked.battle))?;
    if asked.explain {
        for side in 0..opened.setup.parties.len() as u8 {
            if let Some(seat) = seats.of(Side(side)) {
                seat.explain(true);
            }
        }
    }
    let words = who.iter().map(ToString::to_string).collect();
    let beginning = Beginning {
        dice: asked.dice.clone(),
        ..Beginning::new(&opened.setup, &opened.source, asked.seed, asked.battle, words)
    };
    let mut play = Playthrough::begin(opened.setup, beginning.clone());
    if let Some(path) = &asked.journal {
        play.journal_to(new_journal(path, &beginning, asked.archive)?);
    }
    let mut log = LogWriter::new(asked.log);
    play_out(&mut play, &mut seats, None, &mut log)?;
    check_dice(&play, asked);
    if let Some(path) = &asked.record {
        save(path, &play.recording().to_text())?;
    }
    log.finish(&play)
}

fn new_journal(path: &Path, beginning: &Beginning, archive: bool) -> Result<Journal, Failure> {
    if archive && path.exists() {
        let aside = journal::archive(path).map_err(plain)?;
        eprintln!("warboard: the battle that was there is now in {}", aside.display());
    }
    Journal::create(path, beginning).map_err(plain)
}

/// Says what was wrong with loaded dice; the battle was played all the same.
fn check_dice(play: &Playthrough, asked: &Run) {
    let dice = &play.battle().dice;
    if let Some(fault) = dice.clone().take_fault() {
        eprintln!("warboard: {fault}");
    }
    if dice.leftover() > 0 {
        eprintln!("warboard: {} of {} loaded dice were not rolled", dice.leftover(), asked.dice.len());
    }
}
