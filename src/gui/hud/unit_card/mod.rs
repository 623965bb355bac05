//! The card of the selected combatant.

pub mod card;
pub mod situation;
