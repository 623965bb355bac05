//! The action bar: what the active combatant can do, at what cost, and why the rest is impossible.

pub mod action_button;
pub mod actions;
pub mod flight_height;
pub mod hint;
pub mod picking;
pub mod readying;
pub mod spell_energy;
pub mod stand_by;
pub mod variants;
pub mod weapon_row;
