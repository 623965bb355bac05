//! `warboard run`: one battle without a window, or a series of battles with rests between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::Opponent;
use warboard::battle::Side;
use warboard::content::authored::Source;
use warboard::content::rest::Rest;
use warboard::replay::{Beginning, Journal, MOST_DICE, Playthrough, journal};
use warboard::resolution::{CarryOver, Setup};

use super::args::RunArgs;
use super::log::LogWriter;
use super::output::{Failure, check_writable, plain, save, say};
use super::workspace::{Workspace, seats};

pub fn run(assets: PathBuf, args: &RunArgs) -> Result<(), Failure> {
    if args.dice.len() > MOST_DICE {
        return Err(plain(format!("--dice: {} faces given; at most {MOST_DICE} are allowed", args.dice.len())));
    }
    let workspace = Workspace::open(assets)?;
    let open = |scenario: &String| workspace.scenario(scenario, args.ruleset.as_deref());
    // A recording that could not be written fails the command before the first battle.
    for path in args.record.iter().flat_map(|path| (0..=args.then.len() as u64).map(|number| numbered(path, number))) {
        check_writable(&path)?;
    }
    let mut battles = vec![open(&args.scenario)?];
    for next in &args.then {
        let opened = open(next)?;
        CarryOver::can_follow(&battles[0].0, &opened.0).map_err(plain)?;
        battles.push(opened);
    }
    let (mut play, mut logged) = (None::<Playthrough>, Ok(()));
    for ((number, (mut setup, source)), rest) in (0..).zip(battles).zip(rests(args)?) {
        if let Some(last) = &play {
            let before = CarryOver::after(last.battle(), rest, &setup);
            setup = Arc::new(Setup { before: Some(Arc::new(before)), ..Setup::clone(&setup) });
        }
        let (fought, told) = fight(args, setup, &source, number)?;
        logged = logged.and(told);
        play = Some(fought);
    }
    logged
}

/// The rest before each battle; none before the first.
fn rests(args: &RunArgs) -> Result<Vec<Rest>, Failure> {
    let (none, rests, battles) = (Rest::Minutes(0), args.rest.len(), args.then.len());
    if rests > 1 && rests != battles {
        let refused = format!("{rests} rests for {battles} follow-up battles: give --rest once, or once per --then");
        return Err(plain(refused));
    }
    let before = |at: usize| args.rest.get(at).or(args.rest.first()).copied().unwrap_or(none);
    Ok(std::iter::once(none).chain((0..battles).map(before)).collect())
}

/// A battle that was played to its end, and whether its log was complete.
type Fought = (Playthrough, Result<(), Failure>);

fn fight(args: &RunArgs, setup: Arc<Setup>, source: &Source, number: u64) -> Result<Fought, Failure> {
    let of_side = |side| if side == 0 { args.ais.ai_a } else { args.ais.ai_b };
    let who: Vec<Opponent> = (0..setup.sides.len()).map(of_side).collect();
    let stream = (args.seed, args.battle + number);
    let mut seats = seats(&setup, &who, args.script.as_deref(), stream)?;
    if args.explain {
        for side in 0..setup.sides.len() as u8 {
            if let Some(seat) = seats.of(Side(side)) {
                seat.explain(true);
            }
        }
    }
    let words = who.iter().map(ToString::to_string).collect();
    let beginning = Beginning { dice: args.dice.clone(), ..Beginning::new(&setup, source, stream.0, stream.1, words) };
    let mut play = Playthrough::begin(setup, beginning.clone());
    if args.record.is_none() {
        play.keep_no_recording();
    }
    if let Some(path) = &args.journal {
        play.journal_to(new_journal(path, &beginning, args.archive)?);
    }
    let mut log = LogWriter::new(args.log, args.record.is_some() || args.journal.is_some());
    log.play_out(&mut play, &mut seats, None)?;
    // The battle was played even if loaded dice were invalid or unused.
    let dice = play.battle().dice();
    if let Some(fault) = dice.fault() {
        say(format_args!("warboard: {fault}"));
    }
    if !dice.unused().is_empty() {
        say(format_args!("warboard: {} of {} loaded dice were not used", dice.unused().len(), args.dice.len()));
    }
    if let Some(path) = &args.record {
        save(&numbered(path, number), play.recording().to_text())?;
    }
    let told = log.finish(&play);
    Ok((play, told))
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
