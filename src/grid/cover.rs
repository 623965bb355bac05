//! How much of a target something hides.

use bevy::prelude::Reflect;
use serde::{Deserialize, Serialize};

/// How much of a target is hidden, from nothing to everything; a later grade hides more.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize, Reflect)]
pub enum CoverGrade {
    /// Nothing is hidden.
    #[default]
    None,
    /// A quarter: a corner, a spiral staircase.
    Quarter,
    /// Half: a low wall, another body.
    Half,
    /// Three quarters: a chest-high wall.
    ThreeQuarters,
    /// Nine tenths: an arrow slit.
    NineTenths,
    /// All of it.
    Total,
}
