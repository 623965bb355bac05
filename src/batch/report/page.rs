//! A report as one page that a browser shows without a network.

use std::sync::Arc;

use super::super::{Difference, Pairs, Tally, UnitTally};
use super::plot::{Bar, Point, bars, curve, histogram};
use super::{Report, by_weight, hit_rates, per_battle, win_rate, with_and_without};
use crate::content::codex::Codex;

/// How many terms of rolls are listed.
const MOST_TERMS: usize = 24;

const STYLE: &str = include_str!("page.css");

impl Report {
    /// The report as a page that needs nothing else: its style and drawings are in it, and the words of the rules it cites
    /// as far as these codices have them.
    pub fn to_page(&self, codices: &[Arc<Codex>]) -> String {
        let title = escaped(&self.asked.scenario);
        let mut body = format!("<h1>{title}</h1>\n<p class='about'>{}</p>\n", escaped(&self.about()));
        body += &section(
            "Who wins",
            "The bar is the share of battles, the line where it lies with 95 % certainty.",
            &self.wins(),
        );
        if self.asked.sweep.is_some() {
            body += &self.sweep();
        }
        if self.asked.compared {
            let words = "Each seed was fought under both rule sets. A line that crosses the middle could be chance.";
            body += &section("What the change does", words, &self.changes());
        }
        for (at, (id, tally)) in self.arms().enumerate() {
            body += &arm(at, id, tally, codices);
        }
        format!(
            "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\
             <meta name='viewport' content='width=device-width'><title>{title}</title>\n<style>{STYLE}</style></head>\n\
             <body>\n{body}</body></html>\n"
        )
    }

    fn about(&self) -> String {
        let asked = &self.asked;
        let battles: u64 = self.found.tallies.iter().map(|tally| tally.battles).sum();
        let swapped = if asked.swap { ", each seed twice with the opponents exchanged" } else { "" };
        let [a, b] = &asked.opponents;
        format!("{battles} battles, seed {}, {a} against {b}{swapped}.", asked.seed)
    }

    fn wins(&self) -> String {
        let mut all = Vec::new();
        for (id, tally) in self.arms() {
            for (colour, side) in tally.sides.iter().enumerate() {
                let [value, low, high] = win_rate(tally, side);
                let words =
                    if self.asked.rulesets.len() > 1 { format!("{}, {id}", side.name) } else { side.name.clone() };
                all.push(Bar { words: shortened(&words), value, low, high, colour });
            }
        }
        bars(&all, 0.0, 100.0, "%")
    }

    /// The share of battles that the first side wins, over the values of a sweep.
    fn sweep(&self) -> String {
        let Some(sweep) = &self.asked.sweep else { return String::new() };
        let skipped = self.asked.rulesets.len() - sweep.values.len();
        let points = sweep.values.iter().zip(self.found.tallies.iter().skip(skipped)).zip(0u32..);
        let point = |((words, tally), at): ((&String, &Tally), u32)| {
            let [value, low, high] = win_rate(tally, &tally.sides[0]);
            Point { at: words.parse().unwrap_or(f64::from(at)), words: words.clone(), value, low, high }
        };
        let name = self.found.tallies.first().map_or("", |tally| &tally.sides[0].name);
        let words = format!("How often {name} wins, for each value of {}.", sweep.path);
        section("Value by value", &escaped(&words), &curve(&points.map(point).collect::<Vec<_>>()))
    }

    fn changes(&self) -> String {
        let mut all = Vec::new();
        for (id, pairs) in self.comparisons() {
            let sides = self.found.tallies[0].sides.iter().enumerate();
            all.extend(sides.map(|(at, side)| change(&format!("{}, {id}", side.name), at, pairs.wins_of(at))));
        }
        let reach = all.iter().map(|bar| bar.low.abs().max(bar.high.abs())).fold(1.0, f64::max);
        bars(&all, -reach, reach, " points") + &differences(self.comparisons())
    }
}

fn change(words: &str, colour: usize, found: Difference) -> Bar {
    let [value, low, high] = [found.mean, found.interval.low, found.interval.high].map(|share| share * 100.0);
    Bar { words: shortened(words), value, low, high, colour }
}

fn differences<'r>(all: impl Iterator<Item = (&'r str, &'r Pairs)>) -> String {
    let mut rows = Vec::new();
    for (id, pairs) in all {
        let length = pairs.length();
        let sure = if length.is_significant() { "significant" } else { "could be chance" };
        let range = format!("{:+.2} to {:+.2}", length.interval.low, length.interval.high);
        let changed = format!("{} of {}", pairs.changed, pairs.seeds * pairs.each);
        rows.push([id.to_owned(), changed, format!("{:+.2}", length.mean), range, sure.to_owned()].to_vec());
    }
    table(&["Rule set", "Ended otherwise", "Longer by", "95 %", ""], &rows)
}

/// Everything about one rule set.
fn arm(at: usize, id: &str, tally: &Tally, codices: &[Arc<Codex>]) -> String {
    let [first, median, third] = tally.length.quartiles();
    let words = format!(
        "Mean {:.1}; a quarter of the battles was over by {first}, half by {median}, three quarters by {third}.",
        tally.length.mean()
    );
    let mut text = format!("<h2>{}</h2>\n", escaped(id));
    text += &section("How long battles are", &words, &histogram(&tally.length.bins(48), at));
    text += &section("How sides come out of it", "", &sides(tally));
    text +=
        &section("Who does what", "Luck is how far hits are from what the dice owe, in percent points.", &units(tally));
    let words = "A roll is turned by a term if it would have come out otherwise without it.";
    text += &section("What turns rolls", words, &terms(tally, codices));
    text + &section("What happens", "Times in each battle.", &happenings(tally))
}

fn sides(tally: &Tally) -> String {
    let row = |side: &super::SideTally| {
        let quartiles = |spread: &super::super::Spread| spread.quartiles().map(|value| value.to_string()).join(" / ");
        let (living, health) = (format!("{:.2}", side.survivors.mean()), format!("{:.1}%", side.health.mean()));
        vec![side.name.clone(), living, quartiles(&side.survivors), health, quartiles(&side.health)]
    };
    let rows: Vec<Vec<String>> = tally.sides.iter().map(row).collect();
    table(&["Side", "Survivors", "Quartiles", "Hit points left", "Quartiles"], &rows)
}

fn units(tally: &Tally) -> String {
    let row = |unit: &UnitTally| {
        let side = tally.sides.get(usize::from(unit.side)).map_or("", |side| &side.name);
        let share = |times: u64, of: u64| format!("{:.1}%", 100.0 * times as f64 / of.max(1) as f64);
        let each = |sum: i64, of: u64| format!("{:.2}", sum as f64 / of.max(1) as f64);
        let rates = hit_rates(unit).map_or([String::new(), String::new(), String::new()], |[hit, expected]| {
            [format!("{hit:.1}%"), format!("{expected:.1}%"), format!("{:+.1}", hit - expected)]
        });
        let mut cells = vec![format!("{side}: {}", unit.unit.replace('_', " "))];
        cells.extend([share(unit.fell, unit.fielded), share(unit.fell_first, tally.battles)]);
        cells.extend([each(unit.dealt, unit.fielded), each(unit.dealt, unit.actions), each(unit.taken, unit.fielded)]);
        cells.extend(rates);
        cells
    };
    let head = ["Unit", "Falls", "Falls first", "Deals", "Per action", "Takes", "Hits", "Expected", "Luck"];
    table(&head, &tally.units.iter().map(row).collect::<Vec<_>>())
}

fn terms(tally: &Tally, codices: &[Arc<Codex>]) -> String {
    let row = |term: &super::super::TermTally| {
        let rates = with_and_without(tally, term).map(|rate| rate.map_or(String::new(), |rate| format!("{rate:.1}%")));
        let share = format!("{:.1}%", 100.0 * term.turned as f64 / term.times.max(1) as f64);
        let mut cells = vec![
            term.words.clone(),
            cited(&term.rule, codices),
            format!("{:.2}", per_battle(tally, term.times)),
            share,
        ];
        cells.extend(rates);
        cells
    };
    let rows: Vec<Vec<String>> = by_weight(tally).into_iter().take(MOST_TERMS).map(row).collect();
    let head = ["Term", "Rule", "Rolls in each battle", "Turned", "Side wins with it", "Without it"];
    format!("<div class='terms'>{}</div>\n", table(&head, &rows))
}

/// The id of a rule with its words, if they are known.
fn cited(id: &str, codices: &[Arc<Codex>]) -> String {
    let rule = |codex: &Arc<Codex>| codex.rule(id).map(|found| found.rule.clone());
    let ruling = |codex: &Arc<Codex>| codex.ruling(id).map(|found| found.ruling.clone());
    let words = codices.iter().find_map(|codex| rule(codex).or_else(|| ruling(codex)));
    words.map_or_else(|| id.to_owned(), |words| format!("{id}: {words}"))
}

fn happenings(tally: &Tally) -> String {
    let times = |kind: &'static str| {
        move |(name, times): (&String, &u64)| {
            vec![
                format!("{kind}: {}", name.replace('_', " ")),
                format!("{:.2}", per_battle(tally, *times)),
                String::new(),
            ]
        }
    };
    let mut rows: Vec<Vec<String>> = tally.conditions.iter().map(times("condition")).collect();
    rows.extend(tally.holds.iter().map(times("hold")));
    rows.extend(tally.reactions.iter().map(|(name, [offered, taken])| {
        let number = |times: u64| format!("{:.2}", per_battle(tally, times));
        vec![
            format!("reaction: {}", name.replace('_', " ")),
            number(*taken),
            format!("of {} offered", number(*offered)),
        ]
    }));
    table(&["", "Times", ""], &rows)
}

fn section(title: &str, words: &str, body: &str) -> String {
    let words = if words.is_empty() { String::new() } else { format!("<p>{words}</p>\n") };
    format!("<section><h3>{title}</h3>\n{words}{body}</section>\n")
}

fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return "<p>None.</p>\n".to_owned();
    }
    let line = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: String = cells.map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(|row| line("td", &mut row.iter().map(String::as_str))).collect();
    format!("<table>{}{rows}</table>\n", line("th", &mut head.iter().copied()))
}

/// Words that fit beside a bar.
fn shortened(words: &str) -> String {
    const MOST: usize = 34;
    match words.chars().count() > MOST {
        true => words.chars().take(MOST - 1).chain(['…']).collect(),
        false => words.to_owned(),
    }
}

/// A text with nothing in it that a browser takes for markup.
pub(super) fn escaped(text: &str) -> String {
    let replaced = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    replaced.replace('\'', "&#39;").replace('"', "&quot;")
}
