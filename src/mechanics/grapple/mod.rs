//! Grabs and clinches: which combatants can wrestle, when holds end, shared movement and occupied hands.
//!
//! Both rule systems; clinches in one space are Fragments (TA-117, TA-226 to TA-236, TA-G54).

mod clinch;
mod hands;
mod hold;
pub mod pinning;

pub use clinch::{clinched, is_smaller, partners};
pub use hands::{droppable_weapons, free_hands, has_free_grip, is_shield_blocked, is_weapon_blocked, wields};
pub use hold::{may_wrestle, must_end};
