//! Reports as JSON.

use serde_json::{Map, Value, json};

use super::super::{ActionTally, PairedDifference, PairedTally, PromptTotals, SummaryStats, Tally, TermTally};
use super::{Report, SideTally, UnitTally, by_weight, harm_of, hit_rates, per_battle, win_rate, with_and_without};
use crate::replay::Hex;

const BINS: u32 = 24;

impl Report {
    /// The report as JSON. Its speed differs from run to run and is included only if it was measured.
    pub fn to_json(&self) -> String {
        let mut json = json!({
            "scenario": self.spec.scenario,
            "seed": self.spec.seed,
            "rulesets": self.arms().map(|(id, tally)| (id.to_owned(), self.arm(tally))).collect::<Map<_, _>>(),
        });
        if let Some(done) = self.stopped_after {
            json["partial"] = json!({ "seeds_played": done, "seeds_asked": self.spec.seeds });
        }
        if self.spec.compared {
            let found = self.comparisons().map(|(id, pairs)| (id.to_owned(), self.comparison(pairs)));
            json["against"] =
                json!({ "baseline": self.spec.rulesets.first(), "rulesets": found.collect::<Map<_, _>>() });
        }
        format!("{json:#}\n")
    }

    fn arm(&self, tally: &Tally) -> Value {
        let by_side = |value: &dyn Fn(&SideTally) -> Value| -> Map<String, Value> {
            tally.sides.iter().map(|side| (side.name.clone(), value(side))).collect()
        };
        let ai = |at: usize| json!({ "ai": self.spec.opponents[at], "wins": tally.wins_by_ai[at] });
        let mut json = json!({
            "battles": tally.battles,
            "wins": by_side(&|side| json!(side.wins)),
            "win_percent": by_side(&|side| range(win_rate(tally, side))),
            "wins_by_ai": { "a": ai(0), "b": ai(1) },
            "draws": tally.draws,
            "unfinished": tally.unfinished,
            "length": summary(&tally.length),
            "activations": tally.activations,
            "survivors": by_side(&|side| summary(&side.survivors)),
            "health_left_percent": by_side(&|side| summary(&side.health)),
            "prompts_per_battle": by_side(&|side| prompts(tally, side)),
            "units": units(tally),
            "actions": acts(tally),
            "terms": terms(tally),
            "conditions_per_battle": each(tally, &tally.conditions),
            "holds_per_battle": each(tally, &tally.holds),
            "reactions_per_battle": reactions(tally),
            "checksum": Hex(tally.checksum),
        });
        if let Some(speed) = self.battles_per_second() {
            json["battles_per_cpu_second"] = json!(hundredths(speed));
        }
        json
    }

    fn comparison(&self, pairs: &PairedTally) -> Value {
        let sides = self.results.tallies.first().map(|tally| &tally.sides[..]).unwrap_or_default();
        let wins = sides.iter().enumerate().map(|(at, side)| (side.name.clone(), difference(pairs.wins_of(at), 100.0)));
        json!({
            "seeds": pairs.seeds,
            "battles_that_ended_otherwise": pairs.changed,
            "win_percent_more": wins.collect::<Map<_, _>>(),
            "length_more": difference(pairs.length(), 1.0),
        })
    }
}

fn difference(found: PairedDifference, times: f64) -> Value {
    let [mean, low, high] = found.times(times).map(hundredths);
    json!({ "mean": mean, "low": low, "high": high, "significant": found.is_significant() })
}

fn range([value, low, high]: [f64; 3]) -> Value {
    json!({ "value": hundredths(value), "low": hundredths(low), "high": hundredths(high) })
}

fn summary(stats: &SummaryStats) -> Value {
    let interval = stats.mean_interval();
    let bins: Vec<Value> = stats.bins(BINS).into_iter().map(|(from, times)| json!([from, times])).collect();
    json!({
        "mean": hundredths(stats.mean()),
        "low": hundredths(interval.low),
        "high": hundredths(interval.high),
        "quartiles": stats.quartiles(),
        "least": stats.min(),
        "most": stats.max(),
        "histogram": bins,
    })
}

fn prompts(tally: &Tally, side: &SideTally) -> Value {
    let PromptTotals { reactions, interrupts, picks, places, ordered } = side.prompts;
    let [all, reactions, interrupts, picks, places, ordered] =
        [side.prompts.all(), reactions, interrupts, picks, places, ordered]
            .map(|times| hundredths(per_battle(tally, times)));
    json!({
        "all": all, "reactions": reactions, "interrupts": interrupts, "picks": picks, "cells_and_facings": places,
        "answered_by_orders": ordered,
    })
}

fn units(tally: &Tally) -> Vec<Value> {
    let unit = |unit: &UnitTally| {
        let each = |sum: i64, of: u64| hundredths(sum as f64 / of.max(1) as f64);
        let rates = hit_rates(unit);
        json!({
            "side": tally.sides.get(usize::from(unit.side)).map(|side| &side.name),
            "unit": unit.unit,
            "fielded": unit.fielded,
            "fell": unit.fell,
            "fell_first": unit.fell_first,
            "actions": unit.actions,
            "damage_dealt": unit.dealt,
            "damage_dealt_per_action": each(unit.dealt, unit.actions),
            "damage_dealt_by_each": summary(&unit.dealt_in_battle),
            "damage_dealt_by_action": summary(&unit.dealt_by_action),
            "damage_taken": unit.taken,
            "attacks": unit.attacks,
            "hits": unit.hits,
            "hit_percent": rates.map(|rates| hundredths(rates[0])),
            "expected_percent": rates.map(|rates| hundredths(rates[1])),
        })
    };
    tally.units.iter().map(unit).collect()
}

fn acts(tally: &Tally) -> Vec<Value> {
    let act = |(id, act): (&String, &ActionTally)| {
        let (sums, rates, [damage, share]) = (&act.sums, act.sums.rates(), harm_of(tally, act));
        json!({
            "action": id,
            "name": act.words,
            "times": sums.times,
            "rolls": sums.rolls,
            "success_percent": rates.map(|rates| hundredths(rates[0])),
            "expected_percent": rates.map(|rates| hundredths(rates[1])),
            "damage_per_battle": hundredths(damage),
            "damage_percent": hundredths(share),
            "felled": sums.felled,
        })
    };
    tally.acts.iter().map(act).collect()
}

fn terms(tally: &Tally) -> Vec<Value> {
    let term = |term: &TermTally| {
        let [with, without] = with_and_without(tally, term).map(|rate| rate.map(hundredths));
        json!({
            "term": term.words, "rule": term.rule, "rolls": term.times, "turned": term.decided,
            "win_percent_with": with, "win_percent_without": without,
        })
    };
    by_weight(tally).into_iter().map(term).collect()
}

fn each(tally: &Tally, sums: &std::collections::BTreeMap<String, u64>) -> Map<String, Value> {
    sums.iter().map(|(name, times)| (name.clone(), json!(hundredths(per_battle(tally, *times))))).collect()
}

fn reactions(tally: &Tally) -> Map<String, Value> {
    let told = |[offered, taken]: &[u64; 2]| {
        let [offered, taken] = [offered, taken].map(|times| hundredths(per_battle(tally, *times)));
        json!({ "offered": offered, "taken": taken })
    };
    tally.reactions.iter().map(|(name, times)| (name.clone(), told(times))).collect()
}

fn hundredths(number: f64) -> f64 {
    // Adding 0 turns a negative zero from rounding into a positive one.
    (number * 100.0).round() / 100.0 + 0.0
}
