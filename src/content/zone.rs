//! What a spell lays on a place.

use serde::{Deserialize, Serialize};

use super::Name;

/// What lies on a place for as long as a spell lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lies {
    /// Fog: it hinders sight and stops nothing.
    Fog,
    /// Ground of this name in place of what is there, as a wall or a thicket.
    Ground(Name),
    /// Something that looks as if it stood in the way, and is nothing.
    Illusion,
}

impl Lies {
    /// The word a player reads.
    pub fn word(self) -> &'static str {
        match self {
            Lies::Fog => "fog",
            Lies::Ground(name) => name.as_str(),
            Lies::Illusion => "illusion",
        }
    }
}

/// The form of a place on which something lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// All of the area of the spell.
    Around,
    /// A straight row of cells across the way from the caster, to both sides as long as the area is wide.
    Across,
}
