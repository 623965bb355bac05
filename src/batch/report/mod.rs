//! What a batch found out, told to people and to programs.

mod csv;
mod details;
mod json;
mod measures;
mod page;
#[cfg(feature = "parquet")]
mod parquet;
mod plot;
mod table;

use super::{Asked, Found, Part, SideTally, Tally, UnitTally};

/// What a batch found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub asked: Asked,
    pub found: Found,
    /// How many seeds were played, where somebody stopped the work before its end.
    pub stopped_after: Option<u64>,
    /// Processor time of all workers together, in nanoseconds, where it was measured.
    pub nanos: Option<u64>,
}

impl From<Part> for Report {
    fn from(part: Part) -> Report {
        Report { asked: part.asked, found: part.found, stopped_after: None, nanos: None }
    }
}

impl Report {
    /// Battles in a second of one processor's time; nothing where no time was measured.
    pub fn battles_per_second(&self) -> Option<f64> {
        self.per_second(|tally| tally.battles)
    }

    /// Turns of combatants, begun or gone on with, in a second of one processor's time.
    pub fn activations_per_second(&self) -> Option<f64> {
        self.per_second(|tally| tally.activations)
    }

    fn per_second(&self, many: impl Fn(&Tally) -> u64) -> Option<f64> {
        let (nanos, sum) = (self.nanos.filter(|nanos| *nanos > 0)?, self.found.tallies.iter().map(many).sum::<u64>());
        Some(sum as f64 * 1e9 / nanos as f64)
    }

    /// That the report is partial, in words; nothing for a whole one.
    fn warning(&self) -> Option<String> {
        let (done, all) = (self.stopped_after?, self.asked.seeds);
        Some(format!("PARTIAL: interrupted after {done} of {all} seeds"))
    }

    /// What was found under each rule set, with its id.
    fn arms(&self) -> impl Iterator<Item = (&str, &Tally)> {
        self.asked.rulesets.iter().map(String::as_str).zip(&self.found.tallies)
    }

    /// What was found of each rule set compared with the first, with its id.
    fn comparisons(&self) -> impl Iterator<Item = (&str, &super::Pairs)> {
        self.asked.rulesets.iter().skip(1).map(String::as_str).zip(&self.found.pairs)
    }
}

/// Hits of a unit in a hundred attacks, and those to be expected.
fn hit_rates(unit: &UnitTally) -> Option<[f64; 2]> {
    let attacks = (unit.attacks > 0).then_some(unit.attacks as f64)?;
    Some([unit.hits as f64, unit.expected as f64 / super::seen::PARTS as f64].map(|hits| 100.0 * hits / attacks))
}

/// A number of something in each battle.
fn per_battle(tally: &Tally, times: u64) -> f64 {
    times as f64 / tally.battles.max(1) as f64
}

/// The share of battles a side won, in hundredths, and from where to where it may lie.
fn win_rate(tally: &Tally, side: &SideTally) -> [f64; 3] {
    let interval = super::share(side.wins, tally.battles);
    [side.wins as f64 / tally.battles.max(1) as f64, interval.low, interval.high].map(|share| 100.0 * share)
}

/// Terms in the order of how many rolls they turned, then of how many they were in.
fn by_weight(tally: &Tally) -> Vec<&super::TermTally> {
    let mut terms: Vec<&super::TermTally> = tally.terms.values().collect();
    terms.sort_by_key(|term| std::cmp::Reverse((term.turned, term.times)));
    terms
}

/// Actions, and what else harms, in the order of the harm done, then of how often they were done.
fn by_harm(tally: &Tally) -> Vec<&super::ActTally> {
    let mut acts: Vec<&super::ActTally> = tally.acts.values().collect();
    acts.sort_by_key(|act| std::cmp::Reverse((act.sums.dealt, act.sums.times)));
    acts
}

/// The damage of an act in each battle, and its share of all damage, in hundredths.
fn harm_of(tally: &Tally, act: &super::ActTally) -> [f64; 2] {
    let all: i64 = tally.acts.values().map(|act| act.sums.dealt).sum();
    let dealt = act.sums.dealt as f64;
    [dealt / tally.battles.max(1) as f64, 100.0 * dealt / all.max(1) as f64]
}

/// Of a hundred battles in which a term was in a side's rolls, and of a hundred in which it was not: how many that side won.
fn with_and_without(tally: &Tally, term: &super::TermTally) -> [Option<f64>; 2] {
    let sum = |part: usize| term.with.iter().map(|side| side[part]).sum::<u64>();
    let (battles, wins) = (sum(0), sum(1));
    let all_battles = tally.battles * tally.sides.len() as u64;
    let all_wins: u64 = tally.sides.iter().map(|side| side.wins).sum();
    let rate = |wins: u64, battles: u64| (battles > 0).then(|| 100.0 * wins as f64 / battles as f64);
    [rate(wins, battles), rate(all_wins - wins, all_battles - battles)]
}
