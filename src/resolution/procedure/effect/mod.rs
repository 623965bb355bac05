//! Effects of actions: what each kind of effect changes.

pub mod apply_effect;
pub mod conditions;
pub mod deal_damage;
pub mod duration;
pub mod equipment;
pub mod expiry;
pub mod healing;
pub mod holds;
pub mod items;
pub mod pinning;
pub mod posture;
pub mod recurring;
pub mod venoms;
pub mod zones;
