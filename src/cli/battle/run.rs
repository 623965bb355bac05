//! `warboard run`: one battle without a window, or a series of battles with rests between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::battle::Side;
use warboard::content::rest::Rest;
use warboard::replay::{Beginning, Journal, MOST_DICE, Playthrough, journal};
use warboard::resolution::{CarryOver, Setup};

use super::log::LogWriter;
use super::play::play_out;
use crate::cli::args::RunArgs;
use crate::cli::failure::{Failure, plain};
use crate::cli::output::{check_writable, save, say};
use crate::cli::workspace::{PreparedScenario, Workspace, opponents, seats};

pub fn run(assets: PathBuf, args: &RunArgs) -> Result<(), Failure> {
    if args.dice.len() > MOST_DICE {
        return Err(plain(format!("--dice: {} faces given; at most {MOST_DICE} are allowed", args.dice.len())));
    }
    let workspace = Workspace::open(assets)?;
    let open = |scenario: &String| workspace.scenario(scenario, args.ruleset.as_deref());
    check_recordings(args)?;
    let mut battles = vec![open(&args.scenario)?];
    for next in &args.then {
        let (opened, first) = (open(next)?, &battles[0]);
        CarryOver::can_follow(&first.setup, &opened.setup).map_err(plain)?;
        battles.push(opened);
    }
    let (mut play, mut logged) = (None::<Playthrough>, Ok(()));
    for ((number, mut opened), rest) in (0..).zip(battles).zip(rests(args)?) {
        if let Some(last) = &play {
            let before = CarryOver::after(last.battle(), rest, &opened.setup);
            opened.setup = Arc::new(Setup { before: Some(Arc::new(before)), ..Setup::clone(&opened.setup) });
        }
        let (fought, told) = fight(args, opened, number)?;
        logged = logged.and(told);
        play = Some(fought);
    }
    logged
}

/// The rest before each battle; none before the first.
fn rests(args: &RunArgs) -> Result<Vec<Rest>, Failure> {
    let none = Rest::Minutes(0);
    let following = match args.rest.as_slice() {
        [] => vec![none; args.then.len()],
        [all] => vec![*all; args.then.len()],
        each if each.len() == args.then.len() => each.to_vec(),
        each => {
            let (rests, battles) = (each.len(), args.then.len());
            return Err(plain(format!(
                "{rests} rests for {battles} follow-up battles: give --rest once, or once per --then"
            )));
        }
    };
    Ok(std::iter::once(none).chain(following).collect())
}

/// Plays a battle of the series to its end; also returns whether its log was complete.
fn fight(args: &RunArgs, opened: PreparedScenario, number: u64) -> Result<(Playthrough, Result<(), Failure>), Failure> {
    let who = opponents(&opened.setup, args.ais.ai_a, args.ais.ai_b);
    let stream = (args.seed, args.battle + number);
    let mut seats = seats(&opened.setup, &who, args.script.as_deref(), stream)?;
    if args.explain {
        for side in 0..opened.setup.sides.len() as u8 {
            if let Some(seat) = seats.of(Side(side)) {
                seat.explain(true);
            }
        }
    }
    let words = who.iter().map(ToString::to_string).collect();
    let beginning = Beginning {
        dice: args.dice.clone(),
        ..Beginning::new(&opened.setup, &opened.source, stream.0, stream.1, words)
    };
    let mut play = Playthrough::begin(opened.setup, beginning.clone());
    if args.record.is_none() {
        play.keep_no_recording();
    }
    if let Some(path) = &args.journal {
        play.journal_to(new_journal(path, &beginning, args.archive)?);
    }
    let mut log = LogWriter::new(args.log).ignoring_errors(args.record.is_some() || args.journal.is_some());
    play_out(&mut play, &mut seats, None, &mut log)?;
    check_dice(&play, args);
    if let Some(path) = &args.record {
        save(&numbered(path, number), play.recording().to_text())?;
    }
    let told = log.finish(&play);
    Ok((play, told))
}

/// Fails before the first battle if a recording could not be written.
fn check_recordings(args: &RunArgs) -> Result<(), Failure> {
    let files = args.record.iter().flat_map(|path| (0..=args.then.len() as u64).map(|number| numbered(path, number)));
    files.into_iter().try_for_each(|path| check_writable(&path))
}

/// The recording file of a battle: the path as given for the first, with `-2`, `-3`, ... for the following ones.
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
        say(format_args!("warboard: the unfinished battle was moved to {}", aside.display()));
    }
    Journal::create(path, beginning, &[]).map_err(plain)
}

/// Warns about invalid or unused loaded dice; the battle was played regardless.
fn check_dice(play: &Playthrough, args: &RunArgs) {
    let dice = play.battle().dice();
    if let Some(fault) = dice.fault() {
        say(format_args!("warboard: {fault}"));
    }
    if !dice.unused().is_empty() {
        say(format_args!("warboard: {} of {} loaded dice were not used", dice.unused().len(), args.dice.len()));
    }
}
