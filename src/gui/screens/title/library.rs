//! The scenarios, read again whenever a file changes, and the player's choice. A broken file only adds an error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use crate::battle::Count;
use crate::content::{Diagnostic, Source, Terrains};
use crate::control::Strength;
use crate::gui::files::{CHECK_SECONDS, FileTimes, FileWatcher, ron_files};
use crate::gui::home::{Home, WindowOptions};
use crate::gui::saves::BattleSummary;
use crate::gui::session::{BattleOpening, Seat};
use crate::replay::journal;
use crate::resolution::Setup;
use crate::rules::{HouseRules, Library, Ruleset, UnitCosts, ValueChange};
use crate::scenario::{Force, Scenario};

#[derive(Clone, Debug)]
pub struct ScenarioEntry {
    pub path: PathBuf,
    pub scenario: Scenario,
    pub rulesets: Vec<String>,
}

impl ScenarioEntry {
    pub fn usual_seats(&self) -> Vec<Seat> {
        self.scenario.sides.iter().map(|side| Seat::from(side.control)).collect()
    }
}

/// All scenarios and the content they need.
#[derive(Resource, Default)]
pub struct ScenarioLibrary {
    pub entries: Vec<ScenarioEntry>,
    library: Option<Library>,
    terrains: Option<Terrains>,
    /// The costs of the units of each rule system and house-rule file that has them.
    costs: BTreeMap<String, UnitCosts>,
    /// The changes of each house-rule file, by path.
    houses: BTreeMap<String, Vec<ValueChange>>,
    pub errors: Vec<Diagnostic>,
    times: FileTimes,
    looked: Option<f32>,
    /// Number of file changes at the last check.
    changes: u32,
}

impl ScenarioLibrary {
    pub fn entry(&self, path: &Path) -> Option<&ScenarioEntry> {
        self.entries.iter().find(|entry| entry.path == path)
    }

    pub fn rules(&self, id: &str) -> Option<Arc<Ruleset>> {
        self.library.as_ref()?.ruleset(id).ok()
    }

    /// The display name of a ruleset. House rules add their own name to that of the ruleset they change.
    pub fn rules_name(&self, id: &str) -> String {
        let Some(rules) = self.rules(id) else { return id.to_owned() };
        let own = Path::new(id).file_stem().filter(|_| HouseRules::is_file(id));
        let own = own.map(|stem| format!(": {}", stem.to_string_lossy().replace('_', " ")));
        format!("{}{}", rules.policies.name, own.unwrap_or_default())
    }

    /// The ids of the rule systems in their order, without house rules.
    pub fn rulesets(&self) -> Vec<String> {
        let ids = self.library.as_ref().map(Library::ruleset_ids).unwrap_or_default();
        ids.into_iter().filter(|id| !HouseRules::is_file(id)).collect()
    }

    /// The scenario of a file with this name, without folder and ending, if a ruleset supports it.
    pub fn named(&self, file: &str, ruleset: &str) -> Option<&ScenarioEntry> {
        let named = |entry: &&ScenarioEntry| entry.path.file_stem().is_some_and(|stem| stem == file);
        self.entries.iter().find(named).filter(|entry| entry.rulesets.iter().any(|id| id == ruleset))
    }

    /// The name of the figure on a unit's token.
    pub fn figure(&self, ruleset: &str, unit: &str) -> Option<String> {
        self.library.as_ref()?.unit(ruleset, unit).ok().map(|unit| unit.figure.clone())
    }

    /// The word for a round or count of a ruleset.
    pub fn moment(&self, id: &str) -> &'static str {
        self.rules(id).map_or("round", |rules| rules.policies.turn.moment())
    }

    /// The changes of house rules; empty for an unchanged ruleset.
    pub fn changed(&self, id: &str) -> &[ValueChange] {
        self.houses.get(id).map_or(&[], Vec::as_slice)
    }

    pub fn unit_name(&self, ruleset: &str, unit: &str) -> String {
        let found = self.library.as_ref().and_then(|library| library.unit(ruleset, unit).ok());
        found.map_or_else(|| unit.replace('_', " "), |unit| unit.name.clone())
    }

    /// The ids of all units of a ruleset.
    pub fn units(&self, ruleset: &str) -> Vec<String> {
        self.library.as_ref().map(|library| library.units(ruleset)).unwrap_or_default()
    }

    /// The ids of all units of a ruleset, cheapest first.
    pub fn units_by_cost(&self, ruleset: &str) -> Vec<String> {
        let costs = self.costs(ruleset);
        let mut units = self.units(ruleset);
        units.sort_by_key(|unit| costs.and_then(|costs| costs.of(unit)).map_or(u32::MAX, |row| row.cost));
        units
    }

    /// The description of a unit.
    pub fn unit_about(&self, ruleset: &str, unit: &str) -> String {
        let found = self.library.as_ref().and_then(|library| library.unit(ruleset, unit).ok());
        found.map(|unit| unit.about.clone()).unwrap_or_default()
    }

    /// The costs of the units of a ruleset, if they have been measured.
    pub fn costs(&self, ruleset: &str) -> Option<&UnitCosts> {
        self.costs.get(ruleset)
    }

    /// Reads a scenario, or gives everything that is wrong with it in words.
    pub fn read_scenario(&self, source: &Source) -> Result<Scenario, String> {
        let terrains = self.terrains.as_ref().ok_or("no terrain was found")?;
        let words = |all: Vec<Diagnostic>| all.iter().map(Diagnostic::brief).collect::<Vec<_>>().join("\n");
        Scenario::read(source, terrains).map_err(words)
    }

    /// The text of a skirmish on the map of a scenario, or why there is no such skirmish.
    pub fn skirmish(
        &self,
        base: &Scenario,
        named: (&str, &str),
        forces: [Force; 2],
        ruleset: &str,
    ) -> Result<String, String> {
        let library = self.library.as_ref().ok_or("no rulesets were found")?;
        let rules = self.rules(ruleset).ok_or("no rulesets were found")?;
        base.skirmish(named, &forces, (library, &rules)).map_err(|error| error.to_string())
    }

    /// A scenario ready to start, or everything that is wrong with it in words.
    pub fn prepare(&self, entry: &ScenarioEntry, ruleset: &str) -> Result<Setup, String> {
        let library = self.library.as_ref().ok_or("no rulesets were found")?;
        let words = |all: Vec<Diagnostic>| all.iter().map(Diagnostic::brief).collect::<Vec<_>>().join("\n");
        let mut library = library.clone();
        library.add_if_house_rules(ruleset).map_err(words)?;
        entry.scenario.prepare(&library, ruleset).map_err(words)
    }

    fn read(&mut self, options: &WindowOptions) {
        self.errors.clear();
        match Terrains::open(&options.assets) {
            Ok(terrains) => self.terrains = Some(terrains),
            Err(found) => self.errors.extend(found),
        }
        match Library::open(&options.assets) {
            Ok(mut library) => {
                let errors = library.check();
                // A ruleset that is broken now stays available as it was.
                if errors.is_empty() || self.library.is_none() {
                    self.houses.clear();
                    for path in ron_files(&options.house_rules) {
                        let id = path.display().to_string();
                        match library.add_if_house_rules(&id) {
                            Ok(changed) => drop(self.houses.insert(id, changed)),
                            Err(found) => self.errors.extend(found),
                        }
                    }
                    let ids = library.ruleset_ids();
                    let known = |id: String| Some((id.clone(), library.costs(&id).ok()??));
                    self.costs = ids.into_iter().filter_map(known).collect();
                    self.library = Some(library);
                }
                self.errors.extend(errors);
            }
            Err(found) => self.errors.extend(found),
        }
        let (Some(terrains), Some(library)) = (&self.terrains, &self.library) else { return };
        let mut entries = Vec::new();
        for path in ron_files(&options.scenarios) {
            let read = Source::read(&path).map_err(|why| vec![why]);
            let read = read.and_then(|source| Scenario::read(&source, terrains));
            let read = read.and_then(|scenario| scenario.check(library).map(|()| scenario));
            match read {
                Ok(scenario) => {
                    let rulesets = scenario.supported_rulesets(library);
                    entries.push(ScenarioEntry { path, scenario, rulesets });
                }
                Err(found) => {
                    self.errors.extend(found);
                    entries.extend(self.entries.iter().find(|known| known.path == path).cloned());
                }
            }
        }
        entries.sort_by(|a, b| a.scenario.name.cmp(&b.scenario.name));
        self.entries = entries;
    }
}

/// Checks the files every second and reads everything again when one has changed.
pub fn watch(
    time: Res<Time>,
    options: Res<WindowOptions>,
    watcher: Res<FileWatcher>,
    mut scenarios: ResMut<ScenarioLibrary>,
) {
    let (now, changes) = (time.elapsed_secs(), watcher.changes());
    if scenarios.looked.is_some_and(|looked| now - looked < CHECK_SECONDS) && scenarios.changes == changes {
        return;
    }
    let times = FileTimes::of(&options);
    let changed = scenarios.looked.is_none() || scenarios.times != times;
    let known = scenarios.bypass_change_detection();
    (known.looked, known.changes) = (Some(now), changes);
    if changed {
        scenarios.times = times;
        scenarios.read(&options);
    }
}

#[derive(Resource, Default, Debug)]
pub struct BattleSelection {
    pub scenario: Option<PathBuf>,
    pub ruleset: String,
    pub seats: Vec<Seat>,
    pub seed: String,
    pub refused: Option<String>,
    /// The unfinished battle in the journal.
    pub unfinished: Option<UnfinishedBattle>,
    /// The newest recordings.
    pub recordings: Vec<BattleSummary>,
    pub home: Home,
}

/// The description of an unfinished battle on the start screen.
#[derive(Clone, Debug)]
pub struct UnfinishedBattle {
    /// The name of the scenario.
    pub name: String,
    /// The id of the rule system.
    pub ruleset: String,
    /// The last count or round.
    pub count: Count,
}

impl UnfinishedBattle {
    /// Reads the journal of the running battle; `None` if there is none, or if its battle is over.
    pub fn read(home: &Home) -> Option<UnfinishedBattle> {
        let kept = journal::read(&home.journal()).ok().filter(|kept| !kept.finished)?;
        let count = kept.chosen.last().map_or(0, |chosen| chosen.count);
        Some(UnfinishedBattle { name: kept.beginning.name, ruleset: kept.beginning.ruleset, count })
    }
}

/// Chooses a scenario with easy opponents.
pub fn choose_easy(chosen: &mut BattleSelection, entry: &ScenarioEntry) {
    choose(chosen, entry);
    for seat in &mut chosen.seats {
        if let Seat::Ai(strength) = seat {
            *strength = Strength::Easy;
        }
    }
}

pub fn choose(chosen: &mut BattleSelection, entry: &ScenarioEntry) {
    chosen.scenario = Some(entry.path.clone());
    chosen.seats = entry.usual_seats();
    chosen.refused = None;
    if !entry.rulesets.contains(&chosen.ruleset) {
        chosen.ruleset = entry.rulesets.first().cloned().unwrap_or_default();
    }
}

pub fn opening(scenarios: &ScenarioLibrary, chosen: &BattleSelection) -> Result<BattleOpening, String> {
    let entry = chosen.scenario.as_ref().and_then(|path| scenarios.entry(path)).ok_or("choose a scenario first")?;
    let seed = chosen.seed.trim().parse().map_err(|_| "the seed must be a whole number".to_owned())?;
    let setup = scenarios.prepare(entry, &chosen.ruleset)?;
    let source = entry.scenario.source().clone();
    let opening = BattleOpening::new(Arc::new(setup), source, chosen.seats.clone(), seed);
    Ok(BattleOpening { journal: Some(chosen.home.journal()), ..opening })
}
