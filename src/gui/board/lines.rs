//! Grid lines and elevation numbers.

use bevy::prelude::*;

use super::{Floor, FloorSettings, Layout};
use crate::ecs::ShownBattle;
use crate::grid::{Board, Cell};
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

/// Redraws grid lines and elevation numbers.
pub fn draw_lines(
    mut commands: Commands,
    mut assets: DrawingAssets,
    snapshot: Res<ShownBattle>,
    layout: Res<Layout>,
    old: Query<Entity, Old>,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let board = &*snapshot.field.board;
    commands.spawn((GridLines, assets.drawing(grid(board, &layout), layer::GRID)));
    for cell in board.cells().filter(|&cell| board.elevation(cell) != 0) {
        commands.spawn(height_number(&layout, cell, board.elevation(cell)));
    }
}

fn grid(board: &Board, layout: &Layout) -> Canvas {
    let mut canvas = Canvas::new();
    for cell in board.cells() {
        for dir in layout.edges() {
            let next = board.shape().step(cell, dir);
            if cell < next || !board.contains(next) {
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
