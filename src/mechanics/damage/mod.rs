//! How hard a blow falls, and what it does to the pools of those it hits.

mod impairment;
mod roll;
mod settle;

pub use impairment::{Impairment, policy as impairments};
pub use roll::{DamageRoll, add_statuses, better_die, times, weapon_damage};
pub use settle::{Blow, Hurt, drained, is_wounded, settle, threshold, wounds};

/// A sum of dice as the terms of a breakdown hold it.
fn short(sum: i32) -> i16 {
    sum.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
