//! A report as a table to read, and as one to compute with.

use std::fmt::Write;

use super::{Report, RulesetReport};

impl Report {
    /// The report as an aligned table without how fast it was.
    pub fn to_table(&self) -> String {
        let rows: Vec<Vec<(String, String)>> = self.rulesets.iter().map(cells).collect();
        let names = rows.first().map(|row| row.iter().map(|(name, _)| name.clone()).collect()).unwrap_or_default();
        let names: Vec<String> = names;
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut text = format!("{}, seed {}\n", self.scenario, self.seed);
        for (at, name) in names.iter().enumerate() {
            let mut line = format!("{name:widest$}");
            for row in &rows {
                let width = row.iter().map(|(_, value)| value.chars().count()).max().unwrap_or(0);
                let value = row.get(at).map_or("", |(_, value)| value);
                // A text cannot fail to be written to.
                let _ = write!(line, "  {value:>width$}");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The report as comma-separated values, one line for each ruleset, without how fast it was.
    pub fn to_csv(&self) -> String {
        let rows: Vec<Vec<(String, String)>> = self.rulesets.iter().map(cells).collect();
        let mut text = String::new();
        if let Some(row) = rows.first() {
            text.push_str(&line(row.iter().map(|(name, _)| name.as_str())));
        }
        for row in &rows {
            text.push_str(&line(row.iter().map(|(_, value)| value.as_str())));
        }
        text
    }
}

/// The cells of one ruleset with their names.
fn cells(found: &RulesetReport) -> Vec<(String, String)> {
    let mut cells = vec![("ruleset".to_owned(), found.ruleset.clone())];
    let mut cell = |name: String, value: String| cells.push((name, value));
    cell("battles".to_owned(), found.battles.to_string());
    for (name, wins) in found.sides.iter().zip(&found.wins) {
        cell(format!("wins of {name}"), wins.to_string());
    }
    for ((letter, opponent), wins) in ["a", "b"].iter().zip(&found.opponents).zip(found.wins_by_ai) {
        cell(format!("wins of AI {letter} ({opponent})"), wins.to_string());
    }
    cell("draws".to_owned(), found.draws.to_string());
    cell("unfinished".to_owned(), found.unfinished.to_string());
    cell("length, mean".to_owned(), decimal(found.length.mean_hundredths));
    for (name, value) in ["first quartile", "median", "third quartile"].iter().zip(found.length.quartiles) {
        cell(format!("length, {name}"), value.to_string());
    }
    cell("activations".to_owned(), found.activations.to_string());
    for (name, living) in found.sides.iter().zip(&found.survivors) {
        cell(format!("survivors of {name}, mean"), decimal(living.mean_hundredths));
    }
    cell("checksum".to_owned(), found.checksum.to_string());
    cells
}

fn decimal(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn line<'t>(values: impl Iterator<Item = &'t str>) -> String {
    let quoted = values.map(|value| match value.contains([',', '"', '\n']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
