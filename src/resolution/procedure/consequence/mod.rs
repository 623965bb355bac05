//! Consequences: changes that follow from facts, whatever action or movement caused them.
//!
//! A new consequence goes to one of two places:
//!
//! | When | Where | Examples |
//! |---|---|---|
//! | after the moment, in a fixed order | a check with its number in the table of [`order`] | falls, deaths, holds that break, goals |
//! | at once, beside the fact that causes it | a row in the table of [`at_once`] | fainting, burning, interrupted work |
//!
//! A moment is everything that takes effect together: all plans of a turn or count, a scheduled event, the start or end of a
//! turn. A movement with all its steps is part of one moment.
//! Prefer the table: its checks read the state after all facts of the moment, and each runs once however many facts caused
//! it. Choose `at_once` if it belongs to one fact, or the remaining steps of the same movement depend on it.
//!
//! A change that only one effect or condition causes is no consequence: it belongs to
//! [`effect`](crate::resolution::procedure::effect).

pub mod afflictions;
pub mod at_once;
pub mod bleeding;
pub mod buildup;
pub mod casualties;
pub mod control;
pub mod exertion;
pub mod facing;
pub mod fatigue;
pub mod goals;
pub mod ground;
pub mod order;
pub mod wounds;
