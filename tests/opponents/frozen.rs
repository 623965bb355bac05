//! Whole battles whose facts do not change unless a rule does.
//!
//! Every shipped scenario and the battles of the benchmarks are played under every rule system that supports them, by
//! baseline opponents and by tacticians, on three seeds. The checksums of their facts are in `tests/fixtures/frozen.txt`;
//! `UPDATE=1 cargo test --test opponents frozen` writes them. A commit that changes one says why. Points spent and gained are
//! left out: when they are booked within a turn is not a matter of the rules.

use std::fmt::Write;
use std::sync::Arc;

use rayon::prelude::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::content::Source;
use warboard::control::{Stopped, play};
use warboard::dice::Dice;
use warboard::resolution::log::checksum;
use warboard::resolution::{BattleEvent, BattleOutcome, BattleState, Setup};

use crate::shipped::{LIBRARY, file, root, scenario, scenarios};

const SEEDS: u64 = 3;

/// One battle that is played.
struct Frozen {
    name: String,
    opponent: Opponent,
    seed: u64,
    setup: Arc<Setup>,
}

impl Frozen {
    /// The line of the fixture that stands for this battle.
    fn line(&self) -> String {
        let matchup = Matchup { a: self.opponent, b: self.opponent, swap: false };
        let job = Job { setup: Arc::clone(&self.setup), seed: self.seed, matchup, script: None };
        let facts = facts(&job).unwrap_or_else(|why| panic!("{}: {why}", self.name));
        format!("{} {} {} {:016x} {}", self.name, self.opponent.word(), self.seed, checksum(&facts), facts.len())
    }
}

/// The facts of the first battle of a job without the points spent and gained, and without prose, which may be reworded.
fn facts(job: &Job) -> Result<Vec<BattleEvent>, Stopped> {
    let mut battle = BattleState::begin(Arc::clone(&job.setup), Dice::seeded(job.seed, 0));
    play(&mut battle, &mut job.seats(0, false))?;
    Ok(battle.log().events().iter().filter(|fact| !is_of_points(fact)).map(without_prose).collect())
}

fn is_of_points(fact: &BattleEvent) -> bool {
    matches!(fact, BattleEvent::PoolChanged { .. } | BattleEvent::ChannelChanged { .. })
}

/// A fact without the reasons that players read.
fn without_prose(fact: &BattleEvent) -> BattleEvent {
    let mut fact = fact.clone();
    match &mut fact {
        BattleEvent::ActionAbandoned { why, .. }
        | BattleEvent::MoveStopped { why, .. }
        | BattleEvent::LinkEnded { why, .. }
        | BattleEvent::BattleEnded {
            outcome: BattleOutcome::Won { because: why, .. } | BattleOutcome::Draw { because: why },
        } => {
            why.clear();
        }
        _ => {}
    }
    fact
}

/// All scenarios of the fixture: the shipped ones and those of the benchmarks.
fn sources() -> Vec<Source> {
    let benches = ["benches/field.ron", "benches/skirmish.ron"].map(|path| root().join(path));
    scenarios().iter().chain(&benches).map(|path| file(path)).collect()
}

fn battles() -> Vec<Frozen> {
    let mut battles = Vec::new();
    for source in sources() {
        let scenario = scenario(&source);
        let stem = std::path::Path::new(&source.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for ruleset in LIBRARY.ruleset_ids() {
            let Ok(setup) = scenario.prepare(&LIBRARY, &ruleset).map(Arc::new) else { continue };
            for opponent in [Opponent::Charger, Opponent::Tactician] {
                for seed in 0..SEEDS {
                    let (name, setup) = (format!("{stem} {ruleset}"), Arc::clone(&setup));
                    battles.push(Frozen { name, opponent, seed, setup });
                }
            }
        }
    }
    battles
}

#[test]
fn battles_have_the_recorded_facts() {
    let path = root().join("tests/fixtures/frozen.txt");
    let lines: Vec<String> = battles().par_iter().map(Frozen::line).collect();
    let played = lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    });
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &played).expect("the fixture can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("there is a fixture");
    let changed: Vec<&str> = played.lines().filter(|line| !kept.lines().any(|known| known == *line)).collect();
    assert!(changed.is_empty(), "{} of {} battles changed:\n{}", changed.len(), lines.len(), changed.join("\n"));
    assert_eq!(played.lines().count(), kept.lines().count(), "battles are missing");
}
