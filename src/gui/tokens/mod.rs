//! Tokens: the fighters on the board.
//!
//! A token is the combatant's own entity with a picture: shadow, disc in the side's colour and pattern, ivory figure,
//! facing, bars, marks. What it shows follows the components that playback writes.

mod arrange;
mod bars;
mod bonds;
mod dress;
mod gesture;
mod marks;
mod motion;
mod posture;
mod rings;
mod tint;
mod words;

pub use arrange::Rest;
pub use marks::badge_at;
pub use motion::Motion;
pub use tint::PaletteShown;

use bevy::prelude::*;

use super::Draws;
use super::board::Layout;
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
    app.add_systems(Startup, (rings::spawn, bonds::spawn)).add_systems(
        Update,
        (
            (dress::dress, arrange::arrange).chain(),
            (posture::pose, bars::fill, marks::mark),
            (gesture::react, words::speak, tint::tint),
            (motion::glide, posture::face, words::rise, rings::follow, bonds::draw).chain(),
        )
            .chain()
            .in_set(Draws::Tokens)
            .run_if(resource_exists::<Layout>)
            .run_if(resource_exists::<ShownBattle>),
    );
}
