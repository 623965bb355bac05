//! Dues and budgets: who acts when, and what it costs to act.

pub mod initiative;
pub mod speed;
mod timeline;

pub use timeline::{Due, DueId, DueKind, Phase, Timeline};
