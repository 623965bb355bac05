//! Attack rolls: which attacks are possible, their attack bonus, and the defence against them. Used by both rule systems.

mod bonus;
pub mod defence;
mod hindrance;
mod mode;
mod range;
pub mod two_weapons;

pub use bonus::{add_situation, add_to_hit, add_unarmed_to_hit, add_weapon_terms, max_attack_bonus, uses_feet};
pub use defence::{add_defence, defence};
pub(in crate::mechanics) use hindrance::can_attack;
pub use hindrance::may_attack;
pub use mode::Mode;
pub use range::{increments, landing_rule, max_distance, maximum_range, mode};

pub use super::degree::{Chances, Degree, judge};
