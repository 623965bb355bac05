//! What answers the prompts of a battle: AI opponents, scripts, and the standing orders of human players.
//!
//! A [`Controller`] sees what its side knows and answers one prompt at a time. [`play`] lets the controllers of all
//! [`Seats`] answer until the battle is over. Standing [`Orders`] are not a controller: the window consults them before it asks
//! the player, and a [`Script`] before it asks the controller that it hands over to.
//!
//! To add an opponent, implement [`Controller`] and give it a name in [`batch::Opponent`](crate::batch::Opponent). To add a
//! kind of option to the tactician, see [`ai`].

pub mod ai;
mod controller;
pub mod orders;
mod script;

pub use ai::{Bystander, Charger, Strength, Tactician};
pub use controller::{Answer, Controller, Seats, Stopped, Thought, ai_seed, answer, answer_one, ask, play};
pub use orders::{Habit, Order, Orders, WalkEnd};
pub use script::{Script, ScriptFile};
