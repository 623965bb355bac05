//! Hiding, and finding hidden combatants.

pub mod hide_seek;
