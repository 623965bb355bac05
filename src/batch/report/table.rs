//! Reports as text tables.

use super::super::{PairedDifference, PairedTally, SummaryStats, Tally};
use super::{Report, act_cells, by_harm, by_weight, columns, hit_rates, per_battle, win_rate, with_and_without};
use crate::replay::Hex;

const MOST_ACTS: usize = 16;
const MOST_TERMS: usize = 12;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

type Row = Vec<String>;

impl Report {
    /// The report as aligned text tables, without its speed.
    pub fn to_table(&self) -> String {
        let mut text = format!("{}, seed {}\n", self.spec.scenario, self.spec.seed);
        text.extend(self.warning().map(|warning| warning + "\n"));
        text += &format!("\n{}", self.overview());
        for (id, pairs) in self.comparisons() {
            text += &format!("\n{id} against {}, paired over {} seeds\n", self.spec.rulesets[0], pairs.seeds);
            text += &aligned(&self.differences(pairs));
        }
        for (id, tally) in self.arms() {
            text += &format!("\nUnits under {id}\n{}", aligned(&units(tally)));
            text += &format!("\nActions per battle under {id}\n{}", aligned(&acts(tally)));
            if !tally.terms.is_empty() {
                text += &format!("\nRoll modifiers under {id}\n{}", aligned(&terms(tally)));
            }
            text += &events(tally);
        }
        text
    }

    fn overview(&self) -> String {
        let names = ["ruleset"].into_iter().chain(self.arms().map(|(id, _)| id));
        let mut rows: Vec<Row> = vec![names.map(str::to_owned).collect()];
        let mut row = |label: &str, cell: &dyn Fn(&Tally) -> String| {
            rows.push([label.to_owned()].into_iter().chain(self.results.tallies.iter().map(cell)).collect());
        };
        let sides = self.results.tallies.first().map_or(&[][..], |tally| &tally.sides);
        row("battles", &|tally| tally.battles.to_string());
        for (at, side) in sides.iter().enumerate() {
            let rate = |tally: &Tally| win_rate(tally, &tally.sides[at]);
            row(&format!("wins of {}", side.name), &|tally| tally.sides[at].wins.to_string());
            row("  win rate, %", &|tally| format!("{:.1}", rate(tally)[0]));
            row("  95 % CI, %", &|tally| format!("{:.1} {:.1}", rate(tally)[1], rate(tally)[2]));
        }
        for (at, letter) in ["a", "b"].into_iter().enumerate() {
            let label = format!("wins of AI {letter} ({})", self.spec.opponents[at]);
            row(&label, &|tally| tally.wins_by_ai[at].to_string());
        }
        row("draws", &|tally| tally.draws.to_string());
        row("unfinished", &|tally| tally.unfinished.to_string());
        row("mean length", &|tally| format!("{:.2}", tally.length.mean()));
        row("  quartiles", &|tally| quartiles(&tally.length));
        row("  range", &|tally| format!("{} {}", tally.length.min(), tally.length.max()));
        row("  histogram", &|tally| sparks(&tally.length));
        row("turns taken", &|tally| tally.activations.to_string());
        for (at, side) in sides.iter().enumerate() {
            let label = format!("mean survivors of {}", side.name);
            row(&label, &|tally| format!("{:.2}", tally.sides[at].survivors.mean()));
            row("  quartiles", &|tally| quartiles(&tally.sides[at].survivors));
            row("  histogram", &|tally| sparks(&tally.sides[at].survivors));
            row("  hit points left, %", &|tally| format!("{:.1}", tally.sides[at].health.mean()));
            row("  quartiles", &|tally| quartiles(&tally.sides[at].health));
            row("  histogram", &|tally| sparks(&tally.sides[at].health));
        }
        for (at, side) in sides.iter().enumerate() {
            let all = |tally: &Tally| format!("{:.2}", per_battle(tally, tally.sides[at].prompts.all()));
            row(&format!("questions to {}, per battle", side.name), &all);
            for (kind, _) in side.prompts.by_kind() {
                let of = |tally: &Tally| tally.sides[at].prompts.of(kind);
                if self.results.tallies.iter().any(|tally| of(tally) > 0) {
                    row(&format!("  {kind}"), &|tally| format!("{:.2}", per_battle(tally, of(tally))));
                }
            }
        }
        row("checksum", &|tally| Hex(tally.checksum).to_string());
        aligned(&rows)
    }

    fn differences(&self, pairs: &PairedTally) -> Vec<Row> {
        let mut rows = vec![head("|difference|95 % CI from|to|")];
        for (at, side) in self.results.tallies[0].sides.iter().enumerate() {
            rows.push(difference(&format!("wins of {}, %", side.name), pairs.wins_of(at), 100.0));
        }
        rows.push(difference("length", pairs.length(), 1.0));
        rows.push(vec!["battles with another outcome".to_owned(), pairs.changed.to_string()]);
        rows
    }
}

fn difference(what: &str, found: PairedDifference, times: f64) -> Row {
    let word = if found.is_significant() { "significant" } else { "not significant" };
    let [mean, low, high] = found.times(times).map(|value| format!("{value:+.2}"));
    vec![what.to_owned(), mean, low, high, word.to_owned()]
}

fn units(tally: &Tally) -> Vec<Row> {
    let mut rows =
        vec![head("|fell %|fell first %|damage|quartiles|per action|quartiles|attacks|hit %|expected %|luck")];
    for unit in &tally.units {
        let side = tally.sides.get(usize::from(unit.side)).map_or("", |side| &side.name);
        let share = |times: u64, of: u64| format!("{:.1}", 100.0 * times as f64 / of.max(1) as f64);
        let rates = hit_rates(unit).map_or(["-", "-", "-"].map(str::to_owned), |[hit, expected]| {
            [format!("{hit:.1}"), format!("{expected:.1}"), format!("{:+.1}", hit - expected)]
        });
        let mut row = vec![format!("{side}: {}", unit.unit), share(unit.fell, unit.fielded)];
        row.push(share(unit.fell_first, tally.battles));
        for dealt in [&unit.dealt_in_battle, &unit.dealt_by_action] {
            row.extend([format!("{:.2}", dealt.mean()), quartiles(dealt)]);
        }
        row.push(format!("{:.2}", unit.attacks as f64 / unit.fielded.max(1) as f64));
        row.extend(rates);
        rows.push(row);
    }
    rows
}

fn acts(tally: &Tally) -> Vec<Row> {
    let mut rows = vec![head("|times|success %|expected %|damage|share %|felled")];
    for act in by_harm(tally).into_iter().take(MOST_ACTS) {
        rows.push([vec![act.words.clone()], act_cells(tally, act, "-", "")].concat());
    }
    rows
}

fn terms(tally: &Tally) -> Vec<Row> {
    let mut rows = vec![head("|rolls|decisive|won with %|won without %")];
    for term in by_weight(tally).into_iter().take(MOST_TERMS) {
        let rates = with_and_without(tally, term).map(|rate| rate.map_or("-".to_owned(), |rate| format!("{rate:.1}")));
        let mut row = vec![format!("{} [{}]", term.words, term.rule), term.times.to_string(), term.decided.to_string()];
        row.extend(rates);
        rows.push(row);
    }
    rows
}

fn events(tally: &Tally) -> String {
    let times = |(name, times): (&String, &u64)| format!("{name} {:.2}", per_battle(tally, *times));
    let reacted = |(name, [offered, taken]): (&String, &[u64; 2])| {
        format!("{name} {:.2} of {:.2}", per_battle(tally, *taken), per_battle(tally, *offered))
    };
    let lists = [
        ("Conditions per battle", tally.conditions.iter().map(times).collect::<Vec<_>>()),
        ("Holds per battle", tally.holds.iter().map(times).collect()),
        ("Reactions per battle (taken of offered)", tally.reactions.iter().map(reacted).collect()),
    ];
    let lists = lists.into_iter().filter(|(_, all)| !all.is_empty());
    lists.map(|(what, all)| format!("\n{what}\n{}\n", all.join(", "))).collect()
}

fn quartiles(stats: &SummaryStats) -> String {
    stats.quartiles().map(|value| value.to_string()).join(" ")
}

fn sparks(stats: &SummaryStats) -> String {
    let bins = stats.bins(16);
    let tallest = bins.iter().map(|(_, times)| *times).max().unwrap_or(0).max(1);
    bins.iter().map(|(_, times)| BARS[((times * 7).div_ceil(tallest)) as usize]).collect()
}

fn head(words: &str) -> Row {
    columns(words).into_iter().map(str::to_owned).collect()
}

/// Aligns columns: the first to the left, all others to the right.
fn aligned(rows: &[Row]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:width$}"),
            _ => format!("  {cell:>width$}"),
        });
        text += cells.collect::<String>().trim_end();
        text.push('\n');
    }
    text
}
