//! The options of a combatant, one file per kind. Scores are in value per hundred counts unless said otherwise.

pub mod attacks;
pub mod care;
pub mod movement;
pub mod out_of_turn;
pub mod positions;
pub mod reactions;
pub mod riding;
pub mod spells;
pub mod stages;
pub mod stances;
pub mod tempo;
pub mod treatment;
pub mod volleys;
