//! The window.
//!
//! It knows no rules: it shows the facts of the simulation one after another, draws the components that
//! [`RulesPlugin`](crate::ecs::RulesPlugin) keeps true, and turns clicks into choices that the simulation accepts or refuses.
//!
//! ```text
//! session  the simulation, the seats, who is asked               (runs ahead to the next question)
//! playback facts one by one into the shown battle                (the only writer there)
//! board    terrain, edges, heights         tokens  fighters      overlay  reach, ways, threats, sight
//! input    pointer and keys -> what is hovered, aimed, chosen    camera   zoom, pan, fit
//! known    what whoever sits at the window may know: enemies who hide are kept from it
//! keys     what every key does, as the player chose              hud      panels, windows, settings, the hidden board
//! placing  where the window lies on the screen, full screen
//! ```

pub mod badges;
pub mod board;
pub mod camera;
pub mod canvas;
pub mod home;
pub mod hud;
pub mod input;
pub mod keys;
pub mod known;
pub mod overlay;
pub mod placing;
pub mod playback;
pub mod saves;
pub mod screens;
pub mod session;
pub mod stamps;
pub mod theme;
pub mod tokens;
pub mod wake;
mod window;

pub use window::{WindowError, WindowOptions, furnish, panes, run};

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::winit::UpdateMode;

use crate::ecs::{RulesPlugin, RunBattle};

/// The order in which a frame of the window is made.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Draws {
    /// The pointer, keys and answers.
    Input,
    /// One run of [`BattleStep`](crate::ecs::BattleStep): the simulation runs to its next question, facts are shown.
    Battle,
    /// The floor follows the field.
    Floor,
    /// Tokens follow their combatants.
    Tokens,
    /// Overlays follow the pointer.
    Overlays,
    Camera,
}

/// Everything that is removed when a battle is left.
#[derive(Component, Copy, Clone, Default)]
pub struct Scene;

/// Whether something moved in this frame, so that the next one must follow at once.
#[derive(Resource, Default, Debug)]
pub struct Animating {
    moves: bool,
    /// Frames whose times may hold a rest: a frame learns its time from one that was drawn before it.
    rested: u8,
}

/// Frames after a rest until their times are right again, and the seconds that each of them may show until then.
const WAKING: (u8, f32) = (3, 0.033);

impl Animating {
    /// Says that something is moving.
    pub fn note(&mut self) {
        self.moves = true;
    }

    /// Seconds that passed for what moves: a rest, in which nothing was drawn, is none of them.
    pub fn passed(&self, time: &Time) -> f32 {
        let seconds = time.delta_secs();
        if self.rested > 0 { seconds.min(WAKING.1) } else { seconds }
    }
}

/// The battle as the window plays it, with nothing drawn and no panels: seats, playback, files and saves, in the order
/// of a frame. It needs states, input and time from whoever runs it.
pub fn headless(app: &mut App) {
    let order = (Draws::Input, Draws::Battle, Draws::Floor, Draws::Tokens, Draws::Overlays, Draws::Camera);
    app.init_resource::<Animating>()
        .configure_sets(Update, (order.chain(), RunBattle.in_set(Draws::Battle)))
        .add_message::<input::Cancelled>()
        .add_systems(First, |mut animating: ResMut<Animating>| animating.moves = false)
        .add_plugins(RulesPlugin)
        .add_plugins((keys::plugin, screens::states, session::plugin, playback::plugin))
        .add_plugins((known::plugin, saves::plugin, wake::plugin));
}

/// How often frames are made: at once while something moves, else when something happens.
fn pace(app: &mut App) {
    app.init_resource::<canvas::Ink>().add_systems(Last, set_pace);
}

/// While nothing happens, frames are this far apart: whatever changes asks for one.
const IDLE: Duration = Duration::from_secs(3600);

/// While an answer waits to be written down, frames are this far apart: each tries again.
const UNWRITTEN: Duration = Duration::from_secs(1);

/// Where the processor draws, frames of what moves are this far apart: they cost too much to be made without a pause.
const UNAIDED: Duration = Duration::from_millis(66);

/// Whether no graphics card helps to draw.
pub fn is_unaided(adapter: Option<&RenderAdapterInfo>) -> bool {
    // The type has a name only in a crate that is no dependency.
    adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu")
}

fn set_pace(
    (mut animating, playback): (ResMut<Animating>, Res<playback::Playback>),
    (session, past): (Option<Res<session::Session>>, Option<Res<session::Past>>),
    adapter: Option<Res<RenderAdapterInfo>>,
    mut winit: ResMut<bevy::winit::WinitSettings>,
) {
    let moving = animating.moves || (!playback.is_idle() && !playback.paused);
    animating.rested = if moving { animating.rested.saturating_sub(1) } else { WAKING.0 };
    let battle = session.as_deref().or(past.as_deref().map(|past| &past.0));
    let unwritten = battle.is_some_and(session::Session::is_unwritten);
    let mode = match moving {
        false => UpdateMode::reactive_low_power(if unwritten { UNWRITTEN } else { IDLE }),
        true if is_unaided(adapter.as_deref()) => UpdateMode::reactive_low_power(UNAIDED),
        true => UpdateMode::Continuous,
    };
    // A battle goes on in a window that is not in front, too.
    if (winit.focused_mode, winit.unfocused_mode) != (mode, mode) {
        (winit.focused_mode, winit.unfocused_mode) = (mode, mode);
    }
}
