//! Perception: lines of sight and effect, cover, and what observers detect.

pub mod cover;
pub mod line;
pub mod sight;
