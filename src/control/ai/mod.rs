//! AI opponents: the [`Tactician`] plays to win, the [`Charger`] is a simple baseline to measure it against.
//!
//! The tactician scores every option in value per count of game time, because time is what every action costs. It uses
//! exact odds and never peeks at dice, and it knows only what its side sees, not what others have declared on the same
//! count.
//!
//! | Module | Contents |
//! |---|---|
//! | `cache` | generic caches: keys to values, no knowledge of the game |
//! | `model` | the situation of one decision: values of all combatants, paths, objectives |
//! | `value` | the value of harm, effects and attacks, the danger of a position, upper bounds |
//! | `options` | one file per kind of option: attacks, positions, stances, spells, care and gear, movement, reactions |
//! | `tactician` | plans walks and turns of several actions, chooses the best option and explains it |
//! | `baseline` | the charger, and the bystander of lessons |
//!
//! Each module uses only those above it. A new kind of option is a file in `options`, scored by `value` and considered in
//! `tactician/decisions.rs` and `tactician/turn_search.rs`; the value of a new effect goes into `value/effects.rs`.
//!
//! Where a turn is a single action, the tactician compares what it can do at once with what it could do after a walk. Where a
//! turn has several actions, the score of a first move is the value of the best use of all actions that begins with it, less
//! the danger where the turn ends.
//!
//! Results are cached for as long as nothing relevant changes, and options whose upper bound is below the best result so far
//! are skipped. Neither changes a decision, only how long it takes.

mod baseline;
mod cache;
mod model;
mod options;
mod tactician;
mod value;

pub use baseline::{Bystander, Charger};
pub use model::Strength;
pub use tactician::Tactician;
