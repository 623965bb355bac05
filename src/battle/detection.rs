//! How well combatants perceive each other.

use bevy::prelude::Reflect;

/// Degree to which a combatant is perceived by another; later values are worse.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
pub enum Detection {
    /// Seen plainly.
    #[default]
    Seen,
    /// Hard to see, although its cell is known.
    Concealed,
    /// The cell is not known.
    Hidden,
    /// The presence is not known.
    Undetected,
}
