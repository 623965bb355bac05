//! Dues and budgets: who acts when, and what it costs to act.

pub mod budget;
pub mod initiative;
pub mod speed;
mod timeline;

pub use timeline::{Due, DueId, DueKind, Phase, Timeline};
