//! Units: prototypes of combatants, their stats and their sizes.

pub mod size;
pub mod stat;
pub mod unit;
