//! The battlefield of a scenario: the board with its heights, barriers and doors, zones, light, currents and ice.

mod board;
mod rows;
pub mod surroundings;
pub mod zones;

pub use board::{Map, build, off_map};
