//! Every cell of the board is an entity with its terrain, elevation, cover, cost of movement and fog.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{BattleStep, BattleSystems, CellLight, ShownBattle};
use crate::battle::{Current, Field};
use crate::grid::{Board, Cell, CoverGrade, Terrain};

/// Which cell an entity is.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellPosition(pub Cell);

/// The kind of ground of a cell: its index in the palette of the board.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellTerrain(pub u8);

/// Height of the ground of a cell, in the board's unit.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Elevation(pub i16);

/// The cover that the ground of a cell gives to a target in it or behind it.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellCover(pub CoverGrade);

/// Cost of a cell by its terrain alone, in cells of movement; `None` where nothing can walk.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct MoveCost(pub Option<u8>);

/// Whether a cell has fog, from the scenario or from a spell.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct CellFog(pub bool);

/// Flowing or rough water in a cell. Never changes.
#[derive(Component, Copy, Clone, Debug, Reflect)]
#[reflect(opaque, Component, Debug)]
pub struct WaterCurrent(pub Current);

/// The entities of all cells.
#[derive(Resource, Default, Debug)]
pub struct Cells {
    /// Row by row.
    entities: Vec<Entity>,
    width: u16,
    /// The kinds of ground that [`CellTerrain`] counts.
    kinds: Vec<Terrain>,
    /// The revisions that the entities show: of the board, and of what belongs to no combatant.
    shown: Option<(u32, u64)>,
}

impl Cells {
    pub(super) fn spawn(world: &mut World, field: &Field) -> Cells {
        let board = &field.board;
        let rest = || (CellFog::default(), CellLight::default());
        let bundles: Vec<_> = board.cells().map(|cell| (CellPosition(cell), ground(board, cell), rest())).collect();
        let entities = world.spawn_batch(bundles).collect();
        let cells = Cells { entities, width: board.width(), kinds: board.palette().to_vec(), shown: None };
        for current in &field.currents {
            if let Some(entity) = cells.entity(current.cell) {
                world.entity_mut(entity).insert(WaterCurrent(*current));
            }
        }
        cells
    }

    /// The entity of a cell; `None` off the board.
    pub fn entity(&self, cell: Cell) -> Option<Entity> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        let width = usize::from(self.width);
        self.entities.get(y * width + x).copied().filter(|_| x < width)
    }
}

fn ground(board: &Board, cell: Cell) -> (CellTerrain, Elevation, CellCover, MoveCost) {
    let terrain = board.terrain(cell);
    let tile = CellTerrain(board.tile(cell).unwrap_or_default());
    (tile, Elevation(board.elevation(cell)), CellCover(terrain.cover), MoveCost(terrain.cost))
}

pub(super) fn plugin(app: &mut App) {
    app.register_type::<CellPosition>()
        .register_type::<CellTerrain>()
        .register_type::<Elevation>()
        .register_type::<CellCover>()
        .register_type::<MoveCost>()
        .register_type::<CellFog>()
        .register_type::<WaterCurrent>()
        .add_systems(BattleStep, (publish_ground, publish_fog).chain().in_set(BattleSystems::Publish));
}

type Ground = (&'static CellPosition, &'static mut CellTerrain, &'static mut CellCover, &'static mut MoveCost);

/// Publishes ground that doors, ice, digging or spells have changed. Elevation never changes.
fn publish_ground(battle: Res<ShownBattle>, cells: Res<Cells>, mut ground_of: Query<Ground>) {
    let field = battle.whole_view().field();
    if cells.shown.is_some_and(|(revision, _)| revision == field.revision) {
        return;
    }
    for (cell, mut terrain, mut cover, mut cost) in &mut ground_of {
        let (now, _, gives, takes) = ground(&field.board, cell.0);
        terrain.set_if_neq(now);
        cover.set_if_neq(gives);
        cost.set_if_neq(takes);
    }
}

/// Publishes fog, and notes that ground and fog are up to date.
fn publish_fog(battle: Res<ShownBattle>, mut cells: ResMut<Cells>, mut fog_of: Query<(&CellPosition, &mut CellFog)>) {
    let view = battle.whole_view();
    let now = (view.field().revision, view.changed().around);
    if cells.shown == Some(now) {
        return;
    }
    cells.shown = Some(now);
    for (cell, mut fog) in &mut fog_of {
        fog.set_if_neq(CellFog(view.is_foggy(cell.0)));
    }
}

/// Everything that is published and derived about a cell.
#[derive(QueryData)]
pub struct CellData {
    /// The entity itself.
    pub entity: Entity,
    /// Which cell it is.
    pub position: &'static CellPosition,
    /// The kind of ground.
    pub terrain: &'static CellTerrain,
    /// The height of the ground, in the board's unit.
    pub elevation: &'static Elevation,
    /// The cover that the ground gives.
    pub cover: &'static CellCover,
    /// Its cost by terrain alone, in cells of movement.
    pub cost: &'static MoveCost,
    /// Whether it has fog.
    pub fog: &'static CellFog,
    /// Whether it is lit.
    pub light: &'static CellLight,
    /// Flowing or rough water, if there is any.
    pub current: Option<&'static WaterCurrent>,
}

/// The cells of the shown battle.
#[derive(SystemParam)]
pub struct CellGrid<'w, 's> {
    cells: Option<Res<'w, Cells>>,
    query: Query<'w, 's, CellData>,
}

impl CellGrid<'_, '_> {
    /// The components of a cell; `None` off the board.
    pub fn get(&self, cell: Cell) -> Option<CellDataItem<'_, '_>> {
        self.query.get(self.cells.as_ref()?.entity(cell)?).ok()
    }

    /// All cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = CellDataItem<'_, '_>> {
        let entities = self.cells.iter().flat_map(|cells| &cells.entities);
        entities.filter_map(|entity| self.query.get(*entity).ok())
    }

    /// A kind of ground of the board.
    pub fn kind(&self, terrain: CellTerrain) -> Option<&Terrain> {
        self.cells.as_ref()?.kinds.get(usize::from(terrain.0))
    }

    /// Whether a combatant can walk in a cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.get(cell).is_some_and(|data| data.cost.0.is_some())
    }
}
