//! The danger of a position: what enemies can do there.

mod attack_estimate;
mod enemy_turn;
mod estimate;
mod threat;

pub use attack_estimate::hit_chance;
pub use estimate::DangerEstimate;
pub use threat::{caution, danger_unless, expected_damage, weighted_danger};
