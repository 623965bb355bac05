//! The floor: terrain as a tilemap, walls, ledges and barriers as sprites over it, grid lines and height numbers; over it
//! darkness, fog and water.

mod air;
pub mod art;
mod edges;
mod ground;
pub mod layout;
mod lines;

pub use art::{Art, AssetRoot, SheetName};
pub use layout::{CELL, Layout};

use bevy::prelude::*;

use super::screens::Screen;
use super::{Draws, Scene};
use crate::ecs::ShownBattle;

/// Which revision of the field the floor shows.
#[derive(Resource, Default, Debug, PartialEq, Eq)]
pub struct ShownField(Option<u32>);

/// What the player wants to see of the floor.
#[derive(Resource, Debug)]
pub struct FloorView {
    /// Lines between cells.
    pub grid: bool,
    /// Heights as numbers.
    pub heights: bool,
}

impl Default for FloorView {
    fn default() -> FloorView {
        FloorView { grid: true, heights: false }
    }
}

/// Shows the floor of the shown battle and renews it when a door moves.
pub fn plugin(app: &mut App) {
    app.init_resource::<Art>()
        .init_resource::<ShownField>()
        .init_resource::<FloorView>()
        .add_systems(Startup, art::load_art)
        .add_systems(
            Update,
            (
                (ground::lay_ground, edges::lay_edges, lines::draw_lines, note_field).chain().run_if(field_changed),
                lines::show_lines,
                air::draw.run_if(resource_exists::<Layout>),
            )
                .chain()
                .in_set(Draws::Floor)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(OnEnter(Screen::Battle), forget_field);
}

/// Everything that is laid out anew when the field changes.
#[derive(Component, Default)]
#[require(Transform, Visibility, Scene)]
pub struct Floor;

fn field_changed(shown: Res<ShownField>, snapshot: Option<Res<ShownBattle>>, layout: Option<Res<Layout>>) -> bool {
    layout.is_some() && snapshot.is_some_and(|snapshot| shown.0 != Some(snapshot.field.revision))
}

fn note_field(mut shown: ResMut<ShownField>, snapshot: Res<ShownBattle>) {
    shown.0 = Some(snapshot.field.revision);
}

fn forget_field(mut shown: ResMut<ShownField>) {
    shown.0 = None;
}
