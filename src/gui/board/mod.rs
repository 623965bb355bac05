//! The floor: terrain as a tilemap; walls, ledges and barriers as sprites; grid lines and elevations; darkness, fog and
//! water. All of it follows the components of cells.

mod air;
pub mod art;
mod ground;
pub mod layout;
mod lines;

pub use art::{Art, AssetRoot, SheetName};
pub use layout::{CELL, Layout};
pub use lines::{Floor, FloorSettings};

use bevy::prelude::*;

use super::frame::FrameSystems;
use crate::ecs::ShownBattle;

/// Draws the floor, and redraws what changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Art>().init_resource::<FloorSettings>().add_systems(Startup, art::load_art).add_systems(
        Update,
        (
            (ground::lay_ground, ground::change_tiles, ground::lay_edges, lines::draw_lines),
            lines::show_lines,
            air::draw,
        )
            .chain()
            .in_set(FrameSystems::Floor)
            .run_if(resource_exists::<Layout>)
            .run_if(resource_exists::<ShownBattle>),
    );
}
