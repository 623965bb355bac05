//! Perception: lines of sight and effect, cover, and what observers detect.

pub mod cover;
pub mod line;
mod sampled;
pub mod sight;
mod target_cover;
