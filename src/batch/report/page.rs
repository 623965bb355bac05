//! Reports as a self-contained HTML page.

use std::sync::Arc;

use super::super::{PairedDifference, PairedTally, Tally};
use super::details::details;
use super::plot::{Bar, Group, Point, bars, curve};
use super::{Report, SideTally, win_rate};
use crate::content::Codex;
use crate::replay::Hex;

/// Number of rule sets shown expanded; the others are collapsed.
const EXPANDED: usize = 2;

const STYLE: &str = include_str!("page.css");

impl Report {
    /// The report as an HTML page without external resources. Rules are quoted from the given codices.
    pub fn to_page(&self, codices: &[Arc<Codex>]) -> String {
        let title = escaped(&self.spec.scenario);
        let mut body = format!("<h1>{title}</h1>\n<p class='about'>{}</p>\n", escaped(&self.about()));
        body.extend(self.warning().map(|warning| format!("<p class='partial'>{}</p>\n", escaped(&warning))));
        let words = "Bars are shares of battles won, lines 95 % confidence intervals (Wilson).";
        body += &section("Win rates", words, &self.wins());
        body += &self.sweep();
        if self.spec.compared {
            let words = "Each seed was played under both rule sets with the same dice. Lines are 95 % confidence intervals of the \
                         paired difference; one that crosses zero is not significant.";
            body += &section("Effect of the changes", words, &self.changes());
        }
        let names = self.names();
        for (at, (name, tally)) in names.iter().zip(&self.results.tallies).enumerate() {
            let open = if at < EXPANDED { " open" } else { "" };
            let inside = details(at, tally, codices);
            body += &format!("<details{open}><summary>{}</summary>\n{inside}</details>\n", escaped(name));
        }
        body += &self.checksums();
        format!(
            "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\
             <meta name='viewport' content='width=device-width'><title>{title}</title>\n<style>{STYLE}</style></head>\n\
             <body>\n{body}</body></html>\n"
        )
    }

    /// Short names of the rule sets: only their changes, if all are variants of one rule system.
    fn names(&self) -> Vec<String> {
        let ids = &self.spec.rulesets;
        let base = |id: &str| id.split(" with ").next().unwrap_or_default().to_owned();
        let one = ids.iter().all(|id| base(id) == base(&ids[0]));
        let short = |id: &String| match id.split_once(" with ") {
            Some((_, changes)) if one && ids.len() > 1 => format!("with {changes}"),
            _ => id.clone(),
        };
        ids.iter().map(short).collect()
    }

    fn about(&self) -> String {
        let asked = &self.spec;
        let battles: u64 = self.results.tallies.iter().map(|tally| tally.battles).sum();
        let swapped = if asked.swap { ", each seed twice with the opponents exchanged" } else { "" };
        let [a, b] = &asked.opponents;
        let rules = match &asked.rulesets[..] {
            [one] => format!(" under {one}"),
            many => format!(" under {} rule sets", many.len()),
        };
        format!("{battles} battles{rules}, seed {}, {a} against {b}{swapped}.", asked.seed)
    }

    fn swept(&self) -> usize {
        self.spec.sweep.as_ref().map_or(0, |sweep| sweep.values.len())
    }

    fn wins(&self) -> String {
        let names = self.names();
        let plain = names.len().saturating_sub(self.swept());
        // The curve shows the sweep; only the other rule sets get bars.
        let shown = if plain == 0 { names.len() } else { plain };
        let groups = names.iter().zip(&self.results.tallies).take(shown).map(|(name, tally)| {
            let words = if names.len() > 1 { name.clone() } else { String::new() };
            let bar = |(colour, side): (usize, &SideTally)| Bar {
                words: shortened(&side.name),
                range: win_rate(tally, side),
                colour,
            };
            Group { words, bars: tally.sides.iter().enumerate().map(bar).collect() }
        });
        bars(&groups.collect::<Vec<_>>(), 0.0, 100.0, "%")
    }

    /// Win rates over the values of a sweep: the first side as a curve, all sides as a table.
    fn sweep(&self) -> String {
        let Some(sweep) = &self.spec.sweep else { return String::new() };
        let tallies =
            || sweep.values.iter().zip(self.results.tallies.iter().skip(self.spec.rulesets.len() - self.swept()));
        let point = |((words, tally), at): ((&String, &Tally), u32)| {
            let at = words.parse().unwrap_or(f64::from(at));
            Point { at, words: words.clone(), range: win_rate(tally, &tally.sides[0]) }
        };
        let Some(first) = self.results.tallies.first() else { return String::new() };
        let words = format!(
            "Win rate of {} for each value of {}. The band is the 95 % confidence interval (Wilson).",
            first.sides[0].name, sweep.path
        );
        let mut head = vec!["Value".to_owned()];
        head.extend(first.sides.iter().map(|side| format!("{} wins", side.name)));
        head.extend(["Undecided".to_owned(), "Mean length".to_owned()]);
        let row = |(value, tally): (&String, &Tally)| {
            let rate = |side| {
                let [value, low, high] = win_rate(tally, side);
                format!("{value:.1}% <small>{low:.1} to {high:.1}</small>")
            };
            let mut cells = vec![escaped(value)];
            cells.extend(tally.sides.iter().map(rate));
            let undecided = 100.0 * (tally.draws + tally.unfinished) as f64 / tally.battles.max(1) as f64;
            cells.extend([format!("{undecided:.1}%"), format!("{:.1}", tally.length.mean())]);
            cells
        };
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let body = curve(&tallies().zip(0u32..).map(point).collect::<Vec<_>>());
        section("Sweep", &escaped(&words), &(body + &table(&head, &tallies().map(row).collect::<Vec<_>>())))
    }

    fn changes(&self) -> String {
        let names = self.names();
        let compared = || names.iter().skip(1).zip(&self.results.pairs);
        let group = |(name, pairs): (&String, &PairedTally)| {
            let sides = self.results.tallies[0].sides.iter().enumerate();
            let bar = |(colour, side): (usize, &SideTally)| Bar {
                words: shortened(&side.name),
                range: pairs.wins_of(colour).times(100.0),
                colour,
            };
            Group { words: name.clone(), bars: sides.map(bar).collect() }
        };
        let groups: Vec<Group> = compared().map(group).collect();
        let all = groups.iter().flat_map(|group| &group.bars);
        let reach = all.map(|bar| bar.range[1].abs().max(bar.range[2].abs())).fold(1.0, f64::max);
        bars(&groups, -reach, reach, " points") + &self.all_differences(compared())
    }

    fn all_differences<'r>(&self, compared: impl Iterator<Item = (&'r String, &'r PairedTally)>) -> String {
        let mut rows = Vec::new();
        for (name, pairs) in compared {
            let changed = format!("{} of {} battles", pairs.changed, pairs.seeds * pairs.each);
            rows.push(vec![format!("<b>{}</b>", escaped(name)), String::new(), changed, "changed outcome".to_owned()]);
            for (at, side) in self.results.tallies[0].sides.iter().enumerate() {
                rows.push(difference(&format!("wins of {}", side.name), pairs.wins_of(at), 100.0, " points"));
            }
            rows.push(difference("length of battles", pairs.length(), 1.0, ""));
        }
        table(&["", "Difference", "95 % confidence interval", ""], &rows)
    }

    fn checksums(&self) -> String {
        let sum = |(id, tally): (&str, &Tally)| format!("{}: {}", escaped(id), Hex(tally.checksum));
        let sums: Vec<String> = self.arms().map(sum).collect();
        format!("<footer>Battles are reproducible. Checksums: {}.</footer>\n", sums.join(", "))
    }
}

fn difference(what: &str, found: PairedDifference, times: f64, unit: &str) -> Vec<String> {
    let [mean, low, high] = found.times(times);
    let verdict = if found.is_significant() { "<b>significant</b>" } else { "not significant" };
    vec![escaped(what), format!("{mean:+.2}{unit}"), format!("{low:+.2} to {high:+.2}"), verdict.to_owned()]
}

pub(super) fn section(title: &str, words: &str, body: &str) -> String {
    let words = if words.is_empty() { String::new() } else { format!("<p>{words}</p>\n") };
    format!("<section><h3>{title}</h3>\n{words}{body}</section>\n")
}

/// A table with a header of plain text and cells of HTML.
pub(super) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return "<p>None.</p>\n".to_owned();
    }
    let line = |tag: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.map(|cell| format!("<{tag}>{cell}</{tag}>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(|row| line("td", &mut row.iter().cloned())).collect();
    format!("<table>{}{rows}</table>\n", line("th", &mut head.iter().map(|words| escaped(words))))
}

fn shortened(words: &str) -> String {
    const MOST: usize = 30;
    match words.chars().count() > MOST {
        true => words.chars().take(MOST - 1).chain(['…']).collect(),
        false => words.to_owned(),
    }
}

pub(super) fn escaped(text: &str) -> String {
    let replaced = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    replaced.replace('\'', "&#39;").replace('"', "&quot;")
}
