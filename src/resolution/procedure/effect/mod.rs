//! Effects of actions, one file per kind of change. [`apply_effect`] has a match arm for every effect and calls the others.

pub mod apply_effect;
pub mod conditions;
pub mod deal_damage;
pub mod duration;
pub mod healing;
pub mod holds;
pub mod items;
pub mod objects;
pub mod posture;
pub mod riders;
pub mod rides;
pub mod venoms;
pub mod zones;
