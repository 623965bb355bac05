//! The condition of a combatant: effects on it, consciousness and recovery.

pub mod affliction;
pub mod consciousness;
pub mod rest;
pub mod status;
