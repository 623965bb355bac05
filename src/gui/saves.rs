//! Quick save and load, going on with a journalled battle, and taking a turn back: all are prefixes of a recording.

#![expect(clippy::disallowed_types, reason = "files are told apart by their times; no rule ever sees them")]

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::Draws;
use super::board::ShownField;
use super::home;
use super::keys::{Command, Keys};
use super::playback::Playback;
use super::screens::{Launch, Screen};
use super::session::{self, Next, Notice, Opening, Seat, Session};
use crate::content::authored::{Diagnostic, Source};
use crate::content::refusal::Refusal;
use crate::content::terrain::Terrains;
use crate::replay::{Beginning, Chosen, Recording, content_matches, journal};
use crate::rules::Library;
use crate::scenario::Scenario;

use super::window::WindowOptions;

/// Something to do with files or with turns taken, asked for by a key or a button.
#[derive(Message, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Request {
    QuickSave,
    QuickLoad,
    /// Goes on with the battle in the journal.
    Continue,
    /// Takes the last turn back.
    Undo,
    /// The same battle from its beginning, with the same dice.
    Again,
    /// The same battle with other dice.
    Anew,
    /// Back to the start screen; the journal keeps the battle.
    Leave,
}

/// Carries requests out.
pub fn plugin(app: &mut App) {
    app.add_message::<Request>()
        .add_systems(Update, (press.run_if(in_state(Screen::Battle)), carry_out).chain().before(Draws::Input));
}

fn press(keys: Keys, mut requests: MessageWriter<Request>) {
    let bound = [
        (Command::QuickSave, Request::QuickSave),
        (Command::QuickLoad, Request::QuickLoad),
        (Command::Undo, Request::Undo),
    ];
    requests.write_batch(bound.into_iter().filter(|(key, _)| keys.pressed(*key)).map(|(_, request)| request));
}

fn carry_out(world: &mut World) {
    let requests: Vec<Request> = world.resource_mut::<Messages<Request>>().drain().collect();
    for request in requests {
        let done = match request {
            Request::QuickSave => save(world),
            Request::QuickLoad => load(world),
            Request::Continue => go_on(world),
            Request::Undo => undo(world),
            Request::Again => again(world, None),
            Request::Anew => again(world, Some(fresh_seed())),
            Request::Leave => {
                world.remove_resource::<Next>();
                world.resource_mut::<NextState<Screen>>().set(Screen::Title);
                Ok(None)
            }
        };
        match done {
            Ok(None) => {}
            Ok(Some(words)) | Err(words) => {
                world.write_message(Notice { refusal: Refusal::new(words, "".into()), who: None });
            }
        }
    }
}

/// A seed nobody chose.
pub fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_millis() as u64 % 1_000_000)
}

type Done = Result<Option<String>, String>;

fn save(world: &mut World) -> Done {
    let Some(session) = world.get_resource::<Session>() else { return Ok(None) };
    let path = home::quick_save();
    home::write_whole(&path, &session.recording().to_text()).map_err(|why| format!("not saved: {why}"))?;
    Ok(Some("saved".to_owned()))
}

fn load(world: &mut World) -> Done {
    let path = home::quick_save();
    let text = fs::read_to_string(&path).map_err(|_| "there is no quick save".to_owned())?;
    let recording = Recording::read(&text).map_err(|why| why.to_string())?;
    let given = recording.chosen().cloned().collect();
    enter(world, &recording.beginning, given)?;
    Ok(Some("loaded".to_owned()))
}

fn go_on(world: &mut World) -> Done {
    let kept = journal::read(&home::journal()).map_err(|why| why.to_string())?;
    let lost = kept.lost;
    enter(world, &kept.beginning, kept.chosen)?;
    Ok((lost > 0).then(|| "the last answer was cut off in the journal and is lost".to_owned()))
}

fn enter(world: &mut World, beginning: &Beginning, given: Vec<Chosen>) -> Result<(), String> {
    let options = world.resource::<Launch>().0.clone();
    let opening = reopened(&options, beginning, given, Some(home::journal()))?;
    world.insert_resource(Next(Arc::new(opening)));
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
    Ok(())
}

/// The opening of a battle that was recorded.
///
/// # Errors
/// Says what is not there any more or has changed since.
pub fn reopened(
    options: &WindowOptions,
    beginning: &Beginning,
    given: Vec<Chosen>,
    journal: Option<PathBuf>,
) -> Result<Opening, String> {
    if !beginning.dice.is_empty() || beginning.battle != 0 {
        return Err("this battle was fought with loaded dice; play it again on the command line".to_owned());
    }
    let first = |all: Vec<Diagnostic>| all.first().map_or_else(String::new, Diagnostic::brief);
    let terrains = Terrains::open(&options.assets).map_err(first)?;
    let library = Library::open(&options.assets).map_err(first)?;
    let source = Source::read(&beginning.scenario).map_err(|why| why.brief())?;
    let scenario = Scenario::read(&source, &terrains).map_err(first)?;
    let setup = scenario.prepare(&library, &beginning.ruleset).map_err(first)?;
    content_matches(&setup, &source, &beginning.content).map_err(|why| why.to_string())?;
    let seats = beginning.seats.iter().map(|word| Seat::named(word)).collect();
    Ok(Opening { given, journal, ..Opening::new(Arc::new(setup), source, seats, beginning.seed) })
}

fn undo(world: &mut World) -> Done {
    let Some(session) = world.get_resource::<Session>() else { return Ok(None) };
    if !world.resource::<Playback>().is_idle() {
        return Ok(None);
    }
    let Some(given) = session.before_last_turn() else {
        return Err("nothing to take back: a die was rolled, or nothing was done yet".to_owned());
    };
    let turns = session.turns_before_last();
    let opening = Opening { given, ..(*session.opening).clone() };
    world.insert_resource(Next(Arc::new(opening)));
    world.insert_resource(ShownField::default());
    session::open(world);
    world.resource_mut::<Session>().remember_turns(turns);
    Ok(Some("taken back".to_owned()))
}

fn again(world: &mut World, seed: Option<u64>) -> Done {
    let Some(Next(opening)) = world.get_resource::<Next>() else { return Ok(None) };
    let seed = seed.unwrap_or(opening.seed);
    let opening = Opening { given: Vec::new(), seed, ..(**opening).clone() };
    world.insert_resource(Next(Arc::new(opening)));
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
    Ok(None)
}
