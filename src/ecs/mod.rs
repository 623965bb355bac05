//! A battle in a Bevy world: combatants and cells are entities; movement rates, reach, cover, flanking, sight and grapples
//! are their components. [`RulesPlugin`] schedules turns or half-second counts.
//!
//! The simulation is one plain value, [`BattleState`](crate::resolution::BattleState). A Bevy world holds a
//! [`ShownBattle`], which applies the facts of the simulation, and entities that mirror it:
//!
//! | Entity | Components |
//! |---|---|
//! | combatant | [`Combatant`], [`Position`], [`Facing`], [`Vitals`], [`Conditions`], [`Stance`], ... published from rows; [`Reach`], [`Threatened`], [`MovementRate`], [`Flanked`], [`InCover`], [`Visible`], [`Grappled`], [`EffectiveConditions`] derived by the mechanics |
//! | cell | [`CellPosition`], [`CellTerrain`], [`Elevation`], [`CellCover`], [`MoveCost`], [`CellFog`], [`CellLight`], [`WaterCurrent`] |
//! | barrier between two cells | [`EdgeBarrier`] |
//! | light source | [`LightSource`] |
//! | hold | [`Link`](crate::battle::Link) |
//! | lasting spell | [`LastingSpell`] |
//!
//! One run of the [`BattleStep`] schedule goes through [`BattleSystems`]: take turns or counts until a question is open,
//! show facts, publish changed rows, derive, conclude. Each mechanic is a plugin of its own in a file of its own.
//! Systems read combatants and cells through their components, or all at once through [`Combatants`] and [`CellGrid`].
//! A new derived component gets a file with the component, its system in [`BattleSystems::Derive`] and a plugin function,
//! which [`RulesPlugin`] adds.
//!
//! [`Combatant`]: crate::battle::Combatant
//! [`Position`]: crate::battle::Position
//! [`Facing`]: crate::battle::Facing
//! [`Vitals`]: crate::battle::Vitals
//! [`Conditions`]: crate::battle::Conditions
//! [`Stance`]: crate::battle::Stance

mod cells;
mod combatants;
mod conditions;
mod cover;
mod flanking;
mod grapple;
mod movement;
mod reach;
mod schedule;
mod shown;
mod sight;
mod surroundings;
mod turns;

pub use cells::{
    CellCover, CellData, CellDataItem, CellFog, CellGrid, CellPosition, CellTerrain, Cells, Elevation, MoveCost,
    WaterCurrent,
};
pub use combatants::{CombatantData, CombatantDataItem, CombatantSheet, Combatants, OutOfPlay, Roster};
pub use conditions::EffectiveConditions;
pub use cover::{EnemyCover, InCover};
pub use flanking::Flanked;
pub use grapple::Grappled;
pub use movement::MovementRate;
pub use reach::{Reach, Threatened};
pub use schedule::{BattleStep, BattleSystems, RunBattle};
pub use shown::ShownBattle;
pub use sight::{CellLight, Visible};
pub use surroundings::{EdgeBarrier, LastingSpell, LightSource};
pub use turns::{BattleOver, FactShown, Simulation, clear, show, show_field};

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

/// Everything a Bevy app needs to hold a battle: the [`BattleStep`] schedule, published state, and one plugin for each
/// mechanic. The window and headless apps add the same group.
#[derive(Debug, Default)]
pub struct RulesPlugin;

impl PluginGroup for RulesPlugin {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(schedule::plugin)
            .add(turns::plugin)
            .add(combatants::plugin)
            .add(cells::plugin)
            .add(surroundings::plugin)
            .add(movement::plugin)
            .add(reach::plugin)
            .add(cover::plugin)
            .add(flanking::plugin)
            .add(sight::plugin)
            .add(grapple::plugin)
            .add(conditions::plugin)
    }
}
