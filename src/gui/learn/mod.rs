//! Learning to play: the lessons of each rule system, and notes that explain a concept when it first matters.
//!
//! ```text
//! progress  which step of a lesson is complete      strip      the sentence and the buttons of a lesson
//! list      all lessons, on the title screen        spotlight  what a step highlights
//! hint      the concepts that notes explain         notes      when a note is shown, and its card
//! ```
//!
//! A lesson is a battle whose [`BattleOpening`] names its place in a [`Tutorial`]. It has no journal: the player's own unfinished
//! battle stays as it is. Completed lessons and dismissed notes are kept in the
//! [`Settings`](super::settings::Settings).

pub mod hint;
mod list;
mod notes;
mod progress;
mod spotlight;
mod strip;

pub(crate) use list::entry;
pub use progress::LessonRun;
pub(crate) use strip::show_end;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::frame::FrameSystems;
use super::home::WindowOptions;
use super::hud::{DrawPanels, OpenWindows, hides};
use super::known;
use super::saves::SessionRequest;
use super::screens::Screen;
use super::session::{BattleOpening, NextBattle, Notice, ReplayView, Seat, Session, files};
use crate::content::Diagnostic;
use crate::ecs::ShownBattle;
use crate::rules::Library;
use crate::tutorial::{LessonPlace, Tutorial};

/// A request of the player about a lesson.
#[derive(Message, Clone, Debug)]
pub enum LessonRequest {
    /// Start it.
    Start(LessonPlace),
    /// Start the present one again.
    Restart,
    /// Leave it for the list of lessons.
    Leave,
}

/// The tutorials of all rule systems, and the mistakes in their files.
#[derive(Resource, Default, Debug)]
pub struct Tutorials {
    /// The tutorials in the order of the rule systems.
    pub all: Vec<Arc<Tutorial>>,
    /// The mistakes.
    pub wrong: Vec<Diagnostic>,
}

/// Adds lessons and notes.
pub fn plugin(app: &mut App) {
    let in_battle = || in_state(Screen::Battle).and_then(resource_exists::<Session>);
    app.init_resource::<Tutorials>()
        .init_resource::<notes::CurrentNote>()
        .init_resource::<list::ListView>()
        .add_message::<LessonRequest>()
        .add_systems(OnEnter(Screen::Title), (read, |mut commands: Commands| commands.remove_resource::<LessonRun>()))
        .add_systems(OnEnter(Screen::Battle), |mut windows: ResMut<OpenWindows>| windows.learn = false)
        .add_systems(Update, carry_out.before(FrameSystems::Input))
        .add_systems(
            Update,
            (progress::begin, progress::follow, spotlight::choose)
                .chain()
                .after(FrameSystems::Battle)
                .after(known::watch)
                .run_if(in_battle()),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                (strip::show, spotlight::show).chain().run_if(resource_exists::<LessonRun>),
                (notes::show, notes::remember)
                    .chain()
                    .run_if(not(resource_exists::<LessonRun>))
                    .run_if(not(resource_exists::<ReplayView>)),
            )
                .after(DrawPanels)
                .run_if(in_battle().and_then(resource_exists::<ShownBattle>))
                .run_if(not(hides)),
        )
        .add_systems(EguiPrimaryContextPass, list::show.run_if(in_state(Screen::Title)));
}

fn read(options: Res<WindowOptions>, mut tutorials: ResMut<Tutorials>) {
    // Mistakes in the folder of rule systems are reported by the list of scenarios.
    let ids = Library::open(&options.assets).map(|library| library.ruleset_ids()).unwrap_or_default();
    let (all, wrong) = Tutorial::read_all(&options.assets, &ids);
    *tutorials = Tutorials { all: all.into_iter().map(Arc::new).collect(), wrong };
}

fn carry_out(
    mut wanted: MessageReader<LessonRequest>,
    options: Res<WindowOptions>,
    mut windows: ResMut<OpenWindows>,
    mut requests: MessageWriter<SessionRequest>,
    mut notices: MessageWriter<Notice>,
    (mut commands, mut screen): (Commands, ResMut<NextState<Screen>>),
) {
    for request in wanted.read() {
        match request {
            LessonRequest::Restart => drop(requests.write(SessionRequest::RestartSameSeed)),
            LessonRequest::Leave => {
                windows.learn = true;
                requests.write(SessionRequest::Leave);
            }
            LessonRequest::Start(place) => match opening(&options, place) {
                Ok(opening) => {
                    commands.insert_resource(NextBattle(Arc::new(opening)));
                    screen.set(Screen::Battle);
                }
                Err(why) => drop(notices.write(Notice::new(format!("the lesson cannot begin: {why}")))),
            },
        }
    }
}

/// The battle of a lesson, or what is wrong with its files.
fn opening(options: &WindowOptions, place: &LessonPlace) -> Result<BattleOpening, String> {
    let lesson = place.lesson().ok_or("there is no such lesson")?;
    let path = place.tutorial.scenario_path(lesson).display().to_string();
    let words = |all: Vec<Diagnostic>| all.iter().map(Diagnostic::brief).collect::<Vec<_>>().join("\n");
    let (setup, source) = files::read(options, &path, &place.tutorial.ruleset).map_err(words)?;
    let others = setup.sides.iter().skip(1).map(|_| Seat::Lesson(lesson.foes));
    let seats = [Seat::Human].into_iter().chain(others).collect();
    Ok(BattleOpening { lesson: Some(place.clone()), ..BattleOpening::new(setup, source, seats, lesson.seed) })
}
