//! Where things are on this machine.

use std::path::{Path, PathBuf};

use super::failure::{Failure, plain};

/// The folder of rule systems, units and art: the one asked for, that of WARBOARD_ASSETS, `assets` in the current
/// folder, beside the program, or where the program was built.
pub fn assets(asked: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let named = asked.or_else(|| variable("WARBOARD_ASSETS"));
    if let Some(folder) = named {
        let found = folder.join("rulesets").is_dir();
        return if found { Ok(folder) } else { Err(plain(no_assets(&folder))) };
    }
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join("assets")));
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let places = [Some(PathBuf::from("assets")), beside, Some(built)];
    let found = places.into_iter().flatten().find(|folder| folder.join("rulesets").is_dir());
    found.ok_or_else(|| plain("there is no assets folder here; name it with --assets or WARBOARD_ASSETS"))
}

fn no_assets(folder: &Path) -> String {
    format!("{}: this is no assets folder: it has no folder `rulesets`", folder.display())
}

/// The folder of scenarios that belongs to an assets folder: beside it, or in the current folder.
pub fn scenarios(assets: &Path) -> PathBuf {
    beside(assets, "scenarios")
}

/// The folder of house rules that belongs to an assets folder, likewise.
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

/// The file of a scenario: the path itself, or the name of one in the scenarios folder.
pub fn scenario(assets: &Path, asked: &str) -> PathBuf {
    let path = PathBuf::from(asked);
    let named = scenarios(assets).join(asked).with_extension("ron");
    if !path.exists() && path.components().count() == 1 && named.is_file() { named } else { path }
}

/// The journal of the running battle: in WARBOARD_HOME, or in this user's folder for such things.
pub fn journal() -> Result<PathBuf, Failure> {
    let home = variable("WARBOARD_HOME").or_else(|| {
        let own = directories::ProjectDirs::from("", "", "warboard")?;
        Some(own.data_dir().to_owned())
    });
    let home = home.ok_or_else(|| plain("this user has no home folder; name the journal with --journal"))?;
    Ok(home.join("battle.journal"))
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
