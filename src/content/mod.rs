//! The vocabulary of authored RON files: stats as sums of labelled terms, weapons, units, conditions, actions
//! and the policies in which rule systems differ.
//!
//! The types here hold values only; `mechanics` gives them their meaning. Every authored file goes through
//! [`authored`], so that a mistake is reported with its line and column wherever it is read.

mod actions;
pub mod authored;
pub mod codex;
mod conditions;
pub mod goal;
pub mod hud;
mod items;
pub mod name;
pub mod policy;
pub mod refusal;
pub mod rest;
mod rule;
mod spells;
pub mod table;
mod terms;
pub mod terrain;
mod units;

pub use actions::{action, effect, speed};
pub use conditions::{condition, flags};
pub use items::{gear, item, venom};
pub use spells::{spell, zone};
pub use terms::{advantage, breakdown};
pub use units::{size, stat, unit};

pub use name::Name;

/// The id of a rule in a codex, such as `TC-021`.
pub type Rule = Name;
