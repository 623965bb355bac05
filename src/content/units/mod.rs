//! Units: prototypes of combatants, their stats and their sizes; units of length.

pub mod length;
pub mod quality;
pub mod size;
pub mod stat;
pub mod stat_table;
pub mod unit;
