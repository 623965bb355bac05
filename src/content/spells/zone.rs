//! Zones that spells create.

use serde::{Deserialize, Serialize};

use crate::content::Name;

/// The kind of a zone, which lasts as long as its spell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneKind {
    /// Fog, which conceals and blocks nothing.
    Fog,
    /// Terrain of this name in place of the terrain there, such as a wall or a thicket.
    Ground(Name),
    /// An illusion of an obstacle.
    Illusion,
}

impl ZoneKind {
    /// The word players read.
    pub fn word(self) -> &'static str {
        match self {
            ZoneKind::Fog => "fog",
            ZoneKind::Ground(name) => name.as_str(),
            ZoneKind::Illusion => "illusion",
        }
    }
}

/// The shape of a zone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneShape {
    /// All of the area of the spell.
    Around,
    /// A straight row of cells perpendicular to the line from the caster, to both sides as long as the area is wide.
    Across,
}
