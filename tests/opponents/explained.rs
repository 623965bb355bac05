//! A tactician that explains itself rates every option; without explanations it skips options that cannot be the best. Both
//! choose the same.

use std::sync::{Arc, Mutex};

use crate::generator::generated;
use crate::shipped::*;
use warboard::battle::{Side, View};
use warboard::control::{Answer, Controller, Seats, Strength, Tactician, play};
use warboard::dice::Dice;
use warboard::resolution::{BattleState, Prompt, Setup};
use warboard::rules::Ruleset;

/// Rule systems, one of which counts time while the others are played in rounds.
const RULES: [&str; 3] = ["time_count", "fragments", "fighting_style"];
/// Generated battles of each rule system.
const GENERATED: u64 = 6;

/// Answers as a tactician does, and asks another one that explains itself. Their first difference is kept.
struct Compared {
    plain: Tactician,
    explaining: Tactician,
    difference: Arc<Mutex<Option<String>>>,
}

impl Compared {
    fn of(side: u8, difference: &Arc<Mutex<Option<String>>>) -> Compared {
        let tactician = || Tactician::new(Side(side), 1, Strength::Hard);
        Compared { plain: tactician(), explaining: tactician().explaining(), difference: Arc::clone(difference) }
    }
}

impl Controller for Compared {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        let plain = self.plain.answer(seen, rules, setup, prompt);
        let explained = self.explaining.answer(seen, rules, setup, prompt);
        if plain.choice != explained.choice {
            let (name, count) = (&seen.row(prompt.who).name, seen.count());
            let thoughts: Vec<_> = explained.thoughts.iter().take(3).collect();
            let found = format!("{name} at {count}: {:?}, explained: {thoughts:#?}", plain.choice);
            self.difference.lock().expect("no other thread").get_or_insert(found);
        }
        plain
    }

    fn begin(&mut self, seed: u64) {
        self.plain.begin(seed);
        self.explaining.begin(seed);
    }
}

/// The first choice of a battle between tacticians that an explanation would have changed.
fn difference(setup: &Arc<Setup>, seed: u64) -> Option<String> {
    let found = Arc::new(Mutex::new(None));
    let sides = 0..setup.sides.len() as u8;
    let seat = |side| -> Box<dyn Controller + Send> { Box::new(Compared::of(side, &found)) };
    let mut battle = BattleState::begin(Arc::clone(setup), Dice::seeded(seed, 0));
    if let Err(stopped) = play(&mut battle, &mut Seats::new(sides.map(seat).collect())) {
        panic!("{stopped}");
    }
    found.lock().expect("no other thread").take()
}

fn report(differences: &[String]) {
    assert!(differences.is_empty(), "{} battles differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn explaining_changes_no_choice_in_shipped_battles() {
    let mut differences = Vec::new();
    for path in scenarios() {
        let source = file(&path);
        for rules in scenario(&source).supported_rulesets(&LIBRARY) {
            let setup = prepared(&source, &rules);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            for seed in [2, 12] {
                let found = difference(&setup, seed);
                differences.extend(found.map(|found| format!("{name} under {rules}, seed {seed}: {found}")));
            }
        }
    }
    report(&differences);
}

#[test]
fn explaining_changes_no_choice_in_generated_battles() {
    let mut differences = Vec::new();
    for rules in RULES {
        for seed in 0..GENERATED {
            let found = difference(&generated(rules, seed).1, seed);
            differences.extend(found.map(|found| format!("seed {seed} under {rules}: {found}")));
        }
    }
    report(&differences);
}
