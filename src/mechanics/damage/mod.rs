//! Damage: rolling it, and applying it to hit points and fatigue.
//!
//! In Time Count a threshold of pain splits damage into fatigue and wounds. In Fragments all damage reduces hit points.

mod impairment;
mod roll;
mod settle;

pub use impairment::Impairment;
pub use roll::{DamageRoll, add_statuses, better_die, times, weapon_damage};
pub use settle::{AppliedDamage, PendingDamage, drained, is_wounded, settle, threshold, wounds};

/// Converts a dice total to a breakdown term, saturating.
fn short(sum: i32) -> i16 {
    sum.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
