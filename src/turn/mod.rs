//! Time: the timeline of scheduled events, initiative with reaction budgets, and speed factors. Supports both turn
//! orders: counts of half a second, in which every action takes some counts (Time Count), and rounds with an action
//! budget (Fragments).

pub mod initiative;
pub mod speed;
mod timeline;

pub use timeline::{Due, DueId, DueKind, Phase, Timeline};
