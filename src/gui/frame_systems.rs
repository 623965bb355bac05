//! The order of the systems that make one frame.

use bevy::prelude::*;

/// The sets of systems that make one frame, in order.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Pointer, keys and answers.
    Input,
    /// One run of [`BattleStep`](crate::ecs::BattleStep): the simulation runs to its next question, and facts are shown.
    Battle,
    /// The floor follows its cells.
    Floor,
    /// Tokens follow their combatants.
    Tokens,
    /// Overlays follow the pointer.
    Overlays,
    /// The camera moves.
    Camera,
}

/// Marks every entity that is removed when a battle is left.
#[derive(Component, Copy, Clone, Default)]
pub struct BattleScene;
