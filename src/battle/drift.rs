use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::CombatantId;

/// How a weightless body goes on by itself; one that is at rest goes 0 feet.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Drift {
    /// The number of its direction; none straight up or down.
    pub way: Option<u8>,
    /// Whether it rises (1), sinks (-1) or stays as high as it is (0) with each cell.
    pub rises: i8,
    /// Feet it goes in a turn.
    pub feet: u16,
    /// At the start of whose turns it goes on: that of whoever pushed off.
    pub by: Option<CombatantId>,
}
