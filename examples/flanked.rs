//! A custom system that reacts when a combatant becomes flanked. `cargo run --example flanked`

use std::path::Path;

use bevy::prelude::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::Combatant;
use warboard::content::{Diagnostic, Source, Terrains};
use warboard::dice::Dice;
use warboard::ecs::{Combatants, Flanked, RulesPlugin, Simulation};
use warboard::rules::Library;
use warboard::scenario::Scenario;

fn main() -> Result<(), Vec<Diagnostic>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (library, terrains) = (Library::open(&root.join("assets"))?, Terrains::open(&root.join("assets"))?);
    let source = Source::read(root.join("scenarios/tower.ron")).map_err(|wrong| vec![wrong])?;
    let setup = Scenario::read(&source, &terrains)?.prepare(&library, "time_count")?.into();
    let matchup = Matchup { a: Opponent::Tactician, b: Opponent::Tactician, swap: false };
    let seats = Job { setup: std::sync::Arc::clone(&setup), seed: 1, matchup, script: None }.seats(0, false);

    let mut app = App::new();
    app.add_plugins((MinimalPlugins, RulesPlugin)).add_systems(Update, tell_of_flanking);
    Simulation::begin(app.world_mut(), &setup, Dice::seeded(1, 0), seats);
    while app.world().resource::<Simulation>().outcome().is_none() {
        app.update();
    }
    Ok(())
}

fn tell_of_flanking(changed: Query<(&Combatant, &Flanked), Changed<Flanked>>, all: Combatants) {
    for (combatant, flanked) in &changed {
        if let Some((one, other)) = flanked.0 {
            println!("{} is flanked by {} and {}", combatant.name, all.name(one), all.name(other));
        }
    }
}
