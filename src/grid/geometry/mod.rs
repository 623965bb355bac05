//! Cells, footprints, directions, distances and angles.

pub mod angle;
pub mod cell;
pub mod cell_set;
pub mod footprint;
pub mod metric;
pub mod opposite;
pub mod shape;
pub mod trace;
