//! SVG charts for the HTML report.

use std::fmt::Write;

use super::super::SummaryStats;
use super::page::escaped;

/// Width of a chart, and of its labels, in SVG units.
const WIDTH: f64 = 720.0;
const WORDS: f64 = 220.0;
const LINE: f64 = 26.0;

pub(super) struct Bar {
    pub words: String,
    /// The value and the bounds of the interval.
    pub range: [f64; 3],
    /// Index of its colour.
    pub colour: usize,
}

pub(super) struct Group {
    /// Empty if there is only one group.
    pub words: String,
    pub bars: Vec<Bar>,
}

/// A horizontal bar chart with whiskers for intervals; the axis goes from `from` to `to`.
pub(super) fn bars(groups: &[Group], from: f64, to: f64, unit: &str) -> String {
    let x = |value: f64| WORDS + (value.clamp(from, to) - from) / (to - from) * (WIDTH - WORDS - 100.0);
    let (zero, mut y, mut body) = (x(0.0), 0.0, String::new());
    for group in groups {
        if !group.words.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(body, "<text class='heading' x='0' y='{:.1}'>{}</text>", y + 17.0, escaped(&group.words));
            y += LINE;
        }
        let top = y;
        for bar in &group.bars {
            body += &self::bar(bar, y, x, unit);
            y += LINE;
        }
        let _ = write!(body, "<path class='axis' d='M{zero:.1} {top:.1}V{y:.1}'/>");
    }
    drawing(y, &body)
}

fn bar(bar: &Bar, y: f64, x: impl Fn(f64) -> f64, unit: &str) -> String {
    let [value, low, high] = bar.range;
    let zero = x(0.0);
    let (left, right) = (zero.min(x(value)), zero.max(x(value)));
    let middle = y + LINE / 2.0;
    format!(
        "<text x='{:.1}' y='{:.1}' text-anchor='end'>{}</text>\
         <rect class='c{}' x='{left:.1}' y='{:.1}' width='{:.1}' height='{:.1}' rx='2'/>\
         <path class='whisker' d='M{:.1} {middle:.1}H{:.1}'/>\
         <text class='number' x='{:.1}' y='{:.1}'>{:.1}{unit}</text>",
        WORDS - 8.0,
        middle + 4.0,
        escaped(&bar.words),
        bar.colour % 4,
        y + 5.0,
        right - left,
        LINE - 10.0,
        x(low),
        x(high),
        x(high.max(value)).max(zero) + 6.0,
        middle + 4.0,
        value,
    )
}

pub(super) fn histogram(stats: &SummaryStats, colour: usize) -> String {
    const HEIGHT: f64 = 120.0;
    const LEFT: f64 = 40.0;
    let bins = stats.bins(48);
    let tallest = bins.iter().map(|(_, times)| *times).max().unwrap_or(0).max(1);
    let width = (WIDTH - LEFT - 20.0) / bins.len().max(1) as f64;
    let step = bins.len().div_ceil(12).max(1);
    let mut body = format!(
        "<text class='faint' x='{0}' y='14' text-anchor='end'>{tallest}</text><text class='faint' x='{0}' y='{HEIGHT}' \
         text-anchor='end'>0</text><path class='axis' d='M{LEFT} {HEIGHT}H{1}'/>",
        LEFT - 8.0,
        WIDTH - 20.0
    );
    for (at, (from, times)) in bins.iter().enumerate() {
        let (left, tall) = (LEFT + at as f64 * width, *times as f64 / tallest as f64 * (HEIGHT - 4.0));
        let (colour, top, wide) = (colour % 4, HEIGHT - tall, (width - 1.0).max(1.0));
        let _ = write!(
            body,
            "<rect class='c{colour}' x='{left:.1}' y='{top:.1}' width='{wide:.1}' height='{tall:.1}'>\
             <title>from {from}: {times}</title></rect>",
        );
        if at % step == 0 {
            let _ = write!(body, "<text x='{left:.1}' y='{:.1}'>{from}</text>", HEIGHT + 16.0);
        }
    }
    let each = bins.get(1).map_or(1, |(second, _)| second - stats.min()) as f64;
    for quartile in stats.quartiles() {
        let x = LEFT + ((quartile - stats.min()) as f64 + 0.5) / each * width;
        let _ = write!(body, "<path class='quartile' d='M{x:.1} 0V{HEIGHT}'/>");
    }
    drawing(HEIGHT + 22.0, &body)
}

pub(super) fn small_histogram(stats: &SummaryStats, colour: usize) -> String {
    const WIDTH: f64 = 64.0;
    const HEIGHT: f64 = 18.0;
    let bins = stats.bins(16);
    let tallest = bins.iter().map(|(_, times)| *times).max().unwrap_or(0).max(1) as f64;
    let width = WIDTH / bins.len().max(1) as f64;
    let mut body = String::new();
    for (at, (_, times)) in bins.iter().enumerate() {
        let tall = *times as f64 / tallest * HEIGHT;
        // Writing to a string cannot fail.
        let (left, top, wide) = (at as f64 * width, HEIGHT - tall, (width - 0.5).max(0.5));
        let _ = write!(body, "<rect x='{left:.1}' y='{top:.1}' width='{wide:.1}' height='{tall:.1}'/>");
    }
    let (colour, least, most) = (colour % 4, stats.min(), stats.max());
    let title = format!("<title>from {least} to {most}</title>");
    format!("<svg class='small c{colour}' viewBox='0 0 {WIDTH} {HEIGHT}' role='img'>{title}{body}</svg>")
}

pub(super) struct Point {
    pub at: f64,
    pub words: String,
    /// The value and the bounds of the interval.
    pub range: [f64; 3],
}

/// A line chart with a band for intervals; the axis goes from 0 to 100.
pub(super) fn curve(points: &[Point]) -> String {
    const HEIGHT: f64 = 220.0;
    let (first, last) = (points.first().map_or(0.0, |point| point.at), points.last().map_or(1.0, |point| point.at));
    let span = if last > first { last - first } else { 1.0 };
    let x = |at: f64| 50.0 + (at - first) / span * (WIDTH - 90.0);
    let y = |value: f64| HEIGHT - value / 100.0 * (HEIGHT - 10.0);
    let mut body = String::new();
    for percent in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let (at, right, below) = (y(percent), WIDTH - 40.0, y(percent) + 4.0);
        let _ = write!(
            body,
            "<path class='grid' d='M50 {at:.1}H{right:.1}'/><text x='42' y='{below:.1}' text-anchor='end'>{percent}%</text>",
        );
    }
    let place = |point: &Point, of: usize| format!("{:.1} {:.1}", x(point.at), y(point.range[of]));
    let (low, high) = (points.iter().rev().map(|point| place(point, 1)), points.iter().map(|point| place(point, 2)));
    let band: Vec<String> = high.chain(low).collect();
    let line: Vec<String> = points.iter().map(|point| place(point, 0)).collect();
    let _ = write!(body, "<path class='band' d='M{}Z'/><path class='line' d='M{}'/>", band.join("L"), line.join("L"));
    for point in points {
        let _ = write!(
            body,
            "<circle cx='{0:.1}' cy='{1:.1}' r='4'><title>{2}: {3:.1}%</title></circle>\
             <text x='{0:.1}' y='{4:.1}' text-anchor='middle'>{2}</text>",
            x(point.at),
            y(point.range[0]),
            escaped(&point.words),
            point.range[0],
            HEIGHT + 18.0,
        );
    }
    drawing(HEIGHT + 24.0, &body)
}

fn drawing(height: f64, body: &str) -> String {
    format!("<svg viewBox='0 0 {WIDTH} {height:.0}' role='img'>{body}</svg>\n")
}
