//! Sprites along the edges of cells: wall rims, ledges and barriers.

use bevy::prelude::*;

use super::art::{Art, SheetName, SpriteSheet};
use super::{Floor, Layout};
use crate::ecs::{CellDataItem, CellGrid, CellTerrain, EdgeBarrier};
use crate::grid::{Direction, Shape};
use crate::gui::theme::layer;

/// A sprite on an edge.
#[derive(Component)]
#[require(Floor)]
pub struct EdgePiece;

/// Redraws all edges of the board when terrain or barriers change.
pub fn lay_edges(
    mut commands: Commands,
    grid: CellGrid,
    barriers: Query<&EdgeBarrier>,
    (layout, art): (Res<Layout>, Res<Art>),
    (ground, edge): (Query<(), Changed<CellTerrain>>, Query<(), Changed<EdgeBarrier>>),
    old: Query<Entity, With<EdgePiece>>,
) {
    if ground.is_empty() && edge.is_empty() {
        return;
    }
    old.iter().for_each(|piece| commands.entity(piece).despawn());
    let edges = Edges { grid: &grid, layout: &layout, art: &art };
    for cell in grid.iter() {
        for (at, dir) in layout.edges().enumerate() {
            if let Some(sprite) = edges.inner_sprite(&cell, dir, at) {
                let place = layout.centre(cell.position.0).extend(layer::EDGES);
                commands.spawn((EdgePiece, sprite, Transform::from_translation(place)));
            }
        }
    }
    for barrier in &barriers {
        if let Some((sprite, place)) = edges.barrier(barrier) {
            commands.spawn((EdgePiece, sprite, place));
        }
    }
}

struct Edges<'a> {
    grid: &'a CellGrid<'a, 'a>,
    layout: &'a Layout,
    art: &'a Art,
}

impl Edges<'_> {
    fn sheet(&self, square: SheetName, hex: SheetName) -> &SpriteSheet {
        self.art.sheet(if self.layout.shape() == Shape::Square { square } else { hex })
    }

    fn picture(&self, cell: &CellDataItem) -> &str {
        self.grid.kind(*cell.terrain).map_or("", |terrain| self.art.ground(terrain))
    }

    /// The sprite inside a cell's border on one side. Sheets list the sides in the order of the directions.
    fn inner_sprite(&self, cell: &CellDataItem, dir: Direction, side: usize) -> Option<Sprite> {
        // Doors and arrow slits continue a wall.
        const WALLS: [&str; 4] = ["wall", "arrow_slit", "door_closed", "door_open"];
        let next = self.grid.get(self.layout.shape().step(cell.position.0, dir))?;
        let sheet = if self.picture(cell) == "wall" && !WALLS.contains(&self.picture(&next)) {
            self.sheet(SheetName::WallRims, SheetName::WallRimsHex)
        } else if next.elevation.0 < cell.elevation.0 {
            self.sheet(SheetName::Ledges, SheetName::LedgesHex)
        } else {
            return None;
        };
        Some(sheet.sprite(side))
    }

    fn barrier(&self, EdgeBarrier { between, barrier }: &EdgeBarrier) -> Option<(Sprite, Transform)> {
        let mut sprite = self.art.sheet(SheetName::Barriers).named(self.art.barrier(barrier))?;
        let (from, to) = self.layout.edge(between.0, between.1);
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
