//! Grid lines and elevation numbers.

use bevy::prelude::*;

use super::{Floor, FloorSettings, Layout};
use crate::ecs::{CellGrid, Elevation};
use crate::grid::Cell;
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::theme::{self, layer};

/// The grid lines.
#[derive(Component)]
#[require(Floor)]
pub struct GridLines;

/// An elevation number.
#[derive(Component)]
#[require(Floor)]
pub struct HeightNumber;

type Old = Or<(With<GridLines>, With<HeightNumber>)>;

/// Draws grid lines and elevation numbers of a new board.
pub fn draw_lines(
    mut commands: Commands,
    mut assets: DrawingAssets,
    grid: CellGrid,
    layout: Res<Layout>,
    raised: Query<(), Changed<Elevation>>,
    old: Query<Entity, Old>,
) {
    if raised.is_empty() {
        return;
    }
    old.iter().for_each(|old| commands.entity(old).despawn());
    commands.spawn((GridLines, assets.drawing(grid_lines(&grid, &layout), layer::GRID)));
    for cell in grid.iter().filter(|cell| cell.elevation.0 != 0) {
        commands.spawn(height_number(&layout, cell.position.0, cell.elevation.0));
    }
}

fn grid_lines(grid: &CellGrid, layout: &Layout) -> Canvas {
    let mut canvas = Canvas::new();
    for cell in grid.iter().map(|cell| cell.position.0) {
        for dir in layout.edges() {
            let next = layout.shape().step(cell, dir);
            if cell < next || grid.get(next).is_none() {
                let (from, to) = layout.edge(cell, next);
                canvas.line(from, to, 1.2, theme::GRID);
            }
        }
    }
    canvas
}

fn height_number(layout: &Layout, cell: Cell, feet: i16) -> impl Bundle + use<> {
    let place = layout.centre(cell) + Vec2::new(0.0, -20.0);
    (
        HeightNumber,
        Text2d::new(format!("{feet:+} ft")),
        TextFont::from_font_size(13.0),
        TextColor(theme::IVORY),
        bevy::sprite::Text2dShadow { offset: Vec2::new(1.0, -1.0), color: Color::BLACK },
        Transform::from_translation(place.extend(layer::NUMBERS + 0.5)),
        Visibility::Hidden,
    )
}

/// Shows or hides both as the player wants.
pub fn show_lines(
    view: Res<FloorSettings>,
    mut lines: Query<&mut Visibility, (With<GridLines>, Without<HeightNumber>)>,
    mut numbers: Query<&mut Visibility, (With<HeightNumber>, Without<GridLines>)>,
) {
    let shown = |yes| if yes { Visibility::Inherited } else { Visibility::Hidden };
    for mut line in &mut lines {
        line.set_if_neq(shown(view.grid));
    }
    for mut number in &mut numbers {
        number.set_if_neq(shown(view.heights));
    }
}
