//! Without a command: opens the game window, or plays the default battle in the terminal if there is no display.

use std::path::{Path, PathBuf};

use super::args::RunArgs;
use super::output::{Failure, say};
use super::{run, workspace};

/// Opens the game window. If there is none, says so and lets the computer play the battle in the terminal.
pub fn open(assets: PathBuf, scenario: Option<String>, ruleset: Option<String>, seed: u64) -> Result<(), Failure> {
    let Some(why) = window(&assets, scenario.as_deref(), ruleset.as_deref(), seed)? else { return Ok(()) };
    say(format_args!("warboard: {why}; the computer plays against itself in the terminal"));
    let scenario = scenario.unwrap_or_else(|| default_scenario(&assets));
    run::run(assets, &RunArgs { scenario, ruleset, seed, ..RunArgs::default() })
}

/// The default scenario, or the first one found.
fn default_scenario(assets: &Path) -> String {
    let folder = workspace::beside(assets, "scenarios");
    let default = folder.join("bridge.ron");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let first = entries.filter(|path| path.extension().is_some_and(|extension| extension == "ron")).min();
    first.filter(|_| !default.is_file()).unwrap_or(default).display().to_string()
}

/// Opens the window and returns when it is closed; gives the reason if there is none.
#[cfg(not(feature = "gui"))]
fn window(_: &Path, _: Option<&str>, _: Option<&str>, _: u64) -> Result<Option<String>, Failure> {
    Ok(Some("this program was built without a window".to_owned()))
}

/// Opens the window and returns when it is closed; gives the reason if there is none.
#[cfg(feature = "gui")]
fn window(assets: &Path, scenario: Option<&str>, ruleset: Option<&str>, seed: u64) -> Result<Option<String>, Failure> {
    use warboard::gui::session::{BattleOpening, Seat};
    use warboard::gui::{WindowOptions, home::Home};
    let mut opening = None;
    if let Some(name) = scenario {
        let workspace = workspace::Workspace::open(assets.to_owned())?;
        let (source, scenario) = workspace.read(name)?;
        let setup = workspace.prepare(&scenario, ruleset)?;
        // Each side has the controller that the scenario names.
        let seats = scenario.sides.iter().map(|side| Seat::from(side.control)).collect();
        opening = Some(BattleOpening::new(setup, source, seats, seed));
    }
    let [scenarios, house_rules] = ["scenarios", "house_rules"].map(|folder| workspace::beside(assets, folder));
    let options = WindowOptions { assets: assets.to_owned(), scenarios, house_rules, home: Home::default(), opening };
    Ok(warboard::gui::run(options).err().map(|why| why.to_string()))
}
