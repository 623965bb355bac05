//! Batches: many battles without a window, to measure the effect of rules.
//!
//! An [`Experiment`] is a scenario under one or several rule sets with a seed. Stream `i` of the seed is battle `i`
//! (or, with exchanged opponents, battles `2i` and `2i + 1`), so that each battle can be replayed on its own, and all
//! rule sets use the same streams. Workers play streams in any order; their results are [`Tally`] values of integers
//! whose sum does not depend on the order. A [`Report`] is therefore identical to the byte for any number of workers,
//! machines or [`Part`]s, except for its speed. Memory does not grow with the number of battles.

mod actions;
mod clock;
mod experiment;
mod interval;
mod job;
mod observer;
mod opponent;
mod paired;
mod part;
mod report;
mod summary_stats;
mod tally;
mod workers;

pub use actions::{ActionStats, ActionTally, ActionTotals};
pub use experiment::{Experiment, ExperimentResults, ExperimentSpec, Sweep};
pub use interval::{ConfidenceInterval, mean_interval, paired_difference_interval, wilson_interval};
pub use job::{BattleError, BattleResult, Job, Matchup};
pub use observer::{BattleObserver, CombatantStats, TermUse};
pub use opponent::Opponent;
pub use paired::{DifferenceSums, PairedDifference, PairedTally};
pub use part::{Part, PartError, merge};
pub use report::Report;
pub use summary_stats::SummaryStats;
pub use tally::{SideTally, Tally, TermTally, UnitTally};
pub use workers::{CompletedSeeds, fight};
