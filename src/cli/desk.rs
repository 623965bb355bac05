//! What a command works with: the library, the terrain, and scenarios made ready.

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
use super::places;

/// Everything authored, read once.
pub struct Desk {
    pub assets: PathBuf,
    pub library: Library,
    pub terrains: Terrains,
}

/// A scenario under one rule system.
pub struct Opened {
    pub setup: Arc<Setup>,
    pub source: Source,
}

impl Desk {
    /// Reads an assets folder.
    pub fn open(assets: PathBuf) -> Result<Desk, Failure> {
        let (library, terrains) = (Library::open(&assets)?, Terrains::open(&assets)?);
        Ok(Desk { assets, library, terrains })
    }

    /// Reads a scenario by its path or name and makes it ready; the first rule system will do where none is named.
    pub fn scenario(&self, asked: &str, ruleset: Option<&str>) -> Result<Opened, Failure> {
        let (source, scenario) = self.read(asked)?;
        self.prepare(&source, &scenario, ruleset)
    }

    /// Reads a scenario by its path or name.
    pub fn read(&self, asked: &str) -> Result<(Source, Scenario), Failure> {
        let source = Source::read(places::scenario(&self.assets, asked))?;
        let scenario = Scenario::read(&source, &self.terrains)?;
        Ok((source, scenario))
    }

    /// Makes a scenario ready.
    pub fn prepare(&self, source: &Source, scenario: &Scenario, ruleset: Option<&str>) -> Result<Opened, Failure> {
        let (id, mut library) = (self.id(ruleset)?, self.library.clone());
        library.take_in(&id)?;
        let setup = Arc::new(scenario.prepare(&library, &id)?);
        Ok(Opened { setup, source: source.clone() })
    }

    /// The id of the rule system asked for; the first there is where none was.
    pub fn id(&self, asked: Option<&str>) -> Result<String, Failure> {
        let first = self.library.ruleset_ids().into_iter().next();
        asked.map(str::to_owned).or(first).ok_or_else(|| plain("there is no rule system"))
    }

    /// Makes a scenario ready under house rules.
    pub fn adopting(&self, house: &HouseRules, scenario: &Scenario) -> Result<Arc<Setup>, Failure> {
        let mut library = self.library.clone();
        library.adopt(house)?;
        Ok(Arc::new(scenario.prepare(&library, &house.id)?))
    }
}

/// Controllers for all sides, and the words for them in a recording.
pub fn seats(
    setup: &Setup,
    opponents: &[Opponent],
    script: Option<&Path>,
    (seed, battle): (u64, u64),
) -> Result<Seats, Failure> {
    let script = script.map(|path| Source::read_as(path, FileKind::Script)).transpose()?;
    let thoughts = ai_seed(seed, battle);
    let mut sides: Vec<Box<dyn Controller + Send>> = Vec::new();
    for side in 0..setup.parties.len() {
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

/// The opponents of all sides: one for the first, one for the others.
pub fn opponents(setup: &Setup, a: Opponent, b: Opponent) -> Vec<Opponent> {
    (0..setup.parties.len()).map(|side| if side == 0 { a } else { b }).collect()
}

/// The combatant of a name, or of a number such as `#3`.
pub fn combatant(setup: &Setup, asked: &str) -> Result<CombatantId, Failure> {
    let numbered = asked.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
    let named = setup.recruits.iter().position(|recruit| &*recruit.name == asked);
    if let Some(at) = numbered.filter(|at| *at < setup.recruits.len()).or(named) {
        return Ok(CombatantId(at as u16));
    }
    let known: Vec<&str> = setup.recruits.iter().map(|recruit| &*recruit.name).collect();
    let help = did_you_mean(asked, &known).map(|help| format!(" ({help})")).unwrap_or_default();
    Err(plain(format!("nobody here is called `{asked}`{help}")))
}
