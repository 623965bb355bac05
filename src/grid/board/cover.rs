//! Cover grades.

use bevy::reflect::Reflect;
use serde::{Deserialize, Serialize};

/// How much of a target is hidden. Later grades hide more.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize, Reflect)]
pub enum CoverGrade {
    /// Fully visible.
    #[default]
    None,
    /// One quarter hidden, for example by a corner or a spiral staircase.
    Quarter,
    /// Half hidden, for example by a low wall or another body.
    Half,
    /// Three quarters hidden, for example by a chest-high wall.
    ThreeQuarters,
    /// Nine tenths hidden, for example by an arrow slit.
    NineTenths,
    /// Completely hidden.
    Total,
}
