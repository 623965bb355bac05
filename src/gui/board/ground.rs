//! Terrain: every cell entity is a tile as well. Wall rims, ledges and barriers are sprites along the edges of cells.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::art::{Art, SheetName, SpriteSheet};
use super::{Floor, Layout};
use crate::ecs::{CellDataItem, CellGrid, CellPosition, CellTerrain, EdgeBarrier};
use crate::grid::{Cell, Direction, Shape};
use crate::gui::frame::BattleScene;
use crate::gui::theme::{self, layer};

/// The terrain of the whole board, and the frame around it.
#[derive(Component)]
#[require(BattleScene)]
pub struct Ground;

#[derive(Component)]
#[require(Floor)]
pub struct EdgePiece;

/// Makes tiles of the cells of a new board.
pub fn lay_ground(
    mut commands: Commands,
    grid: CellGrid,
    (layout, art): (Res<Layout>, Res<Art>),
    bare: Query<(), (With<CellPosition>, Without<TilePos>)>,
    old: Query<Entity, With<Ground>>,
) {
    if bare.is_empty() {
        return;
    }
    old.iter().for_each(|old| commands.entity(old).despawn());
    let picture = Pictures { grid: &grid, layout: &layout, art: &art };
    let size = TilemapSize { x: layout.size().0.into(), y: layout.size().1.into() };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    let elevations = || grid.iter().map(|cell| cell.elevation.0);
    let (lowest, highest) = (elevations().min().unwrap_or_default(), elevations().max().unwrap_or_default());
    let mut tiles = Vec::new();
    for cell in grid.iter() {
        // Tilemaps count rows from the south.
        let position = TilePos { x: cell.position.0.x as u32, y: size.y - 1 - cell.position.0.y as u32 };
        storage.set(&position, cell.entity);
        let tile = TileBundle {
            position,
            texture_index: picture.index(&cell),
            tilemap_id: TilemapId(map),
            flip: picture.flip(&cell),
            color: TileColor(shade(cell.elevation.0, lowest, highest)),
            ..default()
        };
        tiles.push((cell.entity, tile));
    }
    commands.insert_batch(tiles);
    let sheet = picture.terrain();
    let (width, height) = (sheet.size.x, sheet.size.y);
    let corner = layout.centre(Cell::new(0, size.y as i16 - 1));
    let bundle = TilemapBundle {
        grid_size: TilemapGridSize { x: width, y: height },
        map_type: map_type(&layout),
        size,
        storage,
        texture: TilemapTexture::Single(sheet.image.clone()),
        tile_size: TilemapTileSize { x: width, y: height },
        transform: Transform::from_translation(corner.extend(layer::GROUND)),
        ..default()
    };
    commands.entity(map).insert((bundle, Ground));
    let place = Transform::from_translation(layout.bounds().center().extend(layer::FRAME));
    commands.spawn((Ground, Floor, Sprite::from_color(theme::FRAME, layout.bounds().size() + 20.0), place));
}

/// Draws cells again whose terrain has changed, and their neighbours, whose doors may turn.
pub fn change_tiles(
    grid: CellGrid,
    (layout, art): (Res<Layout>, Res<Art>),
    changed: Query<&CellPosition, (Changed<CellTerrain>, With<TilePos>)>,
    mut tiles: Query<(&mut TileTextureIndex, &mut TileFlip)>,
) {
    let pictures = Pictures { grid: &grid, layout: &layout, art: &art };
    for CellPosition(cell) in &changed {
        let near = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)].map(|(dx, dy)| grid.get(cell.shifted(dx, dy)));
        for cell in near.into_iter().flatten() {
            let Ok((mut index, mut flip)) = tiles.get_mut(cell.entity) else { continue };
            index.set_if_neq(pictures.index(&cell));
            flip.set_if_neq(pictures.flip(&cell));
        }
    }
}

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
    let edges = Pictures { grid: &grid, layout: &layout, art: &art };
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

fn map_type(layout: &Layout) -> TilemapType {
    match layout.shape() {
        Shape::Square => TilemapType::Square,
        Shape::Hex if layout.size().1 % 2 == 1 => TilemapType::Hexagon(HexCoordSystem::RowOdd),
        Shape::Hex => TilemapType::Hexagon(HexCoordSystem::RowEven),
    }
}

/// Tint of a cell: lower ground is darker.
fn shade(elevation: i16, lowest: i16, highest: i16) -> Color {
    let range = f32::from(highest.saturating_sub(lowest)).max(1.0);
    let below = f32::from(highest.saturating_sub(elevation)) / range;
    let light = 1.0 - 0.16 * below;
    Color::srgb(light, light, light)
}

/// A pseudo-random number that depends on the cell only.
fn hash(cell: Cell) -> u32 {
    let mixed = (cell.x as u32).wrapping_mul(0x9E37_79B1) ^ (cell.y as u32).wrapping_mul(0x85EB_CA77);
    (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D) >> 13
}

struct Pictures<'a> {
    grid: &'a CellGrid<'a, 'a>,
    layout: &'a Layout,
    art: &'a Art,
}

impl Pictures<'_> {
    fn sheet(&self, square: SheetName, hex: SheetName) -> &SpriteSheet {
        self.art.sheet(if self.layout.shape() == Shape::Square { square } else { hex })
    }

    fn terrain(&self) -> &SpriteSheet {
        self.sheet(SheetName::TerrainSquare, SheetName::TerrainHex)
    }

    fn name(&self, cell: &CellDataItem) -> &str {
        self.grid.kind(*cell.terrain).map_or("void", |terrain| self.art.ground(terrain))
    }

    /// The picture of a cell. The variant depends on the position only, so it never changes.
    fn index(&self, cell: &CellDataItem) -> TileTextureIndex {
        let (sheet, name) = (self.terrain(), self.name(cell));
        let variants = sheet.variants(name).max(1) as u32;
        let first = sheet.find(name).unwrap_or(0) as u32;
        TileTextureIndex(first + hash(cell.position.0) % variants)
    }

    /// How the picture of a cell is flipped: doors and fences are drawn for a wall from east to west and turned for one
    /// from north to south.
    fn flip(&self, cell: &CellDataItem) -> TileFlip {
        const TURNS: [&str; 4] = ["door_closed", "door_open", "fence", "arrow_slit"];
        let is_wall = |dx, dy| !self.grid.is_walkable(cell.position.0.shifted(dx, dy));
        let turns = || TURNS.contains(&self.name(cell));
        let upright = || is_wall(0, -1) && is_wall(0, 1) && !(is_wall(-1, 0) && is_wall(1, 0));
        TileFlip { d: self.layout.shape() == Shape::Square && turns() && upright(), ..default() }
    }

    /// The sprite inside a cell's border on one side. Sheets list the sides in the order of the directions.
    fn inner_sprite(&self, cell: &CellDataItem, dir: Direction, side: usize) -> Option<Sprite> {
        // Doors and arrow slits continue a wall.
        const WALLS: [&str; 4] = ["wall", "arrow_slit", "door_closed", "door_open"];
        let next = self.grid.get(self.layout.shape().step(cell.position.0, dir))?;
        let sheet = if self.name(cell) == "wall" && !WALLS.contains(&self.name(&next)) {
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
