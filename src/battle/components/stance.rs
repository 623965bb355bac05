//! Stance of a combatant.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::content::Name;

/// Stance of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Stance {
    /// Id of the stance; `None` is the default stance.
    pub held: Option<Name>,
    /// Whether the combatant is still changing into it: only the drawbacks apply.
    pub shifting: bool,
}
