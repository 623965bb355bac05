//! A report as a list of measures, and these as CSV.

use std::collections::BTreeMap;

use super::super::{ActionTally, PairedDifference, PairedTally, SummaryStats, Tally, TermTally, UnitTally};
use super::{Report, by_harm, by_weight, harm_of, hit_rates, per_battle, win_rate, with_and_without};

pub(super) const COLUMNS: [&str; 6] = ["ruleset", "measure", "of", "value", "low", "high"];

pub(super) struct Measure<'r> {
    pub ruleset: &'r str,
    pub measure: String,
    pub of: String,
    pub value: f64,
    pub range: Option<[f64; 2]>,
}

struct Lines<'l, 'r> {
    ruleset: &'r str,
    all: &'l mut Vec<Measure<'r>>,
}

impl Report {
    /// The report as CSV, without its speed.
    pub fn to_csv(&self) -> String {
        let mut lines = COLUMNS.join(",") + "\n";
        for line in self.measures() {
            let [low, high] = line.range.map_or([String::new(), String::new()], |range| range.map(decimal));
            let words = [line.ruleset, &line.measure, &line.of].map(text);
            lines.push_str(&[&words[..], &[decimal(line.value), low, high]].concat().join(","));
            lines.push('\n');
        }
        lines
    }

    /// All measures, rule set by rule set, followed by the differences from the baseline.
    pub(super) fn measures(&self) -> Vec<Measure<'_>> {
        let mut all = Vec::new();
        for (ruleset, tally) in self.arms() {
            let mut lines = Lines { ruleset, all: &mut all };
            lines.battles(self, tally);
            tally.units.iter().for_each(|unit| lines.unit(tally, unit));
            by_harm(tally).into_iter().for_each(|act| lines.act(tally, act));
            by_weight(tally).into_iter().for_each(|term| lines.term(tally, term));
            lines.events(tally);
        }
        for (ruleset, pairs) in self.comparisons() {
            Lines { ruleset, all: &mut all }.differences(self, pairs);
        }
        all
    }
}

impl Lines<'_, '_> {
    fn add(&mut self, measure: &str, of: &str, value: f64) {
        self.ranged(measure, of, value, None);
    }

    fn ranged(&mut self, measure: &str, of: &str, value: f64, range: Option<[f64; 2]>) {
        let (measure, of) = (measure.to_owned(), of.to_owned());
        self.all.push(Measure { ruleset: self.ruleset, measure, of, value, range });
    }

    /// A mean with its interval, followed by the quartiles.
    fn summary(&mut self, measure: &str, of: &str, stats: &SummaryStats) {
        let interval = stats.mean_interval();
        self.ranged(measure, of, stats.mean(), Some([interval.low, interval.high]));
        for (quartile, value) in ["first quartile", "median", "third quartile"].into_iter().zip(stats.quartiles()) {
            self.add(&format!("{measure}, {quartile}"), of, value as f64);
        }
    }

    fn battles(&mut self, report: &Report, tally: &Tally) {
        if let Some(done) = report.stopped_after {
            self.add("partial: seeds played", "", done as f64);
            self.add("partial: seeds asked", "", report.spec.seeds as f64);
        }
        self.add("battles", "", tally.battles as f64);
        self.add("draws", "", tally.draws as f64);
        self.add("unfinished", "", tally.unfinished as f64);
        self.add("activations", "", tally.activations as f64);
        self.summary("length", "", &tally.length);
        for side in &tally.sides {
            let [value, low, high] = win_rate(tally, side);
            self.add("wins", &side.name, side.wins as f64);
            self.ranged("win percent", &side.name, value, Some([low, high]));
            self.summary("survivors", &side.name, &side.survivors);
            self.summary("health left percent", &side.name, &side.health);
            self.add("questions per battle", &side.name, per_battle(tally, side.prompts.all()));
            for (kind, times) in side.prompts.by_kind() {
                self.add(&format!("questions per battle: {kind}"), &side.name, per_battle(tally, times));
            }
        }
        for (ai, wins) in report.spec.opponents.iter().zip(tally.wins_by_ai) {
            self.add("wins of AI", ai, wins as f64);
        }
    }

    fn unit(&mut self, tally: &Tally, unit: &UnitTally) {
        let side = tally.sides.get(usize::from(unit.side)).map_or("", |side| &side.name);
        let of = format!("{side}: {}", unit.unit);
        self.add("fell percent", &of, 100.0 * unit.fell as f64 / unit.fielded.max(1) as f64);
        self.add("fell first", &of, unit.fell_first as f64);
        self.add("damage dealt per battle", &of, per_battle(tally, u64::try_from(unit.dealt).unwrap_or(0)));
        self.summary("damage dealt by each", &of, &unit.dealt_in_battle);
        self.summary("damage dealt per action", &of, &unit.dealt_by_action);
        if let Some([hit, expected]) = hit_rates(unit) {
            self.add("hit percent", &of, hit);
            self.add("expected hit percent", &of, expected);
        }
    }

    fn act(&mut self, tally: &Tally, act: &ActionTally) {
        let [damage, share] = harm_of(tally, act);
        self.add("action per battle", &act.words, per_battle(tally, act.sums.times));
        if let Some([actual, expected]) = act.sums.rates() {
            self.add("success percent", &act.words, actual);
            self.add("expected success percent", &act.words, expected);
        }
        self.add("damage of action per battle", &act.words, damage);
        self.add("damage of action, percent of all", &act.words, share);
        self.add("felled by action per battle", &act.words, per_battle(tally, act.sums.felled));
    }

    fn term(&mut self, tally: &Tally, term: &TermTally) {
        let of = format!("{} [{}]", term.words, term.rule);
        self.add("term in rolls", &of, term.times as f64);
        self.add("term turned rolls", &of, term.decided as f64);
        let rates = with_and_without(tally, term);
        for (measure, rate) in ["win percent with term", "win percent without term"].into_iter().zip(rates) {
            rate.into_iter().for_each(|rate| self.add(measure, &of, rate));
        }
    }

    fn events(&mut self, tally: &Tally) {
        let mut each = |measure: &str, sums: &BTreeMap<String, u64>| {
            sums.iter().for_each(|(name, times)| self.add(measure, name, per_battle(tally, *times)));
        };
        each("condition per battle", &tally.conditions);
        each("hold per battle", &tally.holds);
        for (name, [offered, taken]) in &tally.reactions {
            self.add("reaction offered per battle", name, per_battle(tally, *offered));
            self.add("reaction taken per battle", name, per_battle(tally, *taken));
        }
    }

    fn differences(&mut self, report: &Report, pairs: &PairedTally) {
        let sides = report.results.tallies.first().map(|tally| &tally.sides[..]).unwrap_or_default();
        let mut differs = |measure: &str, of: &str, found: PairedDifference, times: f64| {
            let [mean, low, high] = found.times(times);
            self.ranged(measure, of, mean, Some([low, high]));
        };
        for (at, side) in sides.iter().enumerate() {
            differs("win percent more than baseline", &side.name, pairs.wins_of(at), 100.0);
        }
        differs("length more than baseline", "", pairs.length(), 1.0);
    }
}

/// A number with at most four decimals.
fn decimal(value: f64) -> String {
    let text = format!("{value:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// A text cell. An apostrophe protects texts that a spreadsheet would take for a formula.
fn text(value: &str) -> String {
    let value = match value.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{value}"),
        false => value.to_owned(),
    };
    match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value,
    }
}
