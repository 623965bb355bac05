//! Position: height, facing, melee reach, shared and narrow spaces.

pub mod facing;
pub mod height;
pub mod narrow;
pub mod reach;
pub mod space;
