//! Spells: preparation, resistance, range, area and duration, and the zones that they create.

pub mod incantation;
pub mod magic;
pub mod resistance;
pub mod zone;
