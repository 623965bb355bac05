//! Position: height, melee reach, shared and narrow spaces.

pub mod height;
pub mod reach;
pub mod space;
