//! Controllers: standing orders for human players, scripts, and AI opponents.
//!
//! A [`Controller`] sees what its side knows and answers one prompt at a time. [`play`] lets the controllers of all
//! [`Seats`] answer until the battle is over.

pub mod ai;
mod controller;
pub mod orders;
mod script;

pub use ai::{Charger, Strength, Tactician};
pub use controller::{Answer, Controller, Seats, Stopped, Thought, ai_seed, answer, answer_one, ask, play};
pub use orders::{Habit, Order, Orders, WalkEnd};
pub use script::Script;
