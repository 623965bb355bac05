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
pub use motion::{Motion, TokenPlace};

use bevy::prelude::*;

use super::board::Layout;
use super::frame::FrameSystems;
use crate::ecs::ShownBattle;

/// Across the disc of a token in a cell of its own, before it is scaled.
pub const TOKEN: f32 = 56.0;

/// How far in front of its token each part is drawn; small beside the step from one row of cells to the next.
mod part {
    pub const SHADOW: f32 = 0.0;
    pub const DISC: f32 = 0.001;
    pub const FACING: f32 = 0.002;
    pub const FIGURE: f32 = 0.003;
    pub const MARK: f32 = 0.004;
    pub const BAR: f32 = 0.005;
    pub const FILL: f32 = 0.006;
    pub const ICON: f32 = 0.007;
}

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
