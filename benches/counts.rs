//! Instruction counts by component, independent of the load of the machine.
//! Requires valgrind and the gungraun runner: see `benches/README.md`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails where it unwraps")]

mod ground;
mod parts;

use std::hint::black_box;

use gungraun::prelude::*;
use parts::{Moment, facts, job};
use warboard::batch::{BattleResult, Job, Opponent};
use warboard::battle::CombatantId;
use warboard::control::{Answer, Controller};
use warboard::grid::SightLine;
use warboard::resolution::{BattleEvent, Battlefield};

fn flooding(ruleset: &str) -> Moment {
    let mut moment = Moment::in_the_middle(ruleset);
    moment.flood(6);
    moment
}

fn looking(ruleset: &str) -> (Moment, CombatantId) {
    let moment = Moment::in_the_middle(ruleset);
    let foe = moment.foe();
    (moment, foe)
}

fn deciding(ruleset: &str) -> (Moment, Box<dyn Controller + Send>) {
    let moment = Moment::in_the_middle(ruleset);
    let tactician = moment.tactician();
    (moment, tactician)
}

fn telling(ruleset: &str) -> (Job, Vec<BattleEvent>) {
    let job = job(ruleset, Opponent::Charger);
    let facts = facts(&job, 1);
    (job, facts)
}

fn charging(ruleset: &str) -> Job {
    job(ruleset, Opponent::Charger)
}

fn thinking(ruleset: &str) -> Job {
    job(ruleset, Opponent::Tactician)
}

#[library_benchmark(setup = Moment::before_a_strike)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn strike(moment: Moment) -> Moment {
    black_box(moment.go_on())
}

#[library_benchmark(setup = Moment::before_a_step)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn step(moment: Moment) -> Moment {
    black_box(moment.go_on())
}

#[library_benchmark(setup = flooding)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn flood_one_move(mut moment: Moment) -> Moment {
    moment.flood(black_box(6));
    moment
}

#[library_benchmark(setup = looking)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn sight_line((moment, foe): (Moment, CombatantId)) -> (Moment, SightLine) {
    let line = moment.line(black_box(foe));
    (moment, line)
}

#[library_benchmark(setup = Moment::in_the_middle)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn flanked(moment: Moment) -> (Moment, bool) {
    let flanked = black_box(&moment).flanked();
    (moment, flanked)
}

#[library_benchmark(setup = deciding)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn decision_of_the_tactician((moment, tactician): (Moment, Box<dyn Controller + Send>)) -> (Moment, Answer) {
    let answer = moment.decide(black_box(tactician));
    (moment, answer)
}

#[library_benchmark(setup = telling)]
#[bench::time_count("time_count")]
#[bench::fragments("fragments")]
fn facts_of_a_battle_of_chargers((job, facts): (Job, Vec<BattleEvent>)) -> (Battlefield, Vec<BattleEvent>) {
    let mut field = Battlefield::before_first_fact(&job.setup);
    facts.iter().for_each(|fact| field.apply(fact));
    (field, facts)
}

#[library_benchmark]
#[bench::chargers_time_count(charging("time_count"))]
#[bench::chargers_fragments(charging("fragments"))]
#[bench::tacticians_time_count(thinking("time_count"))]
#[bench::tacticians_fragments(thinking("fragments"))]
fn battle(job: Job) -> BattleResult {
    job.fight(black_box(1)).unwrap().swap_remove(0).0
}

library_benchmark_group!(
    name = kernel,
    benchmarks = [
        strike,
        step,
        flood_one_move,
        sight_line,
        flanked,
        decision_of_the_tactician,
        facts_of_a_battle_of_chargers,
        battle
    ]
);

main!(library_benchmark_groups = kernel);
