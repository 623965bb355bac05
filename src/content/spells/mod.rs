//! Spells, the energy spent on them, and the zones they create.

mod components;
mod incantation;
pub mod spell;
pub mod zone;
