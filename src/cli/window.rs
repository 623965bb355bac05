//! Without a command: the game window, or the default battle in the terminal where there is none.

use std::path::PathBuf;

use super::args::{Ais, Log, Run};
use super::failure::Failure;
use super::{places, run};

/// The scenario that is played when nobody names one.
const USUAL_SCENARIO: &str = "bridge";

/// Opens the game window. Where there is none, says so and lets the program play the battle against itself.
pub fn open(
    assets: PathBuf,
    scenario: Option<String>,
    ruleset: Option<String>,
    seed: u64,
) -> Result<(), Failure> {
    if let Some(why) = no_window() {
        eprintln!("warboard: {why}; the program plays against itself here");
    }
    let scenario = scenario.unwrap_or_else(|| usual(&assets));
    let asked = Run {
        scenario,
        ruleset,
        seed,
        battle: 0,
        script: None,
        dice: Vec::new(),
        ais: Ais { ai_a: Default::default(), ai_b: Default::default() },
        log: Log::Text,
        explain: false,
        record: None,
        journal: None,
        archive: false,
    };
    run::run(assets, &asked)
}

/// The usual scenario, or the first there is.
fn usual(assets: &std::path::Path) -> String {
    let folder = places::scenarios(assets);
    let usual = folder.join(USUAL_SCENARIO).with_extension("ron");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    if usual.is_file() { usual } else { files.into_iter().next().unwrap_or(usual) }.display().to_string()
}

/// Why there is no window.
#[cfg(not(feature = "gui"))]
fn no_window() -> Option<&'static str> {
    Some("this program was built without a window")
}

#[cfg(feature = "gui")]
fn no_window() -> Option<&'static str> {
    if places::has_display() { Some("the window is not part of this build") } else { Some("there is no display") }
}
