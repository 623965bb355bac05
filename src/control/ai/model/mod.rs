//! What one decision is based on: the situation, the values of all combatants, the paths and the objectives.

mod armament;
mod catalogue;
mod change_tracker;
mod check_outcomes;
mod combatant_values;
mod evaluation_cache;
mod objectives;
mod paths;
mod progress;
mod situation;
mod strength;
mod turn_length;

pub use armament::{USUAL_DEFENCE, lost_if_disarmed, weapon_damage_rate};
pub use catalogue::ActionCatalogue;
pub use change_tracker::ChangeTracker;
pub use check_outcomes::{CheckKey, CheckOutcomes};
pub use combatant_values::{CombatantTable, CombatantValues};
pub use evaluation_cache::{
    Appraisal, Consequence, EffectValues, EvaluationCache, HarmInputs, HarmKey, HitKey, HitValue, PlainAttack, RollKey,
};
pub use objectives::Objectives;
pub use paths::{
    LONG_SEARCH, Paths, cells_within, first_within, is_occupied, leg_lengths, next_leg, open_door, saves_movement,
    steps_remaining, straight_path,
};
pub use progress::ProgressTracker;
pub use situation::Situation;
pub use strength::Strength;
pub use turn_length::COUNTS_PER_ACTION;
