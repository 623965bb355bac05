//! Battles in a Bevy app: played by controllers, or waiting for answers.

use std::sync::Arc;

use bevy::prelude::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::control::{Seats, Stopped};
use warboard::dice::Dice;
use warboard::ecs::{BattleOver, FactShown, RulesPlugin, ShownBattle, Simulation};
use warboard::resolution::{Act, BattleEvent, Choice, Setup};

use crate::shipped::{LIBRARY, file, root, scenario};

fn duel() -> Arc<Setup> {
    let source = file(&root().join("scenarios/duel.ron"));
    Arc::new(scenario(&source).prepare(&LIBRARY, "time_count").expect("a shipped scenario"))
}

fn app(setup: &Arc<Setup>, seats: Seats) -> App {
    let mut app = App::new();
    app.add_plugins(RulesPlugin);
    Simulation::begin(app.world_mut(), setup, Dice::seeded(4, 0), seats);
    app
}

#[test]
fn an_app_with_controllers_plays_a_battle_to_its_end_and_shows_every_fact() {
    let setup = duel();
    let matchup = Matchup { a: Opponent::Tactician, b: Opponent::Charger, swap: false };
    let mut app = app(&setup, Job { setup: Arc::clone(&setup), seed: 4, matchup, script: None }.seats(0, false));
    let (mut shown, mut over): (Vec<BattleEvent>, u32) = (Vec::new(), 0);
    for _ in 0..2_000 {
        app.update();
        shown.extend(app.world_mut().resource_mut::<Messages<FactShown>>().drain().map(|fact| fact.0));
        over += app.world_mut().resource_mut::<Messages<BattleOver>>().drain().count() as u32;
    }
    let world = app.world();
    let state = world.resource::<Simulation>().state();
    assert_eq!((over, state.outcome().is_some()), (1, true), "the end is told once");
    assert_eq!(shown, state.log().events());
    let rolls = state.dice().rolls_made();
    assert_eq!(world.resource::<ShownBattle>().snapshot().checksum(rolls), state.snapshot().checksum(rolls));
}

#[test]
fn a_battle_waits_for_a_side_without_a_controller() {
    let mut app = app(&duel(), Seats::default());
    app.update();
    let simulation = app.world().resource::<Simulation>();
    let who = simulation.prompt().expect("an open question").who;
    let side = simulation.state().view().row(who).side;
    assert!(matches!(simulation.stopped(), Some(Stopped::Vacant(vacant)) if *vacant == side));
    let facts = simulation.state().log().events().len();
    app.update();
    let mut simulation = app.world_mut().resource_mut::<Simulation>();
    assert_eq!(simulation.state().log().events().len(), facts, "nothing happens until it is answered");
    simulation.answer(Choice::Act(Act::own("wait"))).expect("it may wait");
    app.update();
    let next = app.world().resource::<Simulation>().prompt().map(|prompt| prompt.who);
    assert!(next.is_some_and(|next| next != who), "the next is asked: {next:?}");
}
