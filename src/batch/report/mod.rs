//! Reports on experiments, as tables, JSON, CSV, Parquet and HTML.

mod details;
mod json;
mod measures;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod plot;
mod table;

use std::cmp::Reverse;

use super::observer::success_rates;
use super::{
    ActionTally, ExperimentResults, ExperimentSpec, PairedTally, Part, SideTally, Tally, TermTally, UnitTally,
    wilson_interval,
};

/// The report on an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The experiment.
    pub spec: ExperimentSpec,
    /// The results.
    pub results: ExperimentResults,
    /// Number of seeds played, if the run was interrupted.
    pub stopped_after: Option<u64>,
    /// Processor time of all workers together in nanoseconds, if measured.
    pub nanos: Option<u64>,
}

impl From<Part> for Report {
    fn from(part: Part) -> Report {
        Report { spec: part.spec, results: part.results, stopped_after: None, nanos: None }
    }
}

impl Report {
    /// Battles per second of processor time, if measured.
    pub fn battles_per_second(&self) -> Option<f64> {
        self.per_second(|tally| tally.battles)
    }

    /// Activations (turns started or continued) per second of processor time, if measured.
    pub fn activations_per_second(&self) -> Option<f64> {
        self.per_second(|tally| tally.activations)
    }

    fn per_second(&self, many: impl Fn(&Tally) -> u64) -> Option<f64> {
        let (nanos, sum) = (self.nanos.filter(|nanos| *nanos > 0)?, self.results.tallies.iter().map(many).sum::<u64>());
        Some(sum as f64 * 1e9 / nanos as f64)
    }

    fn warning(&self) -> Option<String> {
        let (done, all) = (self.stopped_after?, self.spec.seeds);
        Some(format!("PARTIAL: interrupted after {done} of {all} seeds"))
    }

    fn arms(&self) -> impl Iterator<Item = (&str, &Tally)> {
        self.spec.rulesets.iter().map(String::as_str).zip(&self.results.tallies)
    }

    fn comparisons(&self) -> impl Iterator<Item = (&str, &PairedTally)> {
        self.spec.rulesets.iter().skip(1).map(String::as_str).zip(&self.results.pairs)
    }
}

/// The headings of a table, which are separated by `|`.
fn columns(words: &str) -> Vec<&str> {
    words.split('|').collect()
}

/// Actual and expected hit rate of a unit in percent.
fn hit_rates(unit: &UnitTally) -> Option<[f64; 2]> {
    success_rates(unit.attacks, unit.hits, unit.expected)
}

fn per_battle(tally: &Tally, times: u64) -> f64 {
    times as f64 / tally.battles.max(1) as f64
}

/// Win rate of a side in percent, with the bounds of its confidence interval.
fn win_rate(tally: &Tally, side: &SideTally) -> [f64; 3] {
    let interval = wilson_interval(side.wins, tally.battles);
    [side.wins as f64 / tally.battles.max(1) as f64, interval.low, interval.high].map(|share| 100.0 * share)
}

/// Modifiers by number of rolls decided, then by number of rolls.
fn by_weight(tally: &Tally) -> Vec<&TermTally> {
    let mut terms: Vec<&TermTally> = tally.terms.values().collect();
    terms.sort_by_key(|term| Reverse((term.decided, term.times)));
    terms
}

/// Actions and other sources of damage by damage, then by frequency.
fn by_harm(tally: &Tally) -> Vec<&ActionTally> {
    let mut acts: Vec<&ActionTally> = tally.acts.values().collect();
    acts.sort_by_key(|act| Reverse((act.sums.dealt, act.sums.times)));
    acts
}

/// Average damage per battle of an action, and its share of all damage in percent.
fn harm_of(tally: &Tally, act: &ActionTally) -> [f64; 2] {
    let all: i64 = tally.acts.values().map(|act| act.sums.dealt).sum();
    let dealt = act.sums.dealt as f64;
    [dealt / tally.battles.max(1) as f64, 100.0 * dealt / all.max(1) as f64]
}

/// The numbers of an action in a table after its name; `dash` stands for numbers that it lacks, `percent` follows shares.
fn act_cells(tally: &Tally, act: &ActionTally, dash: &str, percent: &str) -> Vec<String> {
    let each = |times: u64| format!("{:.2}", per_battle(tally, times));
    let none = [dash, dash].map(str::to_owned);
    let rates = act.sums.rates().map_or(none, |rates| rates.map(|rate| format!("{rate:.1}{percent}")));
    let [damage, share] = harm_of(tally, act);
    let effects = [format!("{damage:.2}"), format!("{share:.1}{percent}"), each(act.sums.felled)];
    let has_none = act.sums.dealt == 0 && act.sums.felled == 0;
    let effects = effects.map(|cell| if has_none { dash.to_owned() } else { cell });
    [each(act.sums.times)].into_iter().chain(rates).chain(effects).collect()
}

/// Win rate in percent of sides with a modifier in their rolls, and of sides without it.
fn with_and_without(tally: &Tally, term: &TermTally) -> [Option<f64>; 2] {
    let sum = |part: usize| term.with.iter().map(|side| side[part]).sum::<u64>();
    let (battles, wins) = (sum(0), sum(1));
    let all_battles = tally.battles * tally.sides.len() as u64;
    let all_wins: u64 = tally.sides.iter().map(|side| side.wins).sum();
    let rate = |wins: u64, battles: u64| (battles > 0).then(|| 100.0 * wins as f64 / battles as f64);
    [rate(wins, battles), rate(all_wins - wins, all_battles - battles)]
}
