//! Processor time of the window without a renderer: start-up, and the frames of a battle on a map of 200 by 200 cells.
//! `cargo bench --bench frames`

#![allow(clippy::unwrap_used, reason = "a benchmark fails where it unwraps")]

mod ground;
#[path = "../tests/common/test_window.rs"]
mod test_window;
mod wide;

use std::time::Duration;

use bevy::math::Vec2;
use cpu_time::ProcessTime;
use test_window::{TestWindow, opening_of};
use warboard::content::Source;
use warboard::control::Strength;
use warboard::gui::session::Seat;

const WIDTH: usize = 200;
const FRAMES: usize = 400;

fn main() {
    for ruleset in ground::RULESETS {
        for (people, both) in [("people", Seat::Human), ("AI", Seat::Ai(Strength::Easy))] {
            measure(ruleset, people, both);
        }
    }
}

/// Opens the window on a battle with players of a kind and prints its processor times.
fn measure(ruleset: &str, people: &str, both: Seat) {
    let home = tempfile::tempdir().unwrap();
    let source = Source::new("wide.ron", wide::open(WIDTH));
    let start = ProcessTime::now();
    let mut window = TestWindow::open(home.path(), Some(opening_of(source, ruleset, &[both, both], 7)));
    println!("{ruleset}, {people}: start-up {:.0} ms", millis(start.elapsed()));
    window.frames(20);
    let still = per_frame(|| {
        window.frames(1);
    });
    let mut frame = 0;
    let moving = per_frame(|| {
        frame += 1;
        let at = Vec2::new(300.0 + (frame % 40) as f32 * 15.0, 200.0 + (frame % 31) as f32 * 12.0);
        window.point_at(at);
    });
    println!("  a frame {still:.2} ms; a frame with a moving pointer {:.2} ms", moving / 2.0);
}

/// Median of the processor time of a frame, in milliseconds.
fn per_frame(mut frame: impl FnMut()) -> f64 {
    let time = |_| {
        let start = ProcessTime::now();
        frame();
        millis(start.elapsed())
    };
    let mut times: Vec<f64> = (0..FRAMES).map(time).collect();
    times.sort_by(f64::total_cmp);
    times[FRAMES / 2]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
