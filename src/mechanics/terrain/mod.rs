//! Terrain and its dangers: doors, falls, thin ice, deep water and zero gravity.

pub mod door;
pub mod falling;
pub mod ice;
pub mod water;
pub mod weightless;
