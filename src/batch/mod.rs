//! Many battles without a window: what a rule does, measured.
//!
//! A [`Job`] is a scenario under one ruleset with a seed and a number of battles. Battle `i` rolls stream `i` of the seed,
//! so each can be played again by itself. Workers take battles in any order and results are sorted by number: a
//! [`Report`] is the same to the byte for any number of workers, except for how fast it was.

mod clock;
mod job;
mod opponent;
mod report;
mod table;
mod workers;

pub use job::{Fought, Job, Matchup, Unfought, ai_seed};
pub use opponent::Opponent;
pub use report::{Report, RulesetReport, Spread};
pub use workers::{Measured, fight_all};
