//! A report as comma-separated values: one measure to a line.

use super::Report;
use super::measures::COLUMNS;

impl Report {
    /// The report as comma-separated values without how fast it was.
    pub fn to_csv(&self) -> String {
        let mut text = COLUMNS.join(",") + "\n";
        for line in self.measures() {
            let [low, high] = line.range.map_or([String::new(), String::new()], |range| range.map(decimal));
            let words = [line.ruleset.to_owned(), line.measure.to_owned(), line.of].map(|cell| quoted(&cell));
            text.push_str(&[&words[..], &[decimal(line.value), low, high]].concat().join(","));
            text.push('\n');
        }
        text
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

fn quoted(value: &str) -> String {
    match value.contains([',', '"', '\n']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}
