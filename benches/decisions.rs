//! How long the opponent thinks: the median, the 99th percentile and the longest of its decisions in every scenario and
//! under every rule system. `cargo bench --bench decisions` prints them in microseconds; battles may be named:
//! `cargo bench --bench decisions -- 20`.

use std::path::Path;
use std::sync::{Arc, Mutex};
#[expect(clippy::disallowed_types, reason = "a bench measures time; no rule sees it")]
use std::time::Instant;

use bevy::prelude::World;
use warboard::battle::{Side, View};
use warboard::content::authored::Source;
use warboard::content::terrain::Terrains;
use warboard::control::{Answer, Controller, Seats, Strength, Tactician, play};
use warboard::dice::Dice;
use warboard::resolution::{Prompt, Setup, begin};
use warboard::rules::{Library, Ruleset};
use warboard::scenario::Scenario;

const SYSTEMS: [&str; 2] = ["time_count", "fragments"];

/// A tactician whose decisions are timed.
struct Timed {
    inner: Tactician,
    micros: Arc<Mutex<Vec<u128>>>,
}

impl Controller for Timed {
    #[expect(clippy::disallowed_types, reason = "a bench measures time; no rule sees it")]
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        let begun = Instant::now();
        let answer = self.inner.answer(seen, rules, setup, prompt);
        self.micros.lock().expect("nobody panicked").push(begun.elapsed().as_micros());
        answer
    }
}

fn main() {
    let battles = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(5);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let terrains = Terrains::open(&root.join("assets")).expect("the terrains can be read");
    let library = Library::open(&root.join("assets")).expect("the rule systems can be read");
    let files = std::fs::read_dir(root.join("scenarios")).expect("there is a folder of scenarios");
    let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    println!("{:16}{:16}{:>10}{:>10}{:>10}{:>10}", "scenario", "ruleset", "decisions", "median", "99 %", "longest");
    for path in &paths {
        let source = Source::read(path).expect("the scenario can be read");
        let scenario = Scenario::read(&source, &terrains).expect("the scenario is well formed");
        for system in SYSTEMS {
            let setup = Arc::new(scenario.prepare(&library, system).expect("the scenario can be played"));
            let all = timed(&setup, battles);
            let at = |part: usize| all.get(all.len() * part / 100).or(all.last()).copied().unwrap_or(0);
            let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            println!("{name:16}{system:16}{:>10}{:>10}{:>10}{:>10}", all.len(), at(50), at(99), at(100));
        }
    }
}

/// The times of all decisions of some battles, shortest first.
fn timed(setup: &Arc<Setup>, battles: u64) -> Vec<u128> {
    let micros = Arc::new(Mutex::new(Vec::new()));
    for seed in 0..battles {
        let seat = |side| {
            let inner = Tactician::new(Side(side), seed, Strength::Hard);
            Box::new(Timed { inner, micros: Arc::clone(&micros) }) as Box<dyn Controller + Send>
        };
        let mut world = World::new();
        begin(&mut world, Arc::clone(setup), Dice::seeded(seed, 0));
        let mut seats = Seats::new((0..setup.parties.len() as u8).map(seat).collect());
        play(&mut world, &mut seats).expect("a tactician only does what is legal");
    }
    let mut all = micros.lock().expect("nobody panicked").clone();
    all.sort_unstable();
    all
}
