//! Readied actions.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::Act;
use crate::content::Name;

/// A readied action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readied {
    /// Trigger, by its id in the ruleset.
    pub watch: Name,
    /// Action performed when triggered.
    pub act: Act,
}

/// The readied action of a combatant, if any.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ready(pub Option<Readied>);
