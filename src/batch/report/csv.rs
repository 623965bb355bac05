//! Reports as CSV, one measure per line.

use super::Report;
use super::measures::COLUMNS;

impl Report {
    /// The report as CSV, without its speed.
    pub fn to_csv(&self) -> String {
        let mut lines = COLUMNS.join(",") + "\n";
        for line in self.measures() {
            let [low, high] = line.range.map_or([String::new(), String::new()], |range| range.map(decimal));
            let words = [line.ruleset.to_owned(), line.measure.to_owned(), line.of].map(|cell| text(&cell));
            lines.push_str(&[&words[..], &[decimal(line.value), low, high]].concat().join(","));
            lines.push('\n');
        }
        lines
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
