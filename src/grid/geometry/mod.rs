//! Cells, footprints, directions, distances and angles.

pub mod angle;
pub mod footprint;
pub mod opposite;
pub mod shape;
pub mod trace;
