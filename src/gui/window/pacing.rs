//! How often frames are made.

use std::time::Duration;

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::winit::{UpdateMode, WinitSettings};

use crate::gui::animating::{Animating, WAKING};
use crate::gui::canvas;
use crate::gui::playback::Playback;
use crate::gui::session::{Past, Session};

/// Adds the pace: continuous frames while something moves, else frames on events only.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<canvas::DrawingMaterial>().add_systems(Last, set_pace);
}

/// Time between frames while nothing happens. Every change requests a frame.
const IDLE: Duration = Duration::from_secs(3600);

/// Time between attempts to write an answer that could not be written.
const UNWRITTEN: Duration = Duration::from_secs(1);

/// Time between frames in motion when the CPU renders.
const UNAIDED: Duration = Duration::from_millis(66);

/// Whether the CPU renders.
pub fn is_unaided(adapter: Option<&RenderAdapterInfo>) -> bool {
    // The enum is named in a crate that is not a dependency.
    adapter.is_some_and(|adapter| format!("{:?}", adapter.device_type) == "Cpu")
}

fn set_pace(
    (mut animating, playback): (ResMut<Animating>, Res<Playback>),
    (session, past): (Option<Res<Session>>, Option<Res<Past>>),
    adapter: Option<Res<RenderAdapterInfo>>,
    mut winit: ResMut<WinitSettings>,
) {
    let moving = animating.moves || (!playback.is_idle() && !playback.paused);
    animating.rested = if moving { animating.rested.saturating_sub(1) } else { WAKING.0 };
    let battle = session.as_deref().or(past.as_deref().map(|past| &past.0));
    let unwritten = battle.is_some_and(Session::is_unwritten);
    let mode = match moving {
        false => UpdateMode::reactive_low_power(if unwritten { UNWRITTEN } else { IDLE }),
        true if is_unaided(adapter.as_deref()) => UpdateMode::reactive_low_power(UNAIDED),
        true => UpdateMode::Continuous,
    };
    // A battle continues in an unfocused window as well.
    if (winit.focused_mode, winit.unfocused_mode) != (mode, mode) {
        (winit.focused_mode, winit.unfocused_mode) = (mode, mode);
    }
}
