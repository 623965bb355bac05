//! Locations of the game's files.

use std::path::{Path, PathBuf};

use super::failure::{Failure, plain};

/// The folder of rule systems, units and art: the one given, that of WARBOARD_ASSETS, or `assets` in the current folder,
/// beside the program, or in the source tree it was built from.
pub fn assets(folder: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let named = folder.or_else(|| variable("WARBOARD_ASSETS"));
    if let Some(folder) = named {
        let found = folder.join("rulesets").is_dir();
        return if found { Ok(folder) } else { Err(plain(no_assets(&folder))) };
    }
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join("assets")));
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let places = [Some(PathBuf::from("assets")), beside, Some(built)];
    let found = places.into_iter().flatten().find(|folder| folder.join("rulesets").is_dir());
    found.ok_or_else(|| plain("no assets folder found; give its path with --assets or WARBOARD_ASSETS"))
}

fn no_assets(folder: &Path) -> String {
    format!("{}: not an assets folder: it has no subfolder `rulesets`", folder.display())
}

/// The folder of scenarios that belongs to an assets folder: beside it, or in the current folder.
pub fn scenarios(assets: &Path) -> PathBuf {
    beside(assets, "scenarios")
}

/// The folder of house rules that belongs to an assets folder: beside it, or in the current folder.
#[cfg(feature = "gui")]
pub fn house_rules(assets: &Path) -> PathBuf {
    beside(assets, "house_rules")
}

fn beside(assets: &Path, folder: &str) -> PathBuf {
    match assets.parent().map(|parent| parent.join(folder)) {
        Some(beside) if beside.is_dir() => beside,
        _ => PathBuf::from(folder),
    }
}

/// The file of a scenario: the path itself, or the file of that name in the scenarios folder.
pub fn scenario(assets: &Path, name: &str) -> PathBuf {
    let path = PathBuf::from(name);
    let by_name = scenarios(assets).join(name).with_extension("ron");
    if !path.exists() && path.components().count() == 1 && by_name.is_file() { by_name } else { path }
}

/// The journal of the game window: in WARBOARD_HOME, or in the user's data folder.
pub fn journal() -> Result<PathBuf, Failure> {
    let home = variable("WARBOARD_HOME").or_else(|| {
        let own = directories::ProjectDirs::from("", "", "warboard")?;
        Some(own.data_dir().to_owned())
    });
    let home = home.ok_or_else(|| plain("no home folder found; give the journal with --journal"))?;
    Ok(home.join("battle.journal"))
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
