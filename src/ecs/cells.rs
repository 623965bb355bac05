//! Every cell of the board is an entity with its terrain, elevation, cover and cost of movement.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{BattleStep, BattleSystems, ShownBattle};
use crate::grid::{Board, Cell, CoverGrade};

/// Which cell an entity is.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellPosition(pub Cell);

/// The kind of ground of a cell: its index in the palette of the board.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellTerrain(pub u8);

/// Height of the ground of a cell, in feet.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Elevation(pub i16);

/// The cover that the ground of a cell gives to a target in it or behind it.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellCover(pub CoverGrade);

/// Cells of movement it takes to enter a cell; `None` where nothing can walk.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct MoveCost(pub Option<u8>);

/// The entities of all cells.
#[derive(Resource, Default, Debug)]
pub struct Cells {
    /// Row by row.
    entities: Vec<Entity>,
    /// Cells in a row.
    width: u16,
    /// The revision of the field that the entities show.
    shown: Option<u32>,
}

impl Cells {
    /// One entity for each cell of a board.
    pub(super) fn spawn(world: &mut World, board: &Board) -> Cells {
        let bundles: Vec<_> = board.cells().map(|cell| (CellPosition(cell), ground(board, cell))).collect();
        Cells { entities: world.spawn_batch(bundles).collect(), width: board.width(), shown: None }
    }

    /// The entity of a cell; `None` off the board.
    pub fn entity(&self, cell: Cell) -> Option<Entity> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        let width = usize::from(self.width);
        (x < width).then(|| self.entities.get(y * width + x).copied())?
    }
}

/// Everything that is published about the ground of a cell.
#[derive(QueryData)]
pub struct GroundData {
    /// Which cell it is.
    pub position: &'static CellPosition,
    /// The kind of ground.
    pub terrain: &'static CellTerrain,
    /// Height of the ground.
    pub elevation: &'static Elevation,
    /// Cover from the ground.
    pub cover: &'static CellCover,
    /// Cost of entering.
    pub cost: &'static MoveCost,
}

/// The cells of the shown battle.
#[derive(SystemParam)]
pub struct Grounds<'w, 's> {
    cells: Option<Res<'w, Cells>>,
    query: Query<'w, 's, GroundData>,
}

impl Grounds<'_, '_> {
    /// The components of a cell; `None` off the board.
    pub fn get(&self, cell: Cell) -> Option<GroundDataItem<'_, '_>> {
        self.query.get(self.cells.as_ref()?.entity(cell)?).ok()
    }
}

fn ground(board: &Board, cell: Cell) -> (CellTerrain, Elevation, CellCover, MoveCost) {
    let terrain = board.terrain(cell);
    let tile = CellTerrain(board.tile(cell).unwrap_or_default());
    (tile, Elevation(board.elevation(cell)), CellCover(terrain.cover), MoveCost(terrain.cost))
}

/// Publishes the ground.
pub struct CellsPlugin;

impl Plugin for CellsPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<CellPosition>()
            .register_type::<CellTerrain>()
            .register_type::<Elevation>()
            .register_type::<CellCover>()
            .register_type::<MoveCost>()
            .add_systems(BattleStep, publish_ground.in_set(BattleSystems::Publish));
    }
}

/// Doors, ice, earthworks and spells change the ground; the board says so by its revision.
fn publish_ground(
    battle: Res<ShownBattle>,
    mut cells: ResMut<Cells>,
    mut ground_of: Query<(&CellPosition, &mut CellTerrain, &mut Elevation, &mut CellCover, &mut MoveCost)>,
) {
    let field = battle.whole_view().field();
    if cells.shown == Some(field.revision) {
        return;
    }
    cells.shown = Some(field.revision);
    for (cell, mut terrain, mut elevation, mut cover, mut cost) in &mut ground_of {
        let now = ground(&field.board, cell.0);
        terrain.set_if_neq(now.0);
        elevation.set_if_neq(now.1);
        cover.set_if_neq(now.2);
        cost.set_if_neq(now.3);
    }
}
