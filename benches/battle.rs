//! What the parts of a battle cost: a step of each mechanic, a decision of the AI, a whole battle under each rule system.
//! How to run them and what they were: `benches/README.md`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails where it unwraps")]

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::World;
use divan::{Bencher, black_box};
use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::{CombatantId, Side, Snapshot};
use warboard::content::action::Gait;
use warboard::content::authored::Source;
use warboard::content::terrain::Terrains;
use warboard::dice::Dice;
use warboard::grid::{Flood, best_line};
use warboard::mechanics::{cover, flanking, movement};
use warboard::resolution::{Asks, Battle, Prompt, Setup, Status, begin, legal, resolve};
use warboard::rules::Library;
use warboard::scenario::Scenario;

const RULESETS: [&str; 2] = ["time_count", "fragments"];

fn main() {
    divan::main();
}

fn setup(ruleset: &str) -> Arc<Setup> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = Library::open(&root.join("assets")).unwrap();
    let terrains = Terrains::open(&root.join("assets")).unwrap();
    let source = Source::read(root.join("benches/field.ron")).unwrap();
    Arc::new(Scenario::read(&source, &terrains).unwrap().prepare(&library, ruleset).unwrap())
}

/// A battle in its middle: chargers have met, and somebody is asked what to do.
fn melee(ruleset: &str) -> (World, Prompt) {
    let job = Job { setup: setup(ruleset), seed: 3, matchup: chargers() };
    let (mut world, mut seats) = (World::new(), job.seats(0, false));
    begin(&mut world, Arc::clone(&job.setup), Dice::seeded(3, 0));
    let mut status = resolve(&mut world);
    for _ in 0..40 {
        if let Status::Awaiting(_) = status {
            status = warboard::control::answer_one(&mut world, &mut seats).unwrap();
        }
    }
    loop {
        match resolve(&mut world) {
            Status::Awaiting(prompt) if prompt.asks == Asks::Act => return (world, prompt),
            Status::Awaiting(_) => drop(warboard::control::answer_one(&mut world, &mut seats).unwrap()),
            Status::Over(_) => panic!("the battle is over too soon for a benchmark"),
        }
    }
}

fn chargers() -> Matchup {
    Matchup { a: Opponent::Charger, b: Opponent::Charger, swap: false }
}

/// An enemy of the one who is asked.
fn enemy(world: &World, who: CombatantId) -> CombatantId {
    let snapshot = world.resource::<Snapshot>();
    let side = snapshot.rows[who.index()].side;
    snapshot.view().enemies_of(side).next().unwrap().id
}

#[divan::bench(args = RULESETS)]
fn begin_a_battle(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (setup, mut world) = (setup(ruleset), World::new());
    bencher.bench_local(|| begin(&mut world, Arc::clone(&setup), Dice::seeded(1, 0)));
}

#[divan::bench(args = RULESETS)]
fn flood_the_board(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let (rules, mut flood) = (world.resource::<Battle>().setup.rules.clone(), Flood::default());
    let view = world.resource::<Snapshot>().view();
    bencher.bench_local(|| movement::flood(view, rules.book(), prompt.who, Gait::Walk, &mut flood, black_box(200)));
}

#[divan::bench(args = RULESETS)]
fn flood_one_move(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let (rules, mut flood) = (world.resource::<Battle>().setup.rules.clone(), Flood::default());
    let view = world.resource::<Snapshot>().view();
    bencher.bench_local(|| movement::flood(view, rules.book(), prompt.who, Gait::Walk, &mut flood, black_box(6)));
}

#[divan::bench(args = RULESETS)]
fn sight_line(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let (view, foe) = (world.resource::<Snapshot>().view(), enemy(&world, prompt.who));
    bencher.bench_local(|| best_line(view.board(), view.footprint(black_box(prompt.who)), view.footprint(foe)));
}

#[divan::bench(args = RULESETS)]
fn cover_of_a_target(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let rules = world.resource::<Battle>().setup.rules.clone();
    let (view, foe) = (world.resource::<Snapshot>().view(), enemy(&world, prompt.who));
    bencher.bench_local(|| cover::cover(view, rules.book(), black_box(prompt.who), foe));
}

#[divan::bench(args = RULESETS)]
fn flanked(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let rules = world.resource::<Battle>().setup.rules.clone();
    let view = world.resource::<Snapshot>().view();
    bencher.bench_local(|| flanking::is_flanked(view, rules.book(), black_box(prompt.who)));
}

#[divan::bench(args = RULESETS)]
fn everything_offered(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let rules = world.resource::<Battle>().setup.rules.clone();
    let view = world.resource::<Snapshot>().view();
    bencher.bench_local(|| legal::offers(view, &rules, black_box(prompt.who)));
}

#[divan::bench(args = RULESETS)]
fn decision_of_the_tactician(bencher: Bencher<'_, '_>, ruleset: &str) {
    let (world, prompt) = melee(ruleset);
    let (setup, snapshot) = (Arc::clone(&world.resource::<Battle>().setup), world.resource::<Snapshot>());
    let side: Side = snapshot.rows[prompt.who.index()].side;
    let fresh = || Opponent::Tactician.controller(side, 7);
    let answer = |mut ai: Box<dyn warboard::control::Controller + Send>| {
        ai.answer(snapshot.view(), &setup.rules, &setup, &prompt)
    };
    bencher.with_inputs(fresh).bench_local_values(answer);
}

#[divan::bench(args = RULESETS, sample_count = 20, sample_size = 1)]
fn battle_of_chargers(bencher: Bencher<'_, '_>, ruleset: &str) {
    battles(bencher, ruleset, Opponent::Charger);
}

#[divan::bench(args = RULESETS, sample_count = 10, sample_size = 1)]
fn battle_of_tacticians(bencher: Bencher<'_, '_>, ruleset: &str) {
    battles(bencher, ruleset, Opponent::Tactician);
}

/// Whole battles, each on the next stream of one seed.
fn battles(bencher: Bencher<'_, '_>, ruleset: &str, both: Opponent) {
    let job = Job { setup: setup(ruleset), seed: 3, matchup: Matchup { a: both, b: both, swap: false } };
    let (mut world, mut stream) = (World::new(), 0);
    bencher.bench_local(|| {
        stream += 1;
        job.fight(&mut world, stream).unwrap()
    });
}
