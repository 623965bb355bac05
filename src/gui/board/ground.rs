//! Terrain tiles.

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

use super::art::{Art, SheetName, SpriteSheet};
use super::{Floor, Layout};
use crate::ecs::ShownBattle;
use crate::grid::{Board, Cell, Shape};
use crate::gui::theme;

/// The terrain of the whole board.
#[derive(Component)]
pub struct Ground;

/// Lays the terrain tiles, or updates the tiles that have changed.
pub fn lay_ground(
    mut commands: Commands,
    snapshot: Res<ShownBattle>,
    layout: Res<Layout>,
    art: Res<Art>,
    ground: Query<&TileStorage, With<Ground>>,
    mut tiles: Query<(&mut TileTextureIndex, &mut TileFlip)>,
) {
    let (board, art) = (&*snapshot.field.board, &*art);
    let Ok(storage) = ground.single() else {
        spawn_ground(&mut commands, board, &layout, art);
        return;
    };
    for cell in board.cells() {
        let Some(tile) = storage.get(&tile_pos(board, cell)) else { continue };
        let Ok((mut index, mut flip)) = tiles.get_mut(tile) else { continue };
        index.set_if_neq(TileTextureIndex(picture(art, board, cell)));
        flip.set_if_neq(flipped(art, board, cell));
    }
}

fn spawn_ground(commands: &mut Commands, board: &Board, layout: &Layout, art: &Art) {
    let sheet = terrain_sheet(art, board.shape());
    let size = TilemapSize { x: board.width().into(), y: board.height().into() };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    for cell in board.cells() {
        let position = tile_pos(board, cell);
        let tile = TileBundle {
            position,
            texture_index: TileTextureIndex(picture(art, board, cell)),
            tilemap_id: TilemapId(map),
            flip: flipped(art, board, cell),
            color: TileColor(shade(board, cell)),
            ..default()
        };
        let tile = commands.spawn(tile).id();
        storage.set(&position, tile);
        commands.entity(map).add_child(tile);
    }
    let (width, height) = (sheet.size.x, sheet.size.y);
    let corner = layout.centre(Cell::new(0, board.height() as i16 - 1));
    let bundle = TilemapBundle {
        grid_size: TilemapGridSize { x: width, y: height },
        map_type: map_type(board),
        size,
        storage,
        texture: TilemapTexture::Single(sheet.image.clone()),
        tile_size: TilemapTileSize { x: width, y: height },
        transform: Transform::from_translation(corner.extend(theme::layer::GROUND)),
        ..default()
    };
    commands.entity(map).insert((bundle, Ground, crate::gui::BattleScene));
    commands.spawn((Floor, Sprite::from_color(theme::FRAME, layout.bounds().size() + 20.0), {
        Transform::from_translation(layout.bounds().center().extend(theme::layer::FRAME))
    }));
}

/// Tilemaps count rows from the south.
fn tile_pos(board: &Board, cell: Cell) -> TilePos {
    TilePos { x: cell.x as u32, y: u32::from(board.height()) - 1 - cell.y as u32 }
}

fn map_type(board: &Board) -> TilemapType {
    match board.shape() {
        Shape::Square => TilemapType::Square,
        Shape::Hex if board.height() % 2 == 1 => TilemapType::Hexagon(HexCoordSystem::RowOdd),
        Shape::Hex => TilemapType::Hexagon(HexCoordSystem::RowEven),
    }
}

fn terrain_sheet(art: &Art, shape: Shape) -> &SpriteSheet {
    art.sheet(match shape {
        Shape::Square => SheetName::TerrainSquare,
        Shape::Hex => SheetName::TerrainHex,
    })
}

/// Tint of a cell: lower ground is darker.
fn shade(board: &Board, cell: Cell) -> Color {
    let heights = board.cells().map(|cell| board.elevation(cell));
    let (low, high) = heights.fold((i16::MAX, i16::MIN), |(low, high), at| (low.min(at), high.max(at)));
    let range = f32::from(high.saturating_sub(low)).max(1.0);
    let below = f32::from(high.saturating_sub(board.elevation(cell))) / range;
    let light = 1.0 - 0.16 * below;
    Color::srgb(light, light, light)
}

/// Index of the picture of a cell. The variant depends on the position only, so it never changes.
fn picture(art: &Art, board: &Board, cell: Cell) -> u32 {
    let (sheet, name) = (terrain_sheet(art, board.shape()), art.ground(board.terrain(cell)));
    let variants = sheet.variants(name).max(1) as u32;
    let first = sheet.find(name).unwrap_or(0) as u32;
    first + hash(cell) % variants
}

/// A pseudo-random number that depends on the cell only.
fn hash(cell: Cell) -> u32 {
    let mixed = (cell.x as u32).wrapping_mul(0x9E37_79B1) ^ (cell.y as u32).wrapping_mul(0x85EB_CA77);
    (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D) >> 13
}

/// How the picture of a cell is flipped: doors and fences are drawn for a wall from east to west and turned for one
/// from north to south.
fn flipped(art: &Art, board: &Board, cell: Cell) -> TileFlip {
    const TURNS: [&str; 4] = ["door_closed", "door_open", "fence", "arrow_slit"];
    let name = art.ground(board.terrain(cell));
    let is_wall = |dx, dy| board.terrain(cell.shifted(dx, dy)).cost.is_none();
    let upright = is_wall(0, -1) && is_wall(0, 1) && !(is_wall(-1, 0) && is_wall(1, 0));
    TileFlip { d: board.shape() == Shape::Square && upright && TURNS.contains(&name), ..default() }
}
