//! The danger of a position: what enemies can do there.

pub mod attack_estimate;
mod enemy_turn;
pub mod estimate;
pub mod threat;
