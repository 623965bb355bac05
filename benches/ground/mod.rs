//! The battles used by benchmarks.

#![allow(dead_code, reason = "each benchmark takes what it needs of this")]

use std::path::Path;
use std::sync::Arc;

use warboard::content::{Source, Terrains};
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

/// The rule systems measured.
pub const RULESETS: [&str; 2] = ["time_count", "fragments"];

/// A scenario under a rule system, from its text.
pub fn prepared(name: &str, text: &str, ruleset: &str) -> Arc<Setup> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let (library, terrains) = (Library::open(&assets).unwrap(), Terrains::open(&assets).unwrap());
    let scenario = Scenario::read(&Source::new(name, text), &terrains).unwrap();
    Arc::new(scenario.prepare(&library, ruleset).unwrap())
}

/// Four against four on 24 by 24 cells.
pub const FIELD: &str = include_str!("../field.ron");
