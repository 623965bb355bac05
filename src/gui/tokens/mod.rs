//! Tokens: the combatants on the board.
//!
//! A token is the combatant's own entity with a picture: shadow, disc in the side's colour and pattern, ivory figure,
//! facing, bars, marks. What it shows follows the components that playback writes.

mod arrange;
mod bars;
mod bonds;
mod dress;
mod gesture;
mod marks;
mod measures;
mod motion;
mod posture;
mod rings;
mod tint;
mod words;

pub use arrange::TokenPlace;
pub use marks::badge_at;
pub use measures::TOKEN;
use measures::part;
pub use motion::Motion;
pub use tint::PaletteShown;

use bevy::prelude::*;

use super::board::Layout;
use super::frame::FrameSystems;
use crate::ecs::ShownBattle;

/// Draws and moves tokens.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, (rings::spawn, bonds::spawn)).add_systems(
        Update,
        (
            (dress::dress, arrange::arrange).chain(),
            (posture::pose, bars::fill, marks::mark),
            (gesture::react, words::speak, tint::tint),
            (motion::glide, posture::face, words::rise, rings::follow, bonds::draw).chain(),
        )
            .chain()
            .in_set(FrameSystems::Tokens)
            .run_if(resource_exists::<Layout>)
            .run_if(resource_exists::<ShownBattle>),
    );
}
