//! A report as comma-separated values: one measure to a line.

use super::super::Difference;
use super::{Report, by_weight, hit_rates, per_battle, win_rate, with_and_without};

/// One line: what was measured, of what, and its value, with an interval where it has one.
struct Line<'r> {
    ruleset: &'r str,
    measure: &'r str,
    of: String,
    value: f64,
    range: Option<[f64; 2]>,
}

impl Report {
    /// The report as comma-separated values without how fast it was.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("ruleset,measure,of,value,low,high\n");
        for line in self.lines() {
            let [low, high] = line.range.map_or([String::new(), String::new()], |range| range.map(decimal));
            let cells = [line.ruleset.to_owned(), line.measure.to_owned(), line.of, decimal(line.value), low, high];
            text.push_str(&cells.map(|cell| quoted(&cell)).join(","));
            text.push('\n');
        }
        text
    }

    fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        for (ruleset, tally) in self.arms() {
            let mut line = |measure, of: &str, value: f64, range| {
                lines.push(Line { ruleset, measure, of: of.to_owned(), value, range });
            };
            line("battles", "", tally.battles as f64, None);
            line("draws", "", tally.draws as f64, None);
            line("unfinished", "", tally.unfinished as f64, None);
            line("activations", "", tally.activations as f64, None);
            let around = tally.length.mean_interval();
            line("length", "mean", tally.length.mean(), Some([around.low, around.high]));
            for (of, value) in ["first quartile", "median", "third quartile"].iter().zip(tally.length.quartiles()) {
                line("length", of, value as f64, None);
            }
            for side in &tally.sides {
                let [value, low, high] = win_rate(tally, side);
                line("wins", &side.name, side.wins as f64, None);
                line("win percent", &side.name, value, Some([low, high]));
                line("survivors", &side.name, side.survivors.mean(), None);
                line("health left percent", &side.name, side.health.mean(), None);
            }
            for (ai, wins) in self.asked.opponents.iter().zip(tally.wins_by_ai) {
                line("wins of AI", ai, wins as f64, None);
            }
            for unit in &tally.units {
                let of = format!("{}: {}", tally.sides[usize::from(unit.side)].name, unit.unit);
                line("fell percent", &of, 100.0 * unit.fell as f64 / unit.fielded.max(1) as f64, None);
                line("fell first", &of, unit.fell_first as f64, None);
                line("damage dealt per action", &of, unit.dealt as f64 / unit.actions.max(1) as f64, None);
                line("damage dealt per battle", &of, unit.dealt as f64 / tally.battles.max(1) as f64, None);
                for (measure, rate) in
                    ["hit percent", "expected hit percent"].iter().zip(hit_rates(unit).into_iter().flatten())
                {
                    line(measure, &of, rate, None);
                }
            }
            for term in by_weight(tally) {
                let of = format!("{} [{}]", term.words, term.rule);
                line("term in rolls", &of, term.times as f64, None);
                line("term turned rolls", &of, term.turned as f64, None);
                let [with, without] = with_and_without(tally, term);
                for (measure, rate) in [("win percent with term", with), ("win percent without term", without)] {
                    if let Some(rate) = rate {
                        line(measure, &of, rate, None);
                    }
                }
            }
            for (name, times) in &tally.conditions {
                line("condition per battle", name, per_battle(tally, *times), None);
            }
            for (name, times) in &tally.holds {
                line("hold per battle", name, per_battle(tally, *times), None);
            }
            for (name, [offered, taken]) in &tally.reactions {
                line("reaction offered per battle", name, per_battle(tally, *offered), None);
                line("reaction taken per battle", name, per_battle(tally, *taken), None);
            }
        }
        for (ruleset, pairs) in self.comparisons() {
            let mut line = |measure, of: String, found: Difference, times: f64| {
                let range = Some([found.interval.low * times, found.interval.high * times]);
                lines.push(Line { ruleset, measure, of, value: found.mean * times, range });
            };
            for (at, side) in self.found.tallies[0].sides.iter().enumerate() {
                line("win percent more than baseline", side.name.clone(), pairs.wins_of(at), 100.0);
            }
            line("length more than baseline", String::new(), pairs.length(), 1.0);
        }
        lines
    }
}

/// A number as it is, with at most four places behind the point.
fn decimal(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn quoted(value: &str) -> String {
    match value.contains([',', '"', '\n']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}
