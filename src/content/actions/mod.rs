//! Actions of a rule system: requirements, time, checks and effects.

pub mod action;
mod amount;
mod check;
pub mod effect;
mod requirement;
pub mod speed;
