//! `warboard run`: one battle without a window, or several of a day with the rests between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::battle::Side;
use warboard::content::rest::Rest;
use warboard::replay::{Beginning, Journal, MOST_DICE, Playthrough, journal};
use warboard::resolution::{Before, Setup};

use super::args::Run;
use super::desk::{Desk, Opened, opponents, seats};
use super::failure::{Failure, plain};
use super::game::play_out;
use super::log::LogWriter;
use super::output::{check_writable, save, say};

pub fn run(assets: PathBuf, asked: &Run) -> Result<(), Failure> {
    if asked.dice.len() > MOST_DICE {
        return Err(plain(format!("--dice: {} dice are loaded; at most {MOST_DICE} can be", asked.dice.len())));
    }
    let desk = Desk::open(assets)?;
    let open = |scenario: &String| desk.scenario(scenario, asked.ruleset.as_deref());
    check_recordings(asked)?;
    let mut battles = vec![open(&asked.scenario)?];
    for next in &asked.then {
        let (opened, first) = (open(next)?, &battles[0]);
        Before::can_follow(&first.setup, &opened.setup).map_err(plain)?;
        battles.push(opened);
    }
    let (mut play, mut logged) = (None::<Playthrough>, Ok(()));
    for ((number, mut opened), rest) in (0..).zip(battles).zip(rests(asked)?) {
        if let Some(last) = &play {
            let before = Before::after(last.world(), rest, &opened.setup);
            opened.setup = Arc::new(Setup { before: Some(Arc::new(before)), ..Setup::clone(&opened.setup) });
        }
        let (fought, told) = fight(asked, opened, number)?;
        logged = logged.and(told);
        play = Some(fought);
    }
    logged
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

/// Fights the battle of this number to its end, and says whether the log was written.
fn fight(asked: &Run, opened: Opened, number: u64) -> Result<(Playthrough, Result<(), Failure>), Failure> {
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
    if asked.record.is_none() {
        play.keep_no_recording();
    }
    if let Some(path) = &asked.journal {
        play.journal_to(new_journal(path, &beginning, asked.archive)?);
    }
    let mut log = LogWriter::new(asked.log).playing_on(asked.record.is_some() || asked.journal.is_some());
    play_out(&mut play, &mut seats, None, &mut log)?;
    check_dice(&play, asked);
    if let Some(path) = &asked.record {
        save(&numbered(path, number), play.recording().to_text())?;
    }
    let told = log.finish(&play);
    Ok((play, told))
}

/// Refuses recordings that cannot be written, before the first battle.
fn check_recordings(asked: &Run) -> Result<(), Failure> {
    let files = asked.record.iter().flat_map(|path| (0..=asked.then.len() as u64).map(|number| numbered(path, number)));
    files.into_iter().try_for_each(|path| check_writable(&path))
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
        say(format_args!("warboard: the battle that was there is now in {}", aside.display()));
    }
    Journal::create(path, beginning, &[]).map_err(plain)
}

/// Says what was wrong with loaded dice; the battle was played all the same.
fn check_dice(play: &Playthrough, asked: &Run) {
    let dice = &play.battle().dice;
    if let Some(fault) = dice.clone().take_fault() {
        say(format_args!("warboard: {fault}"));
    }
    if !dice.unused().is_empty() {
        say(format_args!("warboard: {} of {} loaded dice were not rolled", dice.unused().len(), asked.dice.len()));
    }
}
