//! Terrain tiles: every cell entity is a tile as well.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::art::{Art, SheetName, SpriteSheet};
use super::{Floor, Layout};
use crate::ecs::{CellDataItem, CellGrid, CellPosition, CellTerrain};
use crate::grid::{Cell, Shape};
use crate::gui::BattleScene;
use crate::gui::theme;

/// The terrain of the whole board, and the frame around it.
#[derive(Component)]
#[require(BattleScene)]
pub struct Ground;

/// Cells that are no tiles yet.
type Bare = (With<CellPosition>, Without<TilePos>);

/// Makes tiles of the cells of a new board.
pub fn lay_ground(
    mut commands: Commands,
    grid: CellGrid,
    (layout, art): (Res<Layout>, Res<Art>),
    bare: Query<(), Bare>,
    old: Query<Entity, With<Ground>>,
) {
    if bare.is_empty() {
        return;
    }
    old.iter().for_each(|old| commands.entity(old).despawn());
    let picture = Pictures { grid: &grid, layout: &layout, art: &art };
    let (width, height) = layout.size();
    let size = TilemapSize { x: width.into(), y: height.into() };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    let highest = grid.iter().map(|cell| cell.elevation.0).max().unwrap_or_default();
    let lowest = grid.iter().map(|cell| cell.elevation.0).min().unwrap_or_default();
    let mut tiles = Vec::new();
    for cell in grid.iter() {
        let position = picture.tile_pos(cell.position.0);
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
    let sheet = picture.sheet();
    let (width, height) = (sheet.size.x, sheet.size.y);
    let corner = layout.centre(Cell::new(0, size.y as i16 - 1));
    let bundle = TilemapBundle {
        grid_size: TilemapGridSize { x: width, y: height },
        map_type: map_type(&layout),
        size,
        storage,
        texture: TilemapTexture::Single(sheet.image.clone()),
        tile_size: TilemapTileSize { x: width, y: height },
        transform: Transform::from_translation(corner.extend(theme::layer::GROUND)),
        ..default()
    };
    commands.entity(map).insert((bundle, Ground));
    let place = Transform::from_translation(layout.bounds().center().extend(theme::layer::FRAME));
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
    /// Tilemaps count rows from the south.
    fn tile_pos(&self, cell: Cell) -> TilePos {
        TilePos { x: cell.x as u32, y: u32::from(self.layout.size().1) - 1 - cell.y as u32 }
    }

    fn sheet(&self) -> &SpriteSheet {
        self.art.sheet(match self.layout.shape() {
            Shape::Square => SheetName::TerrainSquare,
            Shape::Hex => SheetName::TerrainHex,
        })
    }

    fn name(&self, cell: &CellDataItem) -> &str {
        self.grid.kind(*cell.terrain).map_or("void", |terrain| self.art.ground(terrain))
    }

    /// The picture of a cell. The variant depends on the position only, so it never changes.
    fn index(&self, cell: &CellDataItem) -> TileTextureIndex {
        let (sheet, name) = (self.sheet(), self.name(cell));
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
}
