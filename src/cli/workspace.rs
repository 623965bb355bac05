//! The input of most commands: the game's files, the library of rule systems, the terrain, and prepared scenarios.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::Opponent;
use warboard::battle::{CombatantId, Side};
use warboard::content::authored::{FileKind, Source};
use warboard::content::terrain::Terrains;
use warboard::control::{Controller, Script, ScriptFile, Seats, ai_seed};
use warboard::resolution::Setup;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;

use super::output::{Failure, plain, unknown};

/// The folder of rule systems, units and art: the one given, that of WARBOARD_ASSETS, or `assets` in the current folder,
/// beside the program, or in the source tree it was built from.
pub fn assets(folder: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let is_whole = |folder: &PathBuf| folder.join("rulesets").is_dir();
    if let Some(folder) = folder.or_else(|| variable("WARBOARD_ASSETS")) {
        let why = format!("{}: not an assets folder: it has no subfolder `rulesets`", folder.display());
        return Some(folder).filter(is_whole).ok_or_else(|| plain(why));
    }
    let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join("assets")));
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let places = [Some(PathBuf::from("assets")), beside, Some(built)];
    let found = places.into_iter().flatten().find(is_whole);
    found.ok_or_else(|| plain("no assets folder found; give its path with --assets or WARBOARD_ASSETS"))
}

/// A folder that belongs to an assets folder, such as `scenarios`: beside it, or in the current folder.
pub fn beside(assets: &Path, folder: &str) -> PathBuf {
    let beside = assets.parent().map(|parent| parent.join(folder));
    beside.filter(|beside| beside.is_dir()).unwrap_or_else(|| PathBuf::from(folder))
}

/// The journal of the game window: in WARBOARD_HOME, or in the user's data folder.
pub fn journal() -> Result<PathBuf, Failure> {
    let usual = || Some(directories::ProjectDirs::from("", "", "warboard")?.data_dir().to_owned());
    let home = variable("WARBOARD_HOME").or_else(usual);
    let home = home.ok_or_else(|| plain("no home folder found; give the journal with --journal"))?;
    Ok(home.join("battle.journal"))
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

pub struct Workspace {
    assets: PathBuf,
    library: Library,
    terrains: Terrains,
}

impl Workspace {
    pub fn content(&self) -> (&Library, &Terrains) {
        (&self.library, &self.terrains)
    }

    pub fn open(assets: PathBuf) -> Result<Workspace, Failure> {
        let (library, terrains) = (Library::open(&assets)?, Terrains::open(&assets)?);
        Ok(Workspace { assets, library, terrains })
    }

    /// The folder of scenarios.
    pub fn scenarios(&self) -> PathBuf {
        beside(&self.assets, "scenarios")
    }

    /// A prepared scenario and its text, given by path or name; without a rule system, under the first one.
    pub fn scenario(&self, name: &str, ruleset: Option<&str>) -> Result<(Arc<Setup>, Source), Failure> {
        let (source, scenario) = self.read(name)?;
        Ok((self.prepare(&scenario, ruleset)?, source))
    }

    /// Reads a scenario, given by path or by its name in the scenarios folder.
    pub fn read(&self, name: &str) -> Result<(Source, Scenario), Failure> {
        let path = PathBuf::from(name);
        let by_name = self.scenarios().join(name).with_extension("ron");
        let is_name = !path.exists() && path.components().count() == 1 && by_name.is_file();
        let source = Source::read(if is_name { by_name } else { path })?;
        let scenario = Scenario::read(&source, &self.terrains)?;
        Ok((source, scenario))
    }

    /// Prepares a scenario; without a rule system, under the first one.
    pub fn prepare(&self, scenario: &Scenario, ruleset: Option<&str>) -> Result<Arc<Setup>, Failure> {
        let (id, mut library) = (self.id(ruleset)?, self.library.clone());
        library.add_if_house_rules(&id)?;
        Ok(Arc::new(scenario.prepare(&library, &id)?))
    }

    /// The id of the given rule system, or of the first one.
    pub fn id(&self, name: Option<&str>) -> Result<String, Failure> {
        let first = self.library.ruleset_ids().into_iter().next();
        name.map(str::to_owned).or(first).ok_or_else(|| plain("no rule system found"))
    }

    pub fn prepare_with(&self, house: &HouseRules, scenario: &Scenario) -> Result<Arc<Setup>, Failure> {
        let mut library = self.library.clone();
        library.add_house_rules(house)?;
        Ok(Arc::new(scenario.prepare(&library, &house.id)?))
    }
}

pub fn seats(
    setup: &Setup,
    opponents: &[Opponent],
    script: Option<&Path>,
    (seed, battle): (u64, u64),
) -> Result<Seats, Failure> {
    let script = script.map(|path| script_for(path, &[setup])).transpose()?;
    let seat = |side: usize| -> Box<dyn Controller + Send> {
        let opponent = opponents.get(side).or(opponents.last()).copied().unwrap_or_default();
        let seat = opponent.controller(Side(side as u8), ai_seed(seed, battle));
        match &script {
            Some(script) => Box::new(Script::new(script, seat)),
            None => seat,
        }
    };
    Ok(Seats::new((0..setup.sides.len()).map(seat).collect()))
}

/// Reads a script and checks it for these battles.
pub fn script_for(path: &Path, setups: &[&Setup]) -> Result<ScriptFile, Failure> {
    let script = ScriptFile::read(&Source::read_as(path, FileKind::Script)?)?;
    setups.iter().try_for_each(|setup| script.check(setup))?;
    Ok(script)
}

/// The combatant with a name, or with a number such as `#3`.
pub fn combatant(setup: &Setup, name: &str) -> Result<CombatantId, Failure> {
    let known: Vec<&str> = setup.combatants.iter().map(|combatant| &*combatant.name).collect();
    let numbered = name.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
    let found = numbered.filter(|at| *at < known.len()).or(known.iter().position(|other| *other == name));
    let complaint = || unknown(format_args!("there is no combatant `{name}` in this scenario"), name, &known);
    found.map(|at| CombatantId(at as u16)).ok_or_else(complaint)
}
