//! Counts battles on random maps that reach their limit. `cargo bench --bench standstills -- FIRST COUNT` plays COUNT seeds
//! from FIRST, each under both rule systems between chargers, between tacticians and between one of each, and lists unfinished
//! battles; `-- show RULESET SEED` writes the scenario of a seed for `warboard run` and `simulate`.

#[path = "../tests/common/assets.rs"]
mod assets;
#[path = "../tests/common/generator.rs"]
mod generator;
#[path = "../tests/common/shipped.rs"]
mod shipped;

use rayon::prelude::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::resolution::BattleOutcome;

const RULESETS: [&str; 2] = ["time_count", "fragments"];
const PAIRS: [(Opponent, Opponent); 3] = [
    (Opponent::Charger, Opponent::Charger),
    (Opponent::Tactician, Opponent::Tactician),
    (Opponent::Tactician, Opponent::Charger),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if let [show, ruleset, seed] = &words[..]
        && show == "show"
    {
        let seed = seed.parse().unwrap_or_else(|_| panic!("`{seed}` is no seed"));
        print!("{}", generator::generated(ruleset, seed).0.text);
        return;
    }
    let number = |at: usize, usual: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (first, many) = (number(0, 0), number(1, 40));
    for ruleset in RULESETS {
        for (a, b) in PAIRS {
            let seeds = (first..first + many).into_par_iter();
            let mut endless: Vec<u64> = seeds.filter(|seed| !ends(ruleset, *seed, (a, b))).collect();
            endless.sort_unstable();
            let share = endless.len() as f64 * 100.0 / many as f64;
            println!(
                "{ruleset:12}{a:>10} and {b:10}{many:>8} battles{:>6} unfinished, {share:.2} %: {endless:?}",
                endless.len()
            );
        }
    }
}

/// Whether the battle of a seed ends before its limit.
fn ends(ruleset: &str, seed: u64, (a, b): (Opponent, Opponent)) -> bool {
    let job = Job {
        setup: generator::generated(ruleset, seed).1,
        seed,
        matchup: Matchup { a, b, swap: false },
        script: None,
    };
    let fought = job.fight(0).unwrap_or_else(|why| panic!("seed {seed} under {ruleset}: {why}"));
    fought[0].0.outcome != BattleOutcome::Unfinished
}
