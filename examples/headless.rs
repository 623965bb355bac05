//! A battle in an app without a window, narrated fact by fact. `cargo run --example headless`

use std::path::Path;
use std::sync::Arc;

use bevy::prelude::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::content::{Diagnostic, Source, Terrains};
use warboard::dice::Dice;
use warboard::ecs::{BattleOver, FactShown, RulesPlugin, ShownBattle, Simulation};
use warboard::narration::narrate;
use warboard::rules::Library;
use warboard::scenario::Scenario;

fn main() -> Result<(), Vec<Diagnostic>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (library, terrains) = (Library::open(&root.join("assets"))?, Terrains::open(&root.join("assets"))?);
    let source = Source::read(root.join("scenarios/duel.ron")).map_err(|wrong| vec![wrong])?;
    let setup = Arc::new(Scenario::read(&source, &terrains)?.prepare(&library, "fragments")?);
    let matchup = Matchup { a: Opponent::Tactician, b: Opponent::Charger, swap: false };
    let seats = Job { setup: Arc::clone(&setup), seed: 7, matchup, script: None }.seats(0, false);

    let mut app = App::new();
    app.add_plugins((MinimalPlugins, RulesPlugin)).add_systems(Update, tell);
    Simulation::begin(app.world_mut(), &setup, Dice::seeded(7, 0), seats);
    while app.should_exit().is_none() {
        app.update();
    }
    Ok(())
}

fn tell(
    mut facts: MessageReader<FactShown>,
    (mut over, mut exit): (MessageReader<BattleOver>, MessageWriter<AppExit>),
    battle: Res<ShownBattle>,
) {
    for line in facts.read().filter_map(|fact| narrate(battle.snapshot(), battle.rules(), &fact.0)) {
        println!("{line}");
    }
    for BattleOver(outcome) in over.read() {
        println!("{outcome:?}");
        exit.write(AppExit::Success);
    }
}
