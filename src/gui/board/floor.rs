//! What all drawings of the floor share.

use bevy::prelude::*;

use crate::gui::frame_systems::BattleScene;

/// Which parts of the floor the player wants to see.
#[derive(Resource, Debug)]
pub struct FloorSettings {
    /// Lines between cells.
    pub grid: bool,
    /// Elevations as numbers.
    pub heights: bool,
}

impl Default for FloorSettings {
    fn default() -> FloorSettings {
        FloorSettings { grid: true, heights: false }
    }
}

/// Everything on the floor that is no terrain tile.
#[derive(Component, Default)]
#[require(Transform, Visibility, BattleScene)]
pub struct Floor;
