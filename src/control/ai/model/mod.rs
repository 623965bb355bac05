//! What one decision is based on: the situation, the values of all combatants, the paths and the objectives.

pub mod armament;
pub mod catalogue;
pub mod change_tracker;
pub mod check_outcomes;
pub mod combatant_values;
pub mod evaluation_cache;
pub mod objectives;
pub mod paths;
pub mod progress;
pub mod situation;
pub mod strength;
pub mod turn_length;
