//! A report as comma-separated values: one measure to a line.

use super::Report;
use super::measures::COLUMNS;

impl Report {
    /// The report as comma-separated values without how fast it was.
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

/// A number as it is, with at most four places behind the point.
fn decimal(value: f64) -> String {
    let text = format!("{value:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_owned(),
        short => short.to_owned(),
    }
}

/// A cell of text. A spreadsheet takes one that begins like a formula for a formula; an apostrophe before it says that it
/// is text.
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
