//! A battle in a Bevy world: movement rates, reach, cover, flanking, sight and grapples are components on grid entities,
//! and [`RulesPlugin`] schedules turns or half-second counts.
//!
//! The simulation is one plain value, [`BattleState`](crate::resolution::BattleState). A Bevy world holds a
//! [`ShownBattle`], which applies the facts of the simulation, and entities that mirror it:
//!
//! | Entity | Components |
//! |---|---|
//! | combatant | [`Combatant`], [`Position`], [`Facing`], [`Vitals`], [`Conditions`], [`Stance`], ... published from rows; [`Reach`], [`Threatened`], [`MovementRate`], [`Flanked`], [`InCover`], [`Visible`], [`Grappled`], [`EffectiveConditions`] derived by the mechanics |
//! | cell | [`CellPosition`], [`CellTerrain`], [`Elevation`], [`CellCover`], [`MoveCost`] |
//! | hold | [`Link`](crate::battle::Link) |
//!
//! One run of the [`BattleStep`] schedule goes through [`BattleSystems`]: take turns or counts until a question is open,
//! show facts, publish changed rows, derive, conclude. Each mechanic is a plugin of its own in a file of its own.
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
mod publish;
mod reach;
mod roster;
mod schedule;
mod shown;
mod sight;
mod turns;

pub use cells::{
    CellCover, CellPosition, CellTerrain, Cells, CellsPlugin, Elevation, GroundData, GroundDataItem, Grounds, MoveCost,
};
pub use combatants::{CombatantData, CombatantDataItem, Combatants};
pub use conditions::{ConditionsPlugin, EffectiveConditions};
pub use cover::{CoverPlugin, InCover};
pub use flanking::{Flanked, FlankingPlugin};
pub use grapple::{GrapplePlugin, Grappled};
pub use movement::{MovementPlugin, MovementRate};
pub use publish::{CombatantSheet, OutOfPlay, PublishPlugin};
pub use reach::{Reach, ReachPlugin, Threatened};
pub use roster::Roster;
pub use schedule::{BattleStep, BattleSystems, RunBattle, SchedulePlugin};
pub use shown::{ShownBattle, clear, show, show_field};
pub use sight::{SightPlugin, Visible};
pub use turns::{BattleOver, FactShown, Simulation, TurnsPlugin};

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

/// Everything a Bevy app needs to hold a battle: the [`BattleStep`] schedule, published rows, and one plugin for each
/// mechanic. The window and headless apps add the same group.
#[derive(Debug, Default)]
pub struct RulesPlugin;

impl PluginGroup for RulesPlugin {
    fn build(self) -> PluginGroupBuilder {
        PluginGroupBuilder::start::<Self>()
            .add(SchedulePlugin)
            .add(TurnsPlugin)
            .add(PublishPlugin)
            .add(CellsPlugin)
            .add(MovementPlugin)
            .add(ReachPlugin)
            .add(CoverPlugin)
            .add(FlankingPlugin)
            .add(SightPlugin)
            .add(GrapplePlugin)
            .add(ConditionsPlugin)
    }
}
