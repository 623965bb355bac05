//! What one decision is based on: the situation, the values of all combatants, the paths and the objectives.

mod budget;
mod catalogue;
mod change_tracker;
mod combatants;
mod evaluation_cache;
pub mod hazards;
mod objectives;
mod paths;
mod pursuit;
mod situation;

pub use budget::{Savings, Threat, TurnBudget};
pub use catalogue::ActionCatalogue;
pub use change_tracker::ChangeTracker;
pub use combatants::{
    COUNTS_PER_ACTION, CombatantTable, CombatantValues, lost_if_disarmed, past_defences, usual_defence,
    weapon_damage_rate,
};
pub use evaluation_cache::{
    Appraisal, CheckKey, CheckOutcomes, Consequence, EffectValues, EvaluationCache, HarmInputs, HitKey, HitValue,
    PlainAttack, RollKey,
};
pub use objectives::{Objectives, ProgressTracker};
pub use paths::{
    LONG_SEARCH, Paths, StepState, cells_within, lacks_movement, leg_lengths, next_leg, open_door, saves_movement,
};
pub use pursuit::Pursuit;
pub use situation::Situation;

/// How well a [`Tactician`](crate::control::Tactician) plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Takes no stances, casts no spells, attempts no manoeuvres but breaking a hold, and in more than every second decision does
    /// something other than the best, or nothing.
    Easy,
    /// Uses every option, and in about every third decision does something other than the best.
    Normal,
    /// Uses every option and always picks the one with the best score.
    Hard,
}

impl Strength {
    /// How well it plays, in a sentence for players. No strength changes dice or numbers.
    pub fn about(self) -> &'static str {
        match self {
            Strength::Easy => {
                "Fights plainly, and in more than every second decision hesitates or does something other than the best. Its dice are as good as yours."
            }
            Strength::Normal => {
                "Knows every option, and in about every third decision does something other than the best. Its dice are as good as yours."
            }
            Strength::Hard => {
                "Knows every option and always picks the one that it thinks best. Its dice are as good as yours."
            }
        }
    }
}
