//! The options of a combatant, one file per kind. Scores are in value per hundred counts unless said otherwise.

pub mod attacks;
pub mod gear;
pub mod idle;
pub mod positions;
pub mod reactions;
pub mod screens;
pub mod self_care;
pub mod special_movement;
pub mod spells;
pub mod stances;
pub mod support;
