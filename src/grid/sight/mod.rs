//! Lines of sight from centre to centre and from corner to corner.

pub mod corner;
pub mod line;
