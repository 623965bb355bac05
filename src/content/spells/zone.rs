//! Zones that spells create.

use serde::{Deserialize, Serialize};

use super::Name;

/// The kind of a zone, which lasts as long as its spell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lies {
    /// Fog, which conceals and blocks nothing.
    Fog,
    /// Terrain of this name in place of what is there, such as a wall or a thicket.
    Ground(Name),
    /// An illusion of an obstacle.
    Illusion,
}

impl Lies {
    /// The word players read.
    pub fn word(self) -> &'static str {
        match self {
            Lies::Fog => "fog",
            Lies::Ground(name) => name.as_str(),
            Lies::Illusion => "illusion",
        }
    }
}

/// The shape of a zone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// All of the area of the spell.
    Around,
    /// A straight row of cells perpendicular to the line from the caster, to both sides as long as the area is wide.
    Across,
}
