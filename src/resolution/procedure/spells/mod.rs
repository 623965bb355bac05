//! Spells: preparing, casting, and those that last.

pub mod active_spells;
pub mod cast;
pub mod casting_time;
pub mod prepare;
