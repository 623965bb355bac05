//! Saved battles, continuing a journalled battle, undo, and restarting a turn. All of them are prefixes of a recording.

#![expect(clippy::disallowed_types, reason = "files are told apart by their times; no rule ever sees them")]

mod listing;

pub use listing::BattleSummary;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use super::frame::FrameSystems;
use super::home::{self, WindowOptions};
use super::keys::{KeyCommand, Keys};
use super::playback::Playback;
use super::screens::Screen;
use super::session::files::{self, BattleFiles, FileChanges};
use super::session::{self, BattleOpening, NextBattle, Notice, Session};
use crate::content::Diagnostic;
use crate::control::Orders;
use crate::replay::{
    Beginning, Playthrough, RecordedChoice, RecordedFile, Recording, content_matches, journal, verify,
};

/// A request about files or turns, from a key or a button.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum SessionRequest {
    /// Saves the battle in a new file.
    Save,
    /// Loads a saved battle, or one whose journal was set aside.
    Load(PathBuf),
    /// Deletes a saved battle or a replay.
    Delete(PathBuf),
    /// Gives the file of a saved battle or a replay another name, without its ending.
    Rename(PathBuf, String),
    /// Replaces the quick save.
    QuickSave,
    /// Loads the quick save.
    QuickLoad,
    /// Continues the battle in the journal.
    Continue,
    /// Takes the last turn back.
    Undo,
    /// Returns to the start of the player's turn.
    RestartTurn,
    /// Restarts the battle with the same seed.
    RestartSameSeed,
    /// Restarts the battle with a new seed.
    RestartNewSeed,
    /// Restarts the battle with its changed files.
    RestartChanged,
    /// Returns to the title screen; the journal keeps the battle.
    Leave,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SessionRequest>()
        .add_systems(Update, (press.run_if(in_state(Screen::Battle)), carry_out).chain().before(FrameSystems::Input));
}

fn press(keys: Keys, mut requests: MessageWriter<SessionRequest>) {
    let bound = [
        (KeyCommand::QuickSave, SessionRequest::QuickSave),
        (KeyCommand::QuickLoad, SessionRequest::QuickLoad),
        (KeyCommand::Undo, SessionRequest::Undo),
    ];
    requests.write_batch(bound.into_iter().filter(|(key, _)| keys.pressed(*key)).map(|(_, request)| request));
}

fn carry_out(world: &mut World) {
    let requests: Vec<SessionRequest> = world.resource_mut::<Messages<SessionRequest>>().drain().collect();
    for request in requests {
        let done = match request {
            SessionRequest::Save => save(world, new_save(world)),
            SessionRequest::Load(path) => load(world, &path),
            SessionRequest::Delete(path) => delete(&path),
            SessionRequest::Rename(path, name) => rename(&path, &name),
            SessionRequest::QuickSave => save(world, Some(world.resource::<WindowOptions>().home.quick_save())),
            SessionRequest::QuickLoad => quick_load(world),
            SessionRequest::Continue => continue_battle(world),
            SessionRequest::Undo => undo(world),
            SessionRequest::RestartTurn => restart_turn(world),
            SessionRequest::RestartSameSeed => restart(world, None),
            SessionRequest::RestartNewSeed => restart(world, Some(fresh_seed())),
            SessionRequest::RestartChanged => restart_changed(world),
            SessionRequest::Leave => {
                world.remove_resource::<NextBattle>();
                world.resource_mut::<NextState<Screen>>().set(Screen::Title);
                Ok(None)
            }
        };
        world.write_message_batch(done.unwrap_or_else(Some).map(Notice::new));
    }
}

/// A seed from the clock.
pub fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |since| since.as_millis() as u64 % 1_000_000)
}

type Done = Result<Option<String>, String>;

/// The file of a new save of the running battle.
fn new_save(world: &World) -> Option<PathBuf> {
    let name = home::file_name(&world.get_resource::<Session>()?.opening.setup.name);
    let folder = world.resource::<WindowOptions>().home.saves();
    Some(home::first_free(|number| folder.join(format!("{name}-{number}.warboard"))))
}

fn save(world: &mut World, path: Option<PathBuf>) -> Done {
    let (Some(session), Some(path)) = (world.get_resource::<Session>(), path) else { return Ok(None) };
    let not_saved = |why| format!("not saved: {why}");
    if session.opening.lesson.is_some() {
        return Err("lessons are not saved: each begins again from “Learn to play”".to_owned());
    }
    home::write_whole(&path, &session.recording().to_text()).map_err(not_saved)?;
    session::write_habits(&path, world.resource::<Orders>().habits()).map_err(not_saved)?;
    Ok(Some("saved".to_owned()))
}

fn quick_load(world: &mut World) -> Done {
    let path = world.resource::<WindowOptions>().home.quick_save();
    if !path.exists() {
        return Err("there is no quick save".to_owned());
    }
    load(world, &path).map_err(|why| why.replacen("the save", "the quick save", 1))
}

fn load(world: &mut World, path: &Path) -> Done {
    let not_loaded = |why: &dyn Display| format!("not loaded, the save cannot be used: {why}");
    let file = RecordedFile::open(path).map_err(|why| not_loaded(&why))?;
    let opening = opening_of(world, &file.recording.beginning).map_err(|why| not_loaded(&why))?;
    let habits = session::read_habits(path, &opening.setup.rules)?;
    let given = if file.is_journal {
        verify(&opening.setup, &file.recording).map(|verified| verified.given).map_err(|why| not_loaded(&why))?
    } else {
        checked(&opening, &file.recording).map_err(|why| not_loaded(&why))?
    };
    show(world, BattleOpening { given, habits, goes_back: !file.is_journal, ..opening });
    Ok(Some("loaded".to_owned()))
}

fn delete(path: &Path) -> Done {
    fs::remove_file(path).map_err(|why| format!("not deleted: {}: {why}", path.display()))?;
    session::write_habits(path, &[]).map_err(|why| format!("not deleted: {why}"))?;
    Ok(Some("deleted".to_owned()))
}

fn rename(path: &Path, name: &str) -> Done {
    let refused = |letter: char| letter.is_control() || r#"/\:*?"<>|"#.contains(letter);
    let name: String = name.chars().filter(|letter| !refused(*letter)).collect();
    let name = name.trim_matches([' ', '.']);
    if name.is_empty() {
        return Err("not renamed: the name needs a letter or a digit".to_owned());
    }
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let to = path.with_file_name(format!("{name}{ending}"));
    if to == path {
        return Ok(None);
    }
    if to.exists() {
        return Err(format!("not renamed: there is already a file “{name}”"));
    }
    fs::rename(path, &to)
        .and_then(|()| session::move_habits(path, &to))
        .map_err(|why| format!("not renamed: {why}"))?;
    Ok(Some("renamed".to_owned()))
}

/// The answers of a save, after replaying it to its last checkpoint, or where it was changed or damaged.
fn checked(opening: &BattleOpening, save: &Recording) -> Result<Vec<RecordedChoice>, String> {
    if opening.beginning() != save.beginning {
        return Err("its first line was changed".to_owned());
    }
    let verified = verify(&opening.setup, save).map_err(|parted| parted.to_string())?;
    let same = verified.play.recording().entries.starts_with(&save.entries);
    same.then_some(verified.given).ok_or_else(|| "its checkpoints were changed or are missing".to_owned())
}

fn continue_battle(world: &mut World) -> Done {
    let path = world.resource::<WindowOptions>().home.journal();
    let kept = journal::read(&path).map_err(|why| why.to_string())?;
    let opening = opening_of(world, &kept.beginning)?;
    let (lost, habits) = (kept.lost, session::read_habits(&path, &opening.setup.rules)?);
    let mut trial = Playthrough::begin(opening.setup.clone(), kept.beginning);
    let fits = trial.retrace(&kept.chosen, |_, _, _| {});
    let refused = "the battle in the journal cannot continue, and the journal is left unchanged";
    fits.map_err(|stuck| format!("{refused}: {stuck}"))?;
    show(world, BattleOpening { given: kept.chosen, habits, ..opening });
    Ok((lost > 0).then(|| "the last answer was cut off in the journal and is lost".to_owned()))
}

/// The opening of a recorded battle, or a file that is missing or has changed.
fn opening_of(world: &World, beginning: &Beginning) -> Result<BattleOpening, String> {
    // The content of the running battle serves other recordings of it, even if the files have changed.
    let content = |of: &Beginning| (of.scenario.clone(), of.ruleset.clone(), of.content.clone());
    let is_same = |session: &&Session| content(&session.opening.beginning()) == content(beginning);
    let running = world.get_resource::<Session>().filter(is_same);
    let (setup, scenario) = match running {
        Some(session) => (session.opening.setup.clone(), session.opening.scenario.clone()),
        None => {
            let first = |all: Vec<Diagnostic>| all.first().map_or_else(String::new, Diagnostic::brief);
            let (setup, source) = files::read_again(world.resource(), beginning).map_err(first)?;
            content_matches(&setup, &beginning.content).map_err(|why| why.to_string())?;
            (setup, source)
        }
    };
    let journal = Some(world.resource::<WindowOptions>().home.journal());
    Ok(BattleOpening { journal, ..BattleOpening::of(beginning, setup, scenario) })
}

fn show(world: &mut World, opening: BattleOpening) {
    world.insert_resource(NextBattle(Arc::new(opening)));
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
}

/// Why nothing is undone.
const NO_UNDO: &str = "nothing to undo: dice were rolled, a hidden unit was found, or nothing was done yet";

fn undo(world: &mut World) -> Done {
    let Some(session) = idle_session(world) else { return Ok(None) };
    let (kept, given) = (session.turns.len().saturating_sub(1), session.before_last_turn().ok_or(NO_UNDO)?);
    go_back(world, kept, given);
    Ok(Some("the last order was undone".to_owned()))
}

fn restart_turn(world: &mut World) -> Done {
    let Some(session) = idle_session(world) else { return Ok(None) };
    let (first, given) = session.before_own_turns().ok_or(NO_UNDO)?;
    go_back(world, first, given);
    Ok(Some("the turn begins again".to_owned()))
}

/// The running battle, once everything has been shown.
fn idle_session(world: &World) -> Option<&Session> {
    world.get_resource::<Session>().filter(|_| world.resource::<Playback>().is_idle())
}

/// Opens the running battle again after these answers; the first `kept` turns of the player can still be undone.
fn go_back(world: &mut World, kept: usize, given: Vec<RecordedChoice>) {
    let session = world.resource::<Session>();
    let turns = session.turns[..kept].to_vec();
    let habits = world.resource::<Orders>().habits().to_vec();
    let opening = BattleOpening { given, habits, goes_back: true, ..(*session.opening).clone() };
    world.insert_resource(NextBattle(Arc::new(opening)));
    session::open(world);
    world.resource_mut::<Session>().turns = turns;
}

fn restart(world: &mut World, seed: Option<u64>) -> Done {
    let Some(NextBattle(opening)) = world.get_resource::<NextBattle>() else { return Ok(None) };
    let (opening, habits) = (BattleOpening::clone(opening), world.resource::<Orders>().habits().to_vec());
    let opening = BattleOpening { given: Vec::new(), habits, goes_back: false, ..opening };
    let opening = match opening.replay {
        // After a replay the battle is played.
        Some(_) => {
            let journal = Some(world.resource::<WindowOptions>().home.journal());
            BattleOpening { replay: None, journal, ..opening }
        }
        None => opening,
    };
    show(
        world,
        match seed {
            Some(seed) => BattleOpening { seed, battle: 0, dice: Vec::new(), ..opening },
            None => opening,
        },
    );
    Ok(None)
}

/// Restarts the battle from its files as they are now.
fn restart_changed(world: &mut World) -> Done {
    let FileChanges::Changed { setup, scenario, .. } = &world.resource::<BattleFiles>().news else { return Ok(None) };
    let Some(NextBattle(old)) = world.get_resource::<NextBattle>() else { return Ok(None) };
    let opening = BattleOpening::new(setup.clone(), scenario.clone(), old.seats.clone(), old.seed);
    let journal = old.journal.clone();
    show(world, BattleOpening { journal, ..opening });
    Ok(None)
}
