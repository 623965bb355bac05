//! Actions of a rule system: requirements, time, checks and effects.

pub mod action;
mod amount;
mod casting;
mod check;
mod displacement;
pub mod effect;
mod gait;
pub mod hurry;
mod requirement;
pub mod speed;
