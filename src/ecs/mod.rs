//! A battle in a Bevy world: movement rates, reach, cover, flanking, sight and grapples are components on grid entities,
//! and [`RulesPlugin`] schedules turns or half-second counts.
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
//!
//! [`Combatant`]: crate::battle::Combatant
//! [`Position`]: crate::battle::Position
//! [`Facing`]: crate::battle::Facing
//! [`Vitals`]: crate::battle::Vitals
//! [`Conditions`]: crate::battle::Conditions
//! [`Stance`]: crate::battle::Stance

mod cell_grid;
mod combatants;
mod derive;
mod publish;
mod schedule;
mod shown;
mod stage;
mod turns;

pub use cell_grid::{CellData, CellDataItem, CellGrid};
pub use combatants::{CombatantData, CombatantDataItem, Combatants};
pub use derive::{
    CellLight, ConditionsPlugin, CoverPlugin, EffectiveConditions, EnemyCover, Flanked, FlankingPlugin, GrapplePlugin,
    Grappled, InCover, LightPlugin, MovementPlugin, MovementRate, Reach, ReachPlugin, SightPlugin, Threatened, Visible,
};
pub use publish::{
    CellCover, CellFog, CellPosition, CellTerrain, Cells, CellsPlugin, CombatantSheet, CombatantsPlugin, EdgeBarrier,
    Elevation, LastingSpell, LightSource, MoveCost, OutOfPlay, Roster, SurroundingsPlugin, WaterCurrent,
};
pub use schedule::{BattleStep, BattleSystems, RunBattle, SchedulePlugin};
pub use shown::ShownBattle;
pub use stage::{clear, show, show_field};
pub use turns::{BattleOver, FactShown, Simulation, TurnsPlugin};

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

/// Everything a Bevy app needs to hold a battle: the [`BattleStep`] schedule, published state, and one plugin for each
/// mechanic. The window and headless apps add the same group.
#[derive(Debug, Default)]
pub struct RulesPlugin;

impl PluginGroup for RulesPlugin {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(SchedulePlugin)
            .add(TurnsPlugin)
            .add(CombatantsPlugin)
            .add(CellsPlugin)
            .add(SurroundingsPlugin)
            .add(MovementPlugin)
            .add(ReachPlugin)
            .add(CoverPlugin)
            .add(FlankingPlugin)
            .add(SightPlugin)
            .add(LightPlugin)
            .add(GrapplePlugin)
            .add(ConditionsPlugin)
    }
}
