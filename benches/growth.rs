//! Processor time per activation as battles and maps grow.
//! `cargo bench --bench growth` prints it all; a word names one part: `map`, `near` or `hosts`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails where it unwraps")]

mod ground;
mod wide;

use std::sync::Arc;

use ground::{RULESETS, prepared};
use warboard::batch::{Job, Matchup, Opponent};
use warboard::resolution::Setup;
use wide::{fought, hosts, open, walled};

const OPPONENTS: [Opponent; 2] = [Opponent::Charger, Opponent::Tactician];
const SIDES: [usize; 4] = [26, 50, 100, 200];
const EACH: [usize; 6] = [1, 2, 5, 10, 20, 40];

fn main() {
    let parts: [(&str, fn()); 3] = [("map", map), ("near", near), ("hosts", whole_hosts)];
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, part) in parts {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            part();
        }
    }
}

fn job(setup: Arc<Setup>, both: Opponent) -> Job {
    Job { setup, seed: 3, matchup: Matchup { a: both, b: both, swap: false }, script: None }
}

/// The least time of an activation in a few tries, in microseconds, and the checksum of the battle.
fn activation(setup: &Arc<Setup>, both: Opponent, most: u64) -> (f64, u64) {
    let job = job(Arc::clone(setup), both);
    let courses = (0..3).map(|_| fought(&job, &mut job.seats(0, false), most));
    let courses: Vec<(f64, u64)> = courses.map(|course| (course.micros(), course.checksum)).collect();
    courses.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).unwrap()
}

fn heading(title: &str, columns: impl Iterator<Item = String>) {
    println!("\n{title}: microseconds per activation");
    println!("{:16}{:12}{}", "ruleset", "opponents", columns.map(|column| format!("{column:>12}")).collect::<String>());
}

/// Four against four on growing maps: behind walls, where battles are identical, and in the open.
fn map() {
    for (title, text, same) in [
        ("The same battle behind walls, by the side of the map", walled as fn(usize) -> String, true),
        ("The field in a meadow", open, false),
    ] {
        heading(title, SIDES.iter().map(usize::to_string));
        for ruleset in RULESETS {
            for both in OPPONENTS {
                let found = SIDES.map(|side| activation(&prepared("field.ron", &text(side), ruleset), both, u64::MAX));
                assert!(!same || found.iter().all(|(_, checksum)| *checksum == found[0].1), "not the same battle");
                row(ruleset, both, found.iter().map(|(micros, _)| *micros));
            }
        }
    }
}

/// Armies that begin within reach of each other: the first four activations of every combatant.
fn near() {
    heading("Within reach of one another, by how many on each side", EACH.iter().map(usize::to_string));
    for ruleset in RULESETS {
        for both in OPPONENTS {
            let cost =
                |each: usize| activation(&prepared("hosts.ron", &hosts(each, 60, 2), ruleset), both, 8 * each as u64).0;
            row(ruleset, both, EACH.into_iter().map(cost));
        }
    }
}

fn row(ruleset: &str, both: Opponent, micros: impl Iterator<Item = f64>) {
    println!(
        "{ruleset:16}{:12}{}",
        both.to_string(),
        micros.map(|micros| format!("{micros:>12.1}")).collect::<String>()
    );
}

/// Forty against forty on the largest map, to the end.
fn whole_hosts() {
    println!("\nForty against forty on 200 by 200 cells, 24 apart");
    println!("{:16}{:12}{:>14}{:>12}{:>20}", "ruleset", "opponents", "activations", "seconds", "µs per activation");
    for ruleset in RULESETS {
        let setup = prepared("hosts.ron", &hosts(40, 200, 24), ruleset);
        for both in OPPONENTS {
            let job = job(Arc::clone(&setup), both);
            let course = fought(&job, &mut job.seats(0, false), u64::MAX);
            println!(
                "{ruleset:16}{:12}{:>14}{:>12.1}{:>20.1}",
                both.to_string(),
                course.activations,
                course.time.as_secs_f64(),
                course.micros()
            );
        }
    }
}
