//! Batches: many battles without a window, to measure the effect of rules.
//!
//! An [`Experiment`] is a scenario under one or several rule sets (rule systems, with or without house rules) and a seed. The
//! seed has numbered streams of dice, which reports call seeds. Stream `i` is battle `i` (or, with exchanged opponents, battles
//! `2i` and `2i + 1`), so that each battle can be replayed on its own, and all rule sets use the same streams. Workers play
//! streams in any order; their results are [`Tally`] values of integers whose sum does not depend on the order. A [`Report`]
//! is therefore identical to the byte for any number of workers, machines or [`Part`]s, except for its speed. Memory does not
//! grow with the number of battles.
//!
//! A new statistic is collected by [`BattleObserver`], summed in [`Tally`], and shown by each format in `src/batch/report`.

/// Adds these fields of one value to those of another.
macro_rules! add {
    ($more:ident to $sums:ident: $($field:ident),+) => {
        $($sums.$field += $more.$field;)+
    };
}

mod costs;
mod experiment;
mod job;
mod observer;
mod part;
mod prompts;
mod report;
mod summary_stats;
mod tally;

pub use costs::CostMeasure;
pub use experiment::{
    CompletedSeeds, DifferenceSums, Experiment, ExperimentResults, ExperimentSpec, PairedDifference, PairedTally,
    Sweep, fight,
};
pub use job::{BattleError, BattleResult, Job, JobCaches, Matchup, Opponent};
pub use observer::{ActionStats, ActionTally, ActionTotals, BattleObserver, CombatantStats, TermUse};
pub use part::{Part, PartError, merge};
pub use prompts::PromptTotals;
pub use report::Report;
pub use summary_stats::{ConfidenceInterval, SummaryStats, mean_interval, paired_difference_interval, wilson_interval};
pub use tally::{SideTally, Tally, TermTally, UnitTally};
