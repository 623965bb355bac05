//! Without a command: opens the game window, or plays the default battle in the terminal if there is no display.

use std::path::{Path, PathBuf};

use super::args::{Ais, Log, RunArgs};
use super::failure::Failure;
use super::output::say;
use super::{battle, paths};

/// The default scenario.
const DEFAULT_SCENARIO: &str = "bridge";

/// Opens the game window. If there is none, says so and lets the computer play the battle in the terminal.
pub fn open(assets: PathBuf, scenario: Option<String>, ruleset: Option<String>, seed: u64) -> Result<(), Failure> {
    match window(&assets, scenario.as_deref(), ruleset.as_deref(), seed)? {
        None => Ok(()),
        Some(why) => {
            say(format_args!("warboard: {why}; the computer plays against itself in the terminal"));
            in_terminal(assets, scenario, ruleset, seed)
        }
    }
}

fn in_terminal(assets: PathBuf, scenario: Option<String>, ruleset: Option<String>, seed: u64) -> Result<(), Failure> {
    let scenario = scenario.unwrap_or_else(|| default_scenario(&assets));
    let args = RunArgs {
        scenario,
        ruleset,
        seed,
        battle: 0,
        then: Vec::new(),
        rest: Vec::new(),
        script: None,
        dice: Vec::new(),
        ais: Ais { ai_a: Default::default(), ai_b: Default::default() },
        log: Log::Text,
        explain: false,
        record: None,
        journal: None,
        archive: false,
    };
    battle::run::run(assets, &args)
}

/// The default scenario, or the first one found.
fn default_scenario(assets: &std::path::Path) -> String {
    let folder = paths::scenarios(assets);
    let default = folder.join(DEFAULT_SCENARIO).with_extension("ron");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    if default.is_file() { default } else { files.into_iter().next().unwrap_or(default) }.display().to_string()
}

/// Opens the window and returns when it is closed; gives the reason if there is none.
#[cfg(not(feature = "gui"))]
fn window(_: &Path, _: Option<&str>, _: Option<&str>, _: u64) -> Result<Option<String>, Failure> {
    Ok(Some("this program was built without a window".to_owned()))
}

/// Opens the window and returns when it is closed; gives the reason if there is none.
#[cfg(feature = "gui")]
fn window(assets: &Path, scenario: Option<&str>, ruleset: Option<&str>, seed: u64) -> Result<Option<String>, Failure> {
    use warboard::gui::{WindowOptions, home::Home, run};
    let opening = scenario.map(|name| opening(assets, name, ruleset, seed)).transpose()?;
    let (scenarios, house_rules) = (paths::scenarios(assets), paths::house_rules(assets));
    let assets = assets.to_owned();
    let options = WindowOptions { assets, scenarios, house_rules, home: Home::default(), opening };
    Ok(run(options).err().map(|why| why.to_string()))
}

/// The battle to open: each side has the controller that the scenario names.
#[cfg(feature = "gui")]
fn opening(
    assets: &Path,
    name: &str,
    ruleset: Option<&str>,
    seed: u64,
) -> Result<warboard::gui::session::BattleOpening, Failure> {
    use warboard::control::ai::Strength;
    use warboard::gui::session::{BattleOpening, Seat};
    use warboard::scenario::Control;
    let workspace = super::workspace::Workspace::open(assets.to_owned())?;
    let (source, scenario) = workspace.read(name)?;
    let opened = workspace.prepare(&source, &scenario, ruleset)?;
    let seats = scenario.sides.iter().map(|side| match side.control {
        Control::Human => Seat::Human,
        Control::Ai => Seat::Ai(Strength::Normal),
    });
    Ok(BattleOpening::new(opened.setup, opened.source, seats.collect(), seed))
}
