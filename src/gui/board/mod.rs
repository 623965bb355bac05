//! The floor: terrain as a tilemap; walls, ledges and barriers as sprites; grid lines and elevations; darkness, fog and
//! water.

mod air;
pub mod art;
mod edges;
mod floor;
mod ground;
pub mod layout;
mod lines;

pub use art::{Art, AssetRoot, SheetName};
pub use floor::{DrawnField, Floor, FloorSettings};
pub use layout::{CELL, Layout};

use bevy::prelude::*;

use super::frame_systems::FrameSystems;
use super::screens::Screen;
use crate::ecs::ShownBattle;

/// Draws the floor, and redraws it when the field changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Art>()
        .init_resource::<DrawnField>()
        .init_resource::<FloorSettings>()
        .add_systems(Startup, art::load_art)
        .add_systems(
            Update,
            (
                (ground::lay_ground, edges::lay_edges, lines::draw_lines, note_field).chain().run_if(field_changed),
                lines::show_lines,
                air::draw.run_if(resource_exists::<Layout>),
            )
                .chain()
                .in_set(FrameSystems::Floor)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(OnEnter(Screen::Battle), forget_field);
}

fn field_changed(shown: Res<DrawnField>, snapshot: Option<Res<ShownBattle>>, layout: Option<Res<Layout>>) -> bool {
    layout.is_some() && snapshot.is_some_and(|snapshot| shown.0 != Some(snapshot.field.revision))
}

fn note_field(mut shown: ResMut<DrawnField>, snapshot: Res<ShownBattle>) {
    shown.0 = Some(snapshot.field.revision);
}

fn forget_field(mut shown: ResMut<DrawnField>) {
    shown.0 = None;
}
