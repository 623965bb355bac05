//! The input of most commands: the library of rule systems, the terrain, and prepared scenarios.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::batch::Opponent;
use warboard::battle::{CombatantId, Side};
use warboard::content::authored::{FileKind, Source, did_you_mean};
use warboard::content::terrain::Terrains;
use warboard::control::{Controller, Script, Seats, ai_seed};
use warboard::resolution::Setup;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;

use super::failure::{Failure, plain};
use super::paths;

/// The contents of an assets folder.
pub struct Workspace {
    /// The folder.
    pub assets: PathBuf,
    /// Its rule systems and units.
    pub library: Library,
    /// Its terrain.
    pub terrains: Terrains,
}

/// A scenario prepared for one rule system.
pub struct PreparedScenario {
    /// The battle that can begin.
    pub setup: Arc<Setup>,
    /// The text of the scenario.
    pub source: Source,
}

impl Workspace {
    /// Reads an assets folder.
    pub fn open(assets: PathBuf) -> Result<Workspace, Failure> {
        let (library, terrains) = (Library::open(&assets)?, Terrains::open(&assets)?);
        Ok(Workspace { assets, library, terrains })
    }

    /// Reads and prepares a scenario, given by path or name; without a rule system, under the first one.
    pub fn scenario(&self, name: &str, ruleset: Option<&str>) -> Result<PreparedScenario, Failure> {
        let (source, scenario) = self.read(name)?;
        self.prepare(&source, &scenario, ruleset)
    }

    /// Reads a scenario, given by path or name.
    pub fn read(&self, name: &str) -> Result<(Source, Scenario), Failure> {
        let source = Source::read(paths::scenario(&self.assets, name))?;
        let scenario = Scenario::read(&source, &self.terrains)?;
        Ok((source, scenario))
    }

    /// Prepares a scenario; without a rule system, under the first one.
    pub fn prepare(
        &self,
        source: &Source,
        scenario: &Scenario,
        ruleset: Option<&str>,
    ) -> Result<PreparedScenario, Failure> {
        let (id, mut library) = (self.id(ruleset)?, self.library.clone());
        library.add_if_house_rules(&id)?;
        let setup = Arc::new(scenario.prepare(&library, &id)?);
        Ok(PreparedScenario { setup, source: source.clone() })
    }

    /// The id of the given rule system, or of the first one.
    pub fn id(&self, name: Option<&str>) -> Result<String, Failure> {
        let first = self.library.ruleset_ids().into_iter().next();
        name.map(str::to_owned).or(first).ok_or_else(|| plain("no rule system found"))
    }

    /// Prepares a scenario under house rules.
    pub fn prepare_with(&self, house: &HouseRules, scenario: &Scenario) -> Result<Arc<Setup>, Failure> {
        let mut library = self.library.clone();
        library.add_house_rules(house)?;
        Ok(Arc::new(scenario.prepare(&library, &house.id)?))
    }
}

/// The controllers of all sides.
pub fn seats(
    setup: &Setup,
    opponents: &[Opponent],
    script: Option<&Path>,
    (seed, battle): (u64, u64),
) -> Result<Seats, Failure> {
    let script = script.map(|path| Source::read_as(path, FileKind::Script)).transpose()?;
    let thoughts = ai_seed(seed, battle);
    let mut sides: Vec<Box<dyn Controller + Send>> = Vec::new();
    for side in 0..setup.sides.len() {
        let opponent = opponents.get(side).or(opponents.last()).copied().unwrap_or_default();
        let seat = opponent.controller(Side(side as u8), thoughts);
        sides.push(match &script {
            Some(source) => {
                let script = Script::read(source, seat)?;
                script.check(setup)?;
                Box::new(script)
            }
            None => seat,
        });
    }
    Ok(Seats::new(sides))
}

/// The opponents of all sides: `a` plays the first, `b` all others.
pub fn opponents(setup: &Setup, a: Opponent, b: Opponent) -> Vec<Opponent> {
    (0..setup.sides.len()).map(|side| if side == 0 { a } else { b }).collect()
}

/// The combatant with a name, or with a number such as `#3`.
pub fn combatant(setup: &Setup, name: &str) -> Result<CombatantId, Failure> {
    let numbered = name.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
    let named = setup.combatants.iter().position(|combatant| &*combatant.name == name);
    if let Some(at) = numbered.filter(|at| *at < setup.combatants.len()).or(named) {
        return Ok(CombatantId(at as u16));
    }
    let known: Vec<&str> = setup.combatants.iter().map(|combatant| &*combatant.name).collect();
    let help = did_you_mean(name, &known).map(|help| format!(" ({help})")).unwrap_or_default();
    Err(plain(format!("there is no combatant `{name}` in this scenario{help}")))
}
