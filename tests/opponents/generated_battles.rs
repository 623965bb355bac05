//! Generated battles end before their limit and replay exactly. `benches/standstills.rs` plays thousands.

use crate::generator::generated;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::control::ask;
use warboard::replay::{Beginning, Playthrough, verify};
use warboard::resolution::{BattleOutcome, BattleStatus};

/// Seeds of the sample.
const SEEDS: u64 = 100;
/// The share of battles that may stay unfinished, in percent.
const ALLOWED: usize = 2;

/// Seeds of the sample whose battle between equal opponents reaches its limit.
fn endless(ruleset: &str, both: Opponent) -> Vec<u64> {
    let is_endless = |seed: &u64| {
        let matchup = Matchup { a: both, b: both, swap: false };
        let job = Job { setup: generated(ruleset, *seed).1, seed: *seed, matchup, script: None };
        let fought = job.fight(0).unwrap_or_else(|why| panic!("seed {seed} under {ruleset}: {why}"));
        fought[0].0.outcome == BattleOutcome::Unfinished
    };
    (0..SEEDS).filter(is_endless).collect()
}

fn come_to_an_end(ruleset: &str) {
    for both in [Opponent::Charger, Opponent::Tactician] {
        let endless = endless(ruleset, both);
        assert!(
            endless.len() <= ALLOWED * SEEDS as usize / 100,
            "{both} under {ruleset} reach the limit on {endless:?}"
        );
    }
}

#[test]
fn generated_battles_end_under_time_count() {
    come_to_an_end("time_count");
}

#[test]
fn generated_battles_end_under_fragments() {
    come_to_an_end("fragments");
}

#[test]
fn generated_battles_are_verified_by_replay() {
    for (ruleset, seed) in [("time_count", 3), ("time_count", 8), ("fragments", 2), ("fragments", 9)] {
        let (source, setup) = generated(ruleset, seed);
        assert_eq!(source.text, generated(ruleset, seed).0.text, "a seed draws one battle");
        let matchup = Matchup { a: Opponent::Tactician, b: Opponent::Charger, swap: false };
        let mut seats = Job { setup: setup.clone(), seed, matchup, script: None }.seats(0, false);
        let words = vec!["tactician".to_owned(), "charger".to_owned()];
        let mut play = Playthrough::begin(setup.clone(), Beginning::new(&setup, &source, seed, 0, words));
        while let BattleStatus::Awaiting(prompt) = play.advance().unwrap_or_else(|stuck| panic!("{stuck}")) {
            let given = ask(play.battle(), &mut seats, &prompt).unwrap_or_else(|stopped| panic!("{stopped}"));
            play.answer(given.choice).unwrap_or_else(|illegal| panic!("{illegal:?}"));
        }
        let verified = verify(&setup, play.recording()).unwrap_or_else(|parted| panic!("{parted}"));
        assert!(verified.finished);
    }
}
