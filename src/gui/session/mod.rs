//! The battle behind the window: the simulation, the seats, and the open question.
//!
//! A battle is opened by the resource [`NextBattle`], runs as the resource [`Session`], and is kept as [`Past`] for the result
//! screen. The rest of the window reads [`OpenPrompt`] and writes [`PlayerAnswer`].

mod battle;
pub mod files;
mod journal;
mod opening;
mod replay_view;
mod replaying;
mod steps;
mod thinking;

pub(crate) use battle::Foreseen;
pub use battle::{Past, Session};
pub(crate) use journal::{move_habits, read_habits, write_habits};
pub use opening::{BattleOpening, Ended, NextBattle, Notice, OpenPrompt, PlayerAnswer, Seat};
pub use replay_view::ReplayView;

use bevy::prelude::*;

use super::board::Layout;
use super::frame::FrameSystems;
use super::keys::KeyMode;
use super::known::Knowledge;
use super::playback::Playback;
use super::screens::Screen;
use crate::control::Orders;
use crate::ecs::{self, BattleStep, BattleSystems, ShownBattle};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OpenPrompt>()
        .init_resource::<Orders>()
        .init_resource::<files::BattleFiles>()
        .add_message::<PlayerAnswer>()
        .add_message::<Notice>()
        .add_systems(OnEnter(Screen::Battle), open)
        .add_systems(OnExit(Screen::Battle), close)
        .add_systems(
            BattleStep,
            (
                (steps::take_answers, steps::interrupt, steps::go_on, journal::keep_habits, files::watch)
                    .chain()
                    .run_if(not(resource_exists::<ReplayView>)),
                replaying::run.run_if(resource_exists::<ReplayView>),
            )
                .chain()
                .in_set(BattleSystems::Advance)
                .run_if(resource_exists::<Session>),
        )
        .add_systems(Update, journal::keep_journal.after(FrameSystems::Battle));
}

/// Puts the next battle into the world in its state before the first fact. If it continues, earlier facts are shown at once.
pub fn open(world: &mut World) {
    let Some(NextBattle(opening)) = world.get_resource::<NextBattle>().cloned() else { return };
    // The journal of the earlier battle is closed first.
    world.remove_resource::<Session>();
    world.remove_resource::<Past>();
    ecs::show(world, &opening.setup);
    let layout = Layout::of(world.resource::<ShownBattle>().view().board());
    world.insert_resource(layout);
    world.resource_mut::<OpenPrompt>().0 = None;
    world.insert_resource(Orders::keeping(opening.habits.clone()));
    world.insert_resource(Knowledge::default());
    world.insert_resource(if opening.replay.is_some() { KeyMode::Watching } else { KeyMode::Playing });
    let mut session = Session::open(opening);
    let mut playback = world.resource_mut::<Playback>();
    playback.clear();
    if !session.opening.given.is_empty() {
        playback.extend(session.news());
        playback.skip();
    }
    world.write_message_batch(session.trouble.take().map(Notice::new));
    world.insert_resource(session);
    world.remove_resource::<Ended>();
}

fn close(world: &mut World) {
    if let Some(session) = world.remove_resource::<Session>() {
        world.insert_resource(Past(session));
    }
    world.resource_mut::<OpenPrompt>().0 = None;
    world.remove_resource::<ReplayView>();
    world.insert_resource(KeyMode::Playing);
}
