//! Time per decision of the tactician: median, 99th percentile and maximum in every scenario under every rule system, and of
//! forty against forty on 200 by 200 cells. `cargo bench --bench decisions` prints microseconds of processor time; the number
//! of battles, or `hosts` for the large battle only, can be given: `cargo bench --bench decisions -- 20`, `-- hosts`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails where it unwraps")]

mod ground;
mod wide;

use std::path::Path;
use std::sync::{Arc, Mutex};

use cpu_time::ThreadTime;
use ground::{RULESETS, prepared};
use warboard::batch::{Job, Matchup};
use warboard::battle::{Side, View};
use warboard::control::{Answer, Controller, Seats, Strength, Tactician};
use warboard::resolution::{Prompt, Setup};
use warboard::rules::Ruleset;

/// Activations measured in the large battle: six per combatant.
const OF_HOSTS: u64 = 480;

/// A tactician that times its decisions.
struct Timed {
    inner: Tactician,
    micros: Arc<Mutex<Vec<u128>>>,
}

impl Controller for Timed {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        let watch = ThreadTime::now();
        let answer = self.inner.answer(seen, rules, setup, prompt);
        self.micros.lock().unwrap().push(watch.elapsed().as_micros());
        answer
    }

    fn begin(&mut self, seed: u64) {
        self.inner.begin(seed);
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let battles = words.iter().find_map(|word| word.parse().ok()).unwrap_or(5);
    println!("{:16}{:16}{:>10}{:>10}{:>10}{:>10}", "scenario", "ruleset", "decisions", "median", "99 %", "maximum");
    if !words.iter().any(|word| word == "hosts") {
        scenarios(battles);
    }
    for ruleset in RULESETS {
        print_times(
            "40 against 40",
            ruleset,
            &timed(&prepared("hosts.ron", &wide::hosts(40, 200, 24), ruleset), 1, OF_HOSTS),
        );
    }
}

fn scenarios(battles: u64) {
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")).unwrap();
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        for ruleset in RULESETS {
            print_times(&name, ruleset, &timed(&prepared(&name, &text, ruleset), battles, u64::MAX));
        }
    }
}

/// Prints the count, median, 99th percentile and maximum of some times.
fn print_times(name: &str, ruleset: &str, all: &[u128]) {
    let at = |part: usize| all.get(all.len() * part / 100).or(all.last()).copied().unwrap_or(0);
    println!("{name:16}{ruleset:16}{:>10}{:>10}{:>10}{:>10}", all.len(), at(50), at(99), at(100));
}

/// The times of all decisions of some battles, in ascending order.
fn timed(setup: &Arc<Setup>, battles: u64, most: u64) -> Vec<u128> {
    let micros = Arc::new(Mutex::new(Vec::new()));
    for seed in 0..battles {
        let seat = |side| {
            let inner = Tactician::new(Side(side), seed, Strength::Hard);
            Box::new(Timed { inner, micros: Arc::clone(&micros) }) as Box<dyn Controller + Send>
        };
        let mut seats = Seats::new((0..setup.sides.len() as u8).map(seat).collect());
        wide::fought(
            &Job { setup: Arc::clone(setup), seed, matchup: Matchup::default(), script: None },
            &mut seats,
            most,
        );
    }
    let mut all = micros.lock().unwrap().clone();
    all.sort_unstable();
    all
}
