//! Sound: effects and two pieces of music, all made here from code.
//!
//! The game is silent without the feature `sound`, without a sound server, and on systems whose server is not known; the
//! settings say why.

#[cfg(all(feature = "sound", target_os = "linux"))]
pub mod engine;
mod volumes;

pub use volumes::{SoundState, Volumes};

use bevy::prelude::*;

/// Follows what happens with sounds, once they are started.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SoundState>();
    #[cfg(all(feature = "sound", target_os = "linux"))]
    app.add_plugins(engine::plugin);
}

/// Looks for the sound server of the system.
pub(super) fn start(_app: &mut App) {
    #[cfg(all(feature = "sound", target_os = "linux"))]
    _app.init_resource::<engine::Sounds>();
}
