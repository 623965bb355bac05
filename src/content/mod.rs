//! The words that authored RON may use: stats as sums of labelled terms, weapons, units, conditions, actions
//! and the policies that tell rule systems apart.
//!
//! Nothing here knows what a rule does with a word; that is `mechanics`. Every authored file goes through
//! [`authored`], so that a mistake is reported with its line and column wherever it is read.

pub mod action;
pub mod advantage;
pub mod authored;
pub mod breakdown;
pub mod codex;
pub mod condition;
pub mod effect;
mod gait;
pub mod gear;
pub mod goal;
pub mod hud;
pub mod item;
pub mod name;
pub mod policy;
pub mod refusal;
mod requirement;
pub mod rest;
mod rule;
pub mod size;
pub mod speed;
pub mod spell;
pub mod stat;
pub mod sum;
pub mod table;
pub mod terrain;
pub mod unit;
pub mod venom;
mod work;
pub mod zone;

pub use name::Name;

/// The id of a rule in a codex, such as `TC-021`.
pub type Rule = Name;
