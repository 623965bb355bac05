//! What is drawn along the edges of cells: wall rims, ledges and barriers.

use bevy::prelude::*;

use super::art::{Art, SheetName, SpriteSheet};
use super::{Floor, Layout};
use crate::ecs::ShownBattle;
use crate::grid::{Barrier, Board, Cell, Direction, Shape};
use crate::gui::theme::layer;

/// A sprite on an edge.
#[derive(Component)]
#[require(Floor)]
pub struct EdgePiece;

/// Redraws all edges of the board.
pub fn lay_edges(
    mut commands: Commands,
    snapshot: Res<ShownBattle>,
    layout: Res<Layout>,
    art: Res<Art>,
    old: Query<Entity, With<EdgePiece>>,
) {
    for piece in &old {
        commands.entity(piece).despawn();
    }
    let edges = Edges { board: &snapshot.field.board, layout: &layout, art: &art };
    for cell in edges.board.cells() {
        for (at, dir) in layout.edges().enumerate() {
            if let Some(sprite) = edges.inner_sprite(cell, dir, at) {
                let place = layout.centre(cell).extend(layer::EDGES);
                commands.spawn((EdgePiece, sprite, Transform::from_translation(place)));
            }
        }
    }
    for (&(a, b), barrier) in edges.board.barriers() {
        if let Some((sprite, place)) = edges.barrier(a, b, barrier) {
            commands.spawn((EdgePiece, sprite, place));
        }
    }
}

struct Edges<'a> {
    board: &'a Board,
    layout: &'a Layout,
    art: &'a Art,
}

impl Edges<'_> {
    fn sheet(&self, square: SheetName, hex: SheetName) -> &SpriteSheet {
        self.art.sheet(if self.board.shape() == Shape::Square { square } else { hex })
    }

    fn is_wall(&self, cell: Cell) -> bool {
        self.art.ground(self.board.terrain(cell)) == "wall"
    }

    /// Whether a wall continues into this cell: doors and arrow slits continue it.
    fn continues_wall(&self, cell: Cell) -> bool {
        const PARTS: [&str; 4] = ["wall", "arrow_slit", "door_closed", "door_open"];
        PARTS.contains(&self.art.ground(self.board.terrain(cell)))
    }

    /// The sprite inside a cell's border on one side. Sheets list the sides in the order of the directions.
    fn inner_sprite(&self, cell: Cell, dir: Direction, side: usize) -> Option<Sprite> {
        let next = self.board.shape().step(cell, dir);
        if !self.board.contains(next) {
            return None;
        }
        let rim = self.is_wall(cell) && !self.continues_wall(next);
        let ledge = self.board.elevation(next) < self.board.elevation(cell);
        let sheet = match (rim, ledge) {
            (true, _) => self.sheet(SheetName::WallRims, SheetName::WallRimsHex),
            (false, true) => self.sheet(SheetName::Ledges, SheetName::LedgesHex),
            (false, false) => return None,
        };
        Some(sheet.sprite(side))
    }

    fn barrier(&self, a: Cell, b: Cell, barrier: &Barrier) -> Option<(Sprite, Transform)> {
        let sheet = self.art.sheet(SheetName::Barriers);
        let mut sprite = sheet.named(self.art.barrier(barrier))?;
        let (from, to) = self.layout.edge(a, b);
        sprite.custom_size = Some(Vec2::new(from.distance(to) + 2.0, 14.0));
        let place = Transform::from_translation(from.midpoint(to).extend(layer::EDGES + 0.5))
            .with_rotation(Quat::from_rotation_z(upright(to - from)));
        Some((sprite, place))
    }
}

/// Angle of a line, in radians, such that a picture along it is never upside down.
fn upright(along: Vec2) -> f32 {
    let angle = along.to_angle();
    if along.x < -0.01 { angle + std::f32::consts::PI } else { angle }
}
