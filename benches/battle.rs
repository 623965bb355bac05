//! Benchmarks of single mechanics, decisions of the AI, and whole battles under each rule system.
//! Usage and results: `benches/README.md`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails where it unwraps")]

mod ground;
mod parts;

use std::sync::Arc;

use divan::{Bencher, black_box};
use ground::RULESETS;
use parts::{Moment, facts, field, job};
use warboard::batch::Opponent;
use warboard::dice::Dice;
use warboard::mechanics::{Game, cover};
use warboard::resolution::{BattleState, Battlefield, legal};

fn main() {
    divan::main();
}

#[divan::bench(args = RULESETS)]
fn begin_a_battle(bencher: Bencher<'_, '_>, ruleset: &str) {
    let setup = field(ruleset);
    bencher.bench_local(|| BattleState::begin(Arc::clone(&setup), Dice::seeded(1, 0)));
}

#[divan::bench(args = RULESETS, sample_size = 1)]
fn strike(bencher: Bencher<'_, '_>, ruleset: &str) {
    bencher.with_inputs(|| Moment::before_a_strike(ruleset)).bench_local_values(Moment::go_on);
}

#[divan::bench(args = RULESETS, sample_size = 1)]
fn step(bencher: Bencher<'_, '_>, ruleset: &str) {
    bencher.with_inputs(|| Moment::before_a_step(ruleset)).bench_local_values(Moment::go_on);
}

#[divan::bench(args = RULESETS)]
fn flood_the_board(bencher: Bencher<'_, '_>, ruleset: &str) {
    let mut moment = Moment::in_the_middle(ruleset);
    bencher.bench_local(|| moment.flood(black_box(200)));
}

#[divan::bench(args = RULESETS)]
fn flood_one_move(bencher: Bencher<'_, '_>, ruleset: &str) {
    let mut moment = Moment::in_the_middle(ruleset);
    bencher.bench_local(|| moment.flood(black_box(6)));
}

#[divan::bench(args = RULESETS)]
fn sight_line(bencher: Bencher<'_, '_>, ruleset: &str) {
    let moment = Moment::in_the_middle(ruleset);
    let foe = moment.foe();
    bencher.bench_local(|| moment.line(black_box(foe)));
}

#[divan::bench(args = RULESETS)]
fn cover_of_a_target(bencher: Bencher<'_, '_>, ruleset: &str) {
    let moment = Moment::in_the_middle(ruleset);
    let foe = moment.foe();
    bencher.bench_local(|| {
        cover::cover(Game::new(moment.view(), moment.setup.rules.book()), moment.prompt.who, black_box(foe))
    });
}

#[divan::bench(args = RULESETS)]
fn flanked(bencher: Bencher<'_, '_>, ruleset: &str) {
    let moment = Moment::in_the_middle(ruleset);
    bencher.bench_local(|| black_box(&moment).flanked());
}

#[divan::bench(args = RULESETS)]
fn everything_offered(bencher: Bencher<'_, '_>, ruleset: &str) {
    let moment = Moment::in_the_middle(ruleset);
    bencher.bench_local(|| legal::offers(moment.view(), &moment.setup.rules, black_box(moment.prompt.who)));
}

#[divan::bench(args = RULESETS)]
fn decision_of_the_tactician(bencher: Bencher<'_, '_>, ruleset: &str) {
    let moment = Moment::in_the_middle(ruleset);
    bencher.with_inputs(|| moment.tactician()).bench_local_values(|tactician| moment.decide(tactician));
}

/// All facts of a battle applied once more, with nothing decided.
#[divan::bench(args = RULESETS)]
fn facts_of_a_battle_of_chargers(bencher: Bencher<'_, '_>, ruleset: &str) {
    let job = job(ruleset, Opponent::Charger);
    let facts = facts(&job, 1);
    bencher.bench_local(|| {
        let mut field = Battlefield::before_first_fact(&job.setup);
        facts.iter().for_each(|fact| field.apply(fact));
        field
    });
}

#[divan::bench(args = RULESETS, sample_count = 20, sample_size = 1)]
fn battle_of_chargers(bencher: Bencher<'_, '_>, ruleset: &str) {
    battles(bencher, ruleset, Opponent::Charger);
}

#[divan::bench(args = RULESETS, sample_count = 10, sample_size = 1)]
fn battle_of_tacticians(bencher: Bencher<'_, '_>, ruleset: &str) {
    battles(bencher, ruleset, Opponent::Tactician);
}

/// Whole battles, each on the next stream of a seed.
fn battles(bencher: Bencher<'_, '_>, ruleset: &str, both: Opponent) {
    let (job, mut stream) = (job(ruleset, both), 0);
    bencher.bench_local(|| {
        stream += 1;
        job.fight(stream).unwrap()
    });
}
