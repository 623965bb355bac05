//! Without a command: the game window, or the default battle in the terminal where there is none.

use std::path::{Path, PathBuf};

use super::args::{Ais, Log, Run};
use super::failure::Failure;
use super::output::say;
use super::{places, run};

/// The scenario that is played when nobody names one.
const USUAL_SCENARIO: &str = "bridge";

/// Opens the game window. Where there is none, says so and lets the program play the battle against itself.
pub fn open(assets: PathBuf, scenario: Option<String>, ruleset: Option<String>, seed: u64) -> Result<(), Failure> {
    match window(&assets, scenario.as_deref(), ruleset.as_deref(), seed)? {
        None => Ok(()),
        Some(why) => {
            say(format_args!("warboard: {why}; the program plays against itself here"));
            in_terminal(assets, scenario, ruleset, seed)
        }
    }
}

fn in_terminal(assets: PathBuf, scenario: Option<String>, ruleset: Option<String>, seed: u64) -> Result<(), Failure> {
    let scenario = scenario.unwrap_or_else(|| usual(&assets));
    let asked = Run {
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

/// Opens the window and stays in it; says why if there is none.
#[cfg(not(feature = "gui"))]
fn window(_: &Path, _: Option<&str>, _: Option<&str>, _: u64) -> Result<Option<String>, Failure> {
    Ok(Some("this program was built without a window".to_owned()))
}

/// Opens the window and stays in it; says why if there is none.
#[cfg(feature = "gui")]
fn window(assets: &Path, scenario: Option<&str>, ruleset: Option<&str>, seed: u64) -> Result<Option<String>, Failure> {
    use warboard::gui::{WindowOptions, home::Home, run};
    let opening = scenario.map(|asked| opening(assets, asked, ruleset, seed)).transpose()?;
    let (scenarios, house_rules) = (places::scenarios(assets), places::house_rules(assets));
    let assets = assets.to_owned();
    let options = WindowOptions { assets, scenarios, house_rules, home: Home::default(), opening };
    Ok(run(options).err().map(|why| why.to_string()))
}

/// The battle that was asked for: each side is played by whom its scenario names.
#[cfg(feature = "gui")]
fn opening(
    assets: &Path,
    asked: &str,
    ruleset: Option<&str>,
    seed: u64,
) -> Result<warboard::gui::session::Opening, Failure> {
    use warboard::control::ai::Strength;
    use warboard::gui::session::{Opening, Seat};
    use warboard::scenario::Control;
    let desk = super::desk::Desk::open(assets.to_owned())?;
    let (source, scenario) = desk.read(asked)?;
    let opened = desk.prepare(&source, &scenario, ruleset)?;
    let seats = scenario.sides.iter().map(|side| match side.control {
        Control::Human => Seat::Human,
        Control::Ai => Seat::Ai(Strength::Normal),
    });
    Ok(Opening::new(opened.setup, opened.source, seats.collect(), seed))
}
