//! The floor: terrain as a tilemap; walls, ledges and barriers as sprites; grid lines and elevations; darkness, fog and
//! water. All of it follows the components of cells.

mod air;
mod art;
mod ground;
mod layout;
mod things;

pub(crate) use art::{Art, AssetRoot, SheetName};
pub(crate) use layout::CELL;
pub use layout::Layout;

use bevy::prelude::*;

use super::canvas::{Canvas, DrawingAssets};
use super::frame::{BattleScene, FrameSystems};
use super::theme::{self, layer};
use crate::ecs::{CellGrid, Elevation, ShownBattle};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Art>().init_resource::<FloorSettings>().add_systems(Startup, art::load_art).add_systems(
        Update,
        (
            (ground::lay_ground, ground::change_tiles, ground::lay_edges, draw_lines),
            show_lines,
            air::draw,
            things::draw,
        )
            .chain()
            .in_set(FrameSystems::Floor)
            .run_if(resource_exists::<Layout>)
            .run_if(resource_exists::<ShownBattle>),
    );
}

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

/// Marks everything on the floor that is not a terrain tile.
#[derive(Component, Default)]
#[require(Transform, Visibility, BattleScene)]
pub struct Floor;

#[derive(Component)]
#[require(Floor)]
struct GridLines;

#[derive(Component)]
#[require(Floor)]
struct HeightNumber;

fn draw_lines(
    mut commands: Commands,
    mut assets: DrawingAssets,
    grid: CellGrid,
    layout: Res<Layout>,
    shown: Res<ShownBattle>,
    raised: Query<(), Changed<Elevation>>,
    old: Query<Entity, Or<(With<GridLines>, With<HeightNumber>)>>,
) {
    if raised.is_empty() {
        return;
    }
    old.iter().for_each(|old| commands.entity(old).despawn());
    let mut canvas = Canvas::new();
    for cell in grid.iter() {
        let (position, height) = (cell.position.0, cell.elevation.0);
        for dir in layout.edges() {
            let next = layout.shape().step(position, dir);
            if position < next || grid.get(next).is_none() {
                let (from, to) = layout.edge(position, next);
                canvas.line(from, to, 1.2, theme::GRID);
            }
        }
        if height != 0 {
            let place = layout.centre(position) + Vec2::new(0.0, -20.0);
            commands.spawn((
                HeightNumber,
                Text2d::new(shown.game().policies.board.unit.signed(height)),
                TextFont::from_font_size(13.0),
                TextColor(theme::IVORY),
                bevy::sprite::Text2dShadow { offset: Vec2::new(1.0, -1.0), color: Color::BLACK },
                Transform::from_translation(place.extend(layer::NUMBERS + 0.5)),
                Visibility::Hidden,
            ));
        }
    }
    commands.spawn((GridLines, assets.drawing(canvas, layer::GRID)));
}

fn show_lines(
    view: Res<FloorSettings>,
    mut lines: Query<&mut Visibility, (With<GridLines>, Without<HeightNumber>)>,
    mut numbers: Query<&mut Visibility, (With<HeightNumber>, Without<GridLines>)>,
) {
    let shown = |yes| if yes { Visibility::Inherited } else { Visibility::Hidden };
    lines.iter_mut().for_each(|mut line| _ = line.set_if_neq(shown(view.grid)));
    numbers.iter_mut().for_each(|mut number| _ = number.set_if_neq(shown(view.heights)));
}
