//! Forecasts: the chance and the outcome of the act that a click would choose.

pub mod area;
pub mod cache;
pub mod cell_notes;
pub mod details;
pub mod pinned;
pub mod push_hazard;
pub mod target;
