//! One file per kind of frame and per kind of consequence. Each makes one step at a time and writes nothing.

pub mod action;
pub mod consequence;
pub mod dispatch;
pub mod effect;
pub mod forced;
pub mod movement;
pub mod plain_check;
pub mod settle;
pub mod spells;
pub mod stealth;
pub mod turn;
