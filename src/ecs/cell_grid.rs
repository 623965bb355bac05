//! All components of a cell at once.

use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{CellCover, CellFog, CellLight, CellPosition, CellTerrain, Cells, Elevation, MoveCost, WaterCurrent};
use crate::grid::{Cell, Terrain};

/// Everything that is published and derived about a cell.
#[derive(QueryData)]
pub struct CellData {
    /// The entity itself.
    pub entity: Entity,
    /// Which cell it is.
    pub position: &'static CellPosition,
    /// The kind of ground.
    pub terrain: &'static CellTerrain,
    /// The height of the ground, in feet.
    pub elevation: &'static Elevation,
    /// The cover that the ground gives.
    pub cover: &'static CellCover,
    /// Cells of movement it takes to enter.
    pub cost: &'static MoveCost,
    /// Whether it is full of fog.
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
        let entities = self.cells.iter().flat_map(|cells| cells.iter());
        entities.filter_map(|entity| self.query.get(entity).ok())
    }

    /// A kind of ground of the board.
    pub fn kind(&self, terrain: CellTerrain) -> Option<&Terrain> {
        self.cells.as_ref()?.kind(terrain)
    }

    /// Whether a combatant can walk in a cell.
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.get(cell).is_some_and(|data| data.cost.0.is_some())
    }
}
