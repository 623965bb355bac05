//! Procedures: what each frame does, step by step. They read the battle and return facts; they write nothing.

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
