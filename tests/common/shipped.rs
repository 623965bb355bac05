//! Shipped terrains, rule systems and scenarios, loaded once, and battles between computer opponents on them.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use warboard::batch::{Experiment, Matchup, Opponent, fight};
use warboard::content::{Diagnostic, Source, Terrains};
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

pub static TERRAINS: LazyLock<Terrains> =
    LazyLock::new(|| Terrains::open(&crate::assets::assets()).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong))));
pub static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Library::open(&crate::assets::assets()).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong))));

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of some diagnostics.
pub fn rendered(wrong: &[Diagnostic]) -> String {
    wrong.iter().map(Diagnostic::render).collect()
}

/// The setup of a scenario under a rule system.
pub fn prepared(source: &Source, ruleset: &str) -> Arc<Setup> {
    Arc::new(scenario(source).prepare(&LIBRARY, ruleset).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong))))
}

/// A scenario parsed from its file.
pub fn scenario(source: &Source) -> Scenario {
    Scenario::read(source, &TERRAINS).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)))
}

/// A shipped file.
pub fn file(path: &Path) -> Source {
    Source::read(path).unwrap_or_else(|wrong| panic!("{}", wrong.render()))
}

/// The files of all scenarios, in the order of their names.
pub fn scenarios() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join("scenarios")).expect("there is a folder of scenarios");
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    paths
}

/// Battles won by a tactician against chargers, and all battles: two per seed, with sides swapped.
pub fn won_against_chargers(setup: &Arc<Setup>, seeds: u64) -> (u64, u64) {
    let matchup = Matchup { a: Opponent::Tactician, b: Opponent::Charger, swap: true };
    let experiment = Experiment {
        seed: 100,
        seeds,
        matchup,
        arms: vec![Arc::clone(setup)],
        compared: false,
        sweep: None,
        script: None,
    };
    let played = fight(&experiment, 0..seeds, 1, &AtomicBool::new(false), || ());
    let tally = &played.unwrap_or_else(|stopped| panic!("{stopped}")).results.tallies[0];
    (tally.wins_by_ai[0], tally.battles)
}
