//! Watching recorded battles: the list of replays on the title screen, the controls below the board, and playing on from any moment.
//!
//! ```text
//! list   recordings on the title screen     strip      buttons, words and views
//! keys   keys of the controls               scrubber   the bar with all moments of a battle
//! take_over  who plays a battle that is taken over from a replay
//! ```
//!
//! A replay is a battle whose [`BattleOpening`] holds a [`RecordedBattle`]; [`ReplayView`] says what is shown of it.

mod keys;
mod list;
mod scrubber;
mod strip;
mod take_over;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use bevy_egui::EguiPrimaryContextPass;

use super::Screen;
use crate::content::Diagnostic;
use crate::ecs::ShownBattle;
use crate::gui::frame::FrameSystems;
use crate::gui::home::WindowOptions;
use crate::gui::hud::{DrawPanels, OpenWindows};
use crate::gui::saves::SessionRequest;
use crate::gui::session::{BattleOpening, Ended, NextBattle, Notice, Past, ReplayView, Seat, Session, files};
use crate::replay::{RecordedBattle, RecordedFile, StopJump};
use crate::resolution::Setup;

/// A request of the player about a replay.
#[derive(Message, Clone, Debug)]
pub enum ReplayRequest {
    /// Opens a recording or a journal.
    Open(PathBuf),
    /// Shows the battle that has just ended.
    WatchLast,
    /// Returns to where the replay was opened.
    Leave,
    /// Plays on from the shown moment, with these seats.
    TakeOver(Vec<Seat>),
}

/// Adds replays.
pub fn plugin(app: &mut App) {
    let shown = || resource_exists::<ReplayView>.and_then(resource_exists::<Session>);
    app.add_message::<ReplayRequest>()
        .init_resource::<list::ReplayList>()
        .add_systems(Startup, open_first)
        .add_systems(OnEnter(Screen::Battle), |mut windows: ResMut<OpenWindows>| windows.replays = false)
        .add_systems(Update, (open_dropped, carry_out).chain().before(FrameSystems::Input))
        .add_systems(Update, keys::press.in_set(FrameSystems::Input).run_if(in_state(Screen::Battle)).run_if(shown()))
        .add_systems(
            EguiPrimaryContextPass,
            (strip::show, take_over::show)
                .chain()
                .after(DrawPanels)
                .run_if(in_state(Screen::Battle))
                .run_if(shown())
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(EguiPrimaryContextPass, list::show.run_if(in_state(Screen::Title)));
}

fn open_first(options: Res<WindowOptions>, mut requests: MessageWriter<ReplayRequest>) {
    requests.write_batch(options.replay.clone().map(ReplayRequest::Open));
}

/// Opens a file that is dropped on the title screen.
fn open_dropped(
    mut dropped: MessageReader<FileDragAndDrop>,
    screen: Res<State<Screen>>,
    mut requests: MessageWriter<ReplayRequest>,
) {
    for event in dropped.read() {
        if let (FileDragAndDrop::DroppedFile { path_buf, .. }, Screen::Title) = (event, screen.get()) {
            requests.write(ReplayRequest::Open(path_buf.clone()));
        }
    }
}

fn carry_out(world: &mut World) {
    let requests: Vec<ReplayRequest> = world.resource_mut::<Messages<ReplayRequest>>().drain().collect();
    for request in requests {
        let done = match request {
            ReplayRequest::Open(path) => open(world, &path),
            ReplayRequest::WatchLast => watch_last(world),
            ReplayRequest::Leave => {
                leave(world);
                Ok(())
            }
            ReplayRequest::TakeOver(seats) => {
                take_over(world, seats);
                Ok(())
            }
        };
        if let Err(why) = done {
            world.write_message(Notice::new(format!("the replay cannot be opened: {why}")));
        }
    }
}

/// Opens a recorded battle from a file.
fn open(world: &mut World, path: &Path) -> Result<(), String> {
    let file = RecordedFile::open(path).map_err(|why| why.to_string())?;
    let options = world.resource::<WindowOptions>();
    let beginning = &file.recording.beginning;
    let scenario = beginning.scenario_path(path, &options.scenarios).display().to_string();
    let words = |all: Vec<Diagnostic>| all.first().map_or_else(String::new, Diagnostic::brief);
    let (setup, source) = files::read(options, &scenario, &beginning.ruleset).map_err(words)?;
    let setup = Arc::new(beginning.applied_to(Setup::clone(&setup)));
    let battle = RecordedBattle::new(&setup, &file.recording);
    let battle = battle.map_err(|why| format!("{}:{}:1: {why}", path.display(), why.line(&file.recording)))?;
    if file.lost > 0 {
        let words = "the last record of the journal is incomplete and is left out of the replay";
        world.write_message(Notice::new(words.to_owned()));
    }
    let opening = BattleOpening::of(&file.recording.beginning, setup, source);
    show(world, battle, opening, false);
    Ok(())
}

/// Opens the battle that has just ended.
fn watch_last(world: &mut World) -> Result<(), String> {
    let Some(Past(session)) = world.get_resource::<Past>() else { return Ok(()) };
    let opening = BattleOpening { journal: None, goes_back: false, ..(*session.opening).clone() };
    let battle = RecordedBattle::new(&opening.setup, session.recording()).map_err(|why| why.to_string())?;
    show(world, battle, opening, true);
    Ok(())
}

fn show(world: &mut World, battle: RecordedBattle, opening: BattleOpening, from_result: bool) {
    let battle = Arc::new(battle);
    world.insert_resource(ReplayView::new(battle.clone(), from_result));
    let opening = BattleOpening { given: Vec::new(), replay: Some(battle), ..opening };
    world.insert_resource(NextBattle(Arc::new(opening)));
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
}

/// Leaves the replay: for the result of its battle, if it was opened there, else for the list of replays.
fn leave(world: &mut World) {
    let Some(mut view) = world.get_resource_mut::<ReplayView>() else { return };
    if let (true, Some(outcome)) = (view.from_result, view.battle.outcome().cloned()) {
        view.jump(StopJump::End);
        world.insert_resource(Ended(outcome));
        world.resource_mut::<NextState<Screen>>().set(Screen::Result);
        return;
    }
    world.resource_mut::<OpenWindows>().replays = true;
    world.write_message(SessionRequest::Leave);
}

/// Begins a new battle from the shown moment. The recording is not changed.
fn take_over(world: &mut World, seats: Vec<Seat>) {
    let (Some(view), Some(session)) = (world.get_resource::<ReplayView>(), world.get_resource::<Session>()) else {
        return;
    };
    let journal = Some(world.resource::<WindowOptions>().home.journal());
    let given = view.battle.answers_before(view.at()).to_vec();
    let opening = BattleOpening { replay: None, given, seats, journal, ..(*session.opening).clone() };
    world.insert_resource(NextBattle(Arc::new(opening)));
    world.resource_mut::<NextState<Screen>>().set(Screen::Battle);
}
