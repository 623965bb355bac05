//! Many battles without a window: what a rule does, measured.
//!
//! An [`Experiment`] is a scenario under one or several rule sets with a seed. Stream `i` of the seed is battle `i` (or, with
//! opponents exchanged, battles `2i` and `2i + 1`), so each can be played again by itself, and all rule sets play the same
//! streams. Workers take streams in any order; what they find is a [`Tally`] of whole numbers that add up to the same in any
//! order: a [`Report`] is the same to the byte for any number of workers, machines or [`Part`]s, except for how fast it was.
//! Memory does not grow with the number of battles.

mod acts;
mod clock;
mod experiment;
mod interval;
mod job;
mod opponent;
mod pair;
mod part;
mod report;
mod seen;
mod spread;
mod tally;
mod workers;

pub use acts::{ActSums, ActTally, Acts};
pub use experiment::{Asked, Experiment, Found, Sweep};
pub use interval::{Interval, around, paired, share};
pub use job::{Fought, Job, Matchup, Unfought};
pub use opponent::Opponent;
pub use pair::{Difference, Differences, Pairs};
pub use part::{Part, PartError, merge};
pub use report::Report;
pub use seen::{Applied, Deeds, Seen};
pub use spread::Spread;
pub use tally::{SideTally, Tally, TermTally, UnitTally};
pub use workers::{Played, fight};
