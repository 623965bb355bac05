//! Tokens: the combatants on the board.
//!
//! A token is the combatant's own entity with a picture: shadow, disc in the side's colour and pattern, ivory figure,
//! facing, bars, marks. What it shows follows the components that playback writes.

mod dress;
mod marks;
mod motion;
mod rings;
mod words;

pub use dress::PaletteShown;
pub use marks::badge_at;
pub use motion::{Motion, TOKEN, TokenPlace};

use bevy::prelude::*;

use super::board::Layout;
use super::frame::FrameSystems;
use crate::ecs::ShownBattle;

/// Draws and moves tokens.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, rings::spawn).add_systems(
        Update,
        (
            (dress::dress, motion::arrange).chain(),
            (dress::pose, marks::fill_bars, marks::mark),
            (motion::react, words::speak, dress::tint),
            (motion::glide, dress::face, words::rise, rings::follow, rings::draw_bonds).chain(),
        )
            .chain()
            .in_set(FrameSystems::Tokens)
            .run_if(resource_exists::<Layout>)
            .run_if(resource_exists::<ShownBattle>),
    );
}
