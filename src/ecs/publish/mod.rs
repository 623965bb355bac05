//! The state of the battle as components and entities. Only what has changed is written.

mod cells;
mod combatants;
mod roster;
mod surroundings;

pub use cells::{CellCover, CellFog, CellPosition, CellTerrain, Cells, CellsPlugin, Elevation, MoveCost, WaterCurrent};
pub(super) use combatants::combatant;
pub use combatants::{CombatantSheet, CombatantsPlugin, OutOfPlay};
pub use roster::Roster;
pub use surroundings::{EdgeBarrier, LastingSpell, LightSource, SurroundingsPlugin};
