//! `warboard run`: one battle without a window, or several of a day with the rests between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::battle::Side;
use warboard::content::rest::Rest;
use warboard::replay::{Beginning, Journal, Playthrough, journal};
use warboard::resolution::{Before, Setup};

use super::args::Run;
use super::desk::{Desk, Opened, opponents, seats};
use super::failure::{Failure, plain};
use super::game::play_out;
use super::log::LogWriter;
use super::output::save;

pub fn run(assets: PathBuf, asked: &Run) -> Result<(), Failure> {
    let desk = Desk::open(assets)?;
    let open = |scenario: &String| desk.scenario(scenario, asked.ruleset.as_deref());
    let mut battles = vec![open(&asked.scenario)?];
    for next in &asked.then {
        let (opened, first) = (open(next)?, &battles[0]);
        Before::can_follow(&first.setup, &opened.setup).map_err(plain)?;
        battles.push(opened);
    }
    let mut play: Option<Playthrough> = None;
    for ((number, mut opened), rest) in (0..).zip(battles).zip(rests(asked)?) {
        if let Some(last) = &play {
            let before = Before::after(last.world(), rest, &opened.setup);
            opened.setup = Arc::new(Setup { before: Some(Arc::new(before)), ..Setup::clone(&opened.setup) });
        }
        play = Some(fight(asked, opened, number)?);
    }
    Ok(())
}

/// The rest before each battle; the first needs none.
fn rests(asked: &Run) -> Result<Vec<Rest>, Failure> {
    let none = Rest::Minutes(0);
    let following = match asked.rest.as_slice() {
        [] => vec![none; asked.then.len()],
        [all] => vec![*all; asked.then.len()],
        each if each.len() == asked.then.len() => each.to_vec(),
        each => {
            let (rests, battles) = (each.len(), asked.then.len());
            return Err(plain(format!(
                "{rests} rests for {battles} battles that follow: give --rest once, or for each --then"
            )));
        }
    };
    Ok(std::iter::once(none).chain(following).collect())
}

/// Fights the battle of this number to its end.
fn fight(asked: &Run, opened: Opened, number: u64) -> Result<Playthrough, Failure> {
    let who = opponents(&opened.setup, asked.ais.ai_a, asked.ais.ai_b);
    let stream = (asked.seed, asked.battle + number);
    let mut seats = seats(&opened.setup, &who, asked.script.as_deref(), stream)?;
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
        ..Beginning::new(&opened.setup, &opened.source, stream.0, stream.1, words)
    };
    let mut play = Playthrough::begin(opened.setup, beginning.clone());
    if let Some(path) = &asked.journal {
        play.journal_to(new_journal(path, &beginning, asked.archive)?);
    }
    let mut log = LogWriter::new(asked.log);
    play_out(&mut play, &mut seats, None, &mut log)?;
    check_dice(&play, asked);
    if let Some(path) = &asked.record {
        save(&numbered(path, number), play.recording().to_text())?;
    }
    log.finish(&play)?;
    Ok(play)
}

/// The file of the recording of a battle: as asked for the first, and with its number for those that follow.
fn numbered(path: &Path, number: u64) -> PathBuf {
    if number == 0 {
        return path.to_path_buf();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{}{ending}", number + 1))
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
