//! Making and playing sounds. The sound server is looked for when the game starts, and the sounds are made on a thread of their
//! own; nothing waits for them.
//!
//! ```text
//! synth     tones, noise, envelopes             effects   the effects
//! music     the pieces                          mixer     effects and music at their volumes
//! player    the thread that plays               server    the connection to the sound server
//! messages  the protocol of the sound server
//! heard     which sound belongs to what
//! ```
//!
//! A new effect is a variant of [`SoundEffect`] with its tones, and what gives it in `heard`.

mod effects;
mod heard;
mod messages;
mod mixer;
mod music;
mod player;
mod server;
mod synth;

pub use effects::SoundEffect;
pub use heard::{effect_of, effect_of_result};
pub use music::Piece;
pub use player::Sounds;

use bevy::prelude::*;

use super::SoundState;

/// Plays sounds once they are started.
pub(super) fn plugin(app: &mut App) {
    let follow = (tell, heard::follow_volumes, heard::play_music, heard::play_effects).chain();
    app.add_systems(Last, follow.run_if(resource_exists::<Sounds>));
}

fn tell(sounds: Res<Sounds>, mut state: ResMut<SoundState>) {
    state.set_if_neq(sounds.state());
}
