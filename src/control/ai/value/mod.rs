//! The value of acts: harm, effects, expected values over all rolls, the danger of positions, and upper bounds.

mod act_value;
mod best_attack;
mod check_terms;
mod conditions;
mod damage;
mod danger;
pub mod displacement;
pub mod effects;
mod expected_value;
mod harm;
mod upper_bound;
mod venoms;

pub use act_value::{appraise, success_value, value_bound};
pub use best_attack::best_attack;
pub use conditions::{active_defence_bonus, condition_cost, parry_bonus, status_cost};
pub use danger::{DangerEstimate, caution, danger_unless, expected_damage, hit_chance, weighted_danger};
pub use upper_bound::{UpperBound, enemies_within};
