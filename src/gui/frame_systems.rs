//! The order of the systems that make one frame.

use bevy::prelude::*;

/// The sets of systems that make one frame, in order.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FrameSystems {
    /// Pointer, keys and answers.
    Input,
    /// The simulation advances to its next question.
    Simulate,
    /// Facts are shown.
    Play,
    /// The floor follows the field.
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
