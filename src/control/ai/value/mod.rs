//! The value of acts: harm, effects, expected values over all rolls, the danger of positions, and upper bounds.

pub mod afflictions;
mod check_terms;
mod danger;
pub mod displacement;
pub mod effects;
mod expected_value;
mod harm;
mod hazards;
pub mod parts;
mod points;
mod protection;
mod provoked;

pub use afflictions::affliction_cost;
pub use danger::{DangerEstimate, caution, danger_unless, expected_damage, hit_chance, weighted_danger};
pub use effects::{active_defence_bonus, condition_cost, parry_bonus, status_cost};
pub use expected_value::{AimedCheck, UpperBound, best_attack, enemies_within, winners_action_value};
pub use hazards::HazardCost;
pub use points::lost_attacks;
pub use provoked::{may_provoke, provoked_by_act_cost, provoked_cost};
