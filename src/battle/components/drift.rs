//! Free movement of weightless bodies.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::CombatantId;

/// Drift of a weightless body. A body at rest has a speed of 0 feet.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Drift {
    /// Direction number; `None` for straight up or down.
    pub way: Option<u8>,
    /// Change in height per cell: up (1), down (-1) or level (0).
    pub rises: i8,
    /// Speed in feet per turn.
    pub feet: u16,
    /// The body drifts at the start of this combatant's turns: the one that pushed off.
    pub by: Option<CombatantId>,
}
