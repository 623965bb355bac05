//! Spells: preparing, casting, and active spells.

pub mod active_spells;
pub mod cast;
pub mod prepare;
