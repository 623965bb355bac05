//! The value of acts: harm, effects, expected values over all rolls, the danger of positions, and upper bounds.

pub mod act_value;
pub mod best_attack;
pub mod check_terms;
pub mod conditions;
pub mod damage;
pub mod danger;
pub mod displacement;
pub mod effects;
pub mod expected_value;
pub mod harm;
pub mod upper_bound;
pub mod venoms;
