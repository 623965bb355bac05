//! When the systems of a battle run.

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;

use super::ShownBattle;

/// One run of this schedule takes the battle to its next question, or shows more of the way there.
#[derive(ScheduleLabel, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BattleStep;

/// The order within [`BattleStep`]. `Publish` and `Derive` run only after the [`ShownBattle`] has changed.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BattleSystems {
    /// Turns or counts are taken until a question is open.
    Advance,
    /// Facts that have happened are applied to the [`ShownBattle`].
    Show,
    /// Changed rows, cells and holds become components.
    Publish,
    /// Mechanics derive their components from what is shown.
    Derive,
    /// Consequences of the end of the battle.
    Conclude,
}

/// The place of [`BattleStep`] within `Update`.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct RunBattle;

/// Adds [`BattleStep`] and runs it once in every `Update`.
pub(super) fn plugin(app: &mut App) {
    let mut schedule = Schedule::new(BattleStep);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
    let (advance, show) = (BattleSystems::Advance, BattleSystems::Show);
    let read = (BattleSystems::Publish, BattleSystems::Derive);
    schedule.configure_sets((advance, show, read.0, read.1, BattleSystems::Conclude).chain());
    let shown = resource_exists_and_changed::<ShownBattle>;
    schedule.configure_sets((read.0.run_if(shown), read.1.run_if(shown)));
    app.add_schedule(schedule);
    app.add_systems(Update, (|world: &mut World| world.run_schedule(BattleStep)).in_set(RunBattle));
}
