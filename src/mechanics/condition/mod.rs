//! The condition of a combatant: effects on it, consciousness and recovery.

pub mod consciousness;
pub mod rest;
pub mod status;
