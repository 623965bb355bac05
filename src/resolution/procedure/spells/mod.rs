//! Spells: preparing, casting, and active spells.

pub mod active_spells;
pub mod cast;
pub mod investment;
pub mod magic_items;
pub mod prepare;
pub mod shaken;
