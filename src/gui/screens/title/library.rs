//! The available scenarios, read again whenever a file changes. A broken file only adds to the list of errors.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use crate::content::authored::{Diagnostic, Source};
use crate::content::terrain::Terrains;
use crate::control::Strength;
use crate::gui::WindowOptions;
use crate::gui::files::file_times::{self, CHECK_SECONDS, FileTimes};
use crate::gui::files::file_watch::FileWatcher;
use crate::gui::screens::Launch;
use crate::gui::session::Seat;
use crate::resolution::Setup;
use crate::rules::{HouseRules, Library, Ruleset, ValueChange};
use crate::scenario::{Control, Scenario};

/// A scenario with the rulesets it fits.
#[derive(Clone, Debug)]
pub struct ScenarioEntry {
    /// The file of the scenario.
    pub path: PathBuf,
    /// The scenario.
    pub scenario: Scenario,
    /// Ids of the rulesets it fits.
    pub rulesets: Vec<String>,
}

impl ScenarioEntry {
    /// The default seats.
    pub fn usual_seats(&self) -> Vec<Seat> {
        let seat = |control| match control {
            Control::Human => Seat::Human,
            Control::Ai => Seat::Ai(Strength::Normal),
        };
        self.scenario.sides.iter().map(|side| seat(side.control)).collect()
    }
}

/// All scenarios and the content they need.
#[derive(Resource, Default)]
pub struct ScenarioLibrary {
    entries: Vec<ScenarioEntry>,
    library: Option<Library>,
    terrains: Option<Terrains>,
    /// The changes of each house-rule file, by path.
    houses: BTreeMap<String, Vec<ValueChange>>,
    /// All current errors in files.
    pub errors: Vec<Diagnostic>,
    times: FileTimes,
    looked: Option<f32>,
    /// Number of file changes at the last check.
    changes: u32,
}

impl ScenarioLibrary {
    /// All scenarios, sorted by name.
    pub fn entries(&self) -> &[ScenarioEntry] {
        &self.entries
    }

    /// The scenario of a file.
    pub fn entry(&self, path: &Path) -> Option<&ScenarioEntry> {
        self.entries.iter().find(|entry| entry.path == path)
    }

    /// A ruleset by id.
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

    /// The changes of house rules; empty for an unchanged ruleset.
    pub fn changed(&self, id: &str) -> &[ValueChange] {
        self.houses.get(id).map_or(&[], Vec::as_slice)
    }

    /// The display name of a unit.
    pub fn unit_name(&self, ruleset: &str, unit: &str) -> String {
        let found = self.library.as_ref().and_then(|library| library.unit(ruleset, unit).ok());
        found.map_or_else(|| unit.replace('_', " "), |unit| unit.name.clone())
    }

    /// A scenario ready to start.
    ///
    /// # Errors
    /// Gives everything that is errors, in words.
    pub fn prepare(&self, entry: &ScenarioEntry, ruleset: &str) -> Result<Setup, String> {
        let library = self.library.as_ref().ok_or("no rulesets were found")?;
        let words = |all: Vec<Diagnostic>| all.iter().map(Diagnostic::brief).collect::<Vec<_>>().join("\n");
        let mut library = library.clone();
        library.add_if_house_rules(ruleset).map_err(words)?;
        entry.scenario.prepare(&library, ruleset).map_err(words)
    }

    /// Adds the house rules of a folder as rulesets.
    fn add_if_house_rules(&mut self, library: &mut Library, folder: &Path) {
        self.houses.clear();
        for path in file_times::ron_files(folder) {
            let id = path.display().to_string();
            match library.add_if_house_rules(&id) {
                Ok(changed) => drop(self.houses.insert(id, changed)),
                Err(found) => self.errors.extend(found),
            }
        }
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
                    self.add_if_house_rules(&mut library, &options.house_rules);
                    self.library = Some(library);
                }
                self.errors.extend(errors);
            }
            Err(found) => self.errors.extend(found),
        }
        let (Some(terrains), Some(library)) = (&self.terrains, &self.library) else { return };
        let mut entries = Vec::new();
        for path in file_times::ron_files(&options.scenarios) {
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
pub fn watch(time: Res<Time>, launch: Res<Launch>, watcher: Res<FileWatcher>, mut scenarios: ResMut<ScenarioLibrary>) {
    let (now, changes) = (time.elapsed_secs(), watcher.changes());
    if scenarios.looked.is_some_and(|looked| now - looked < CHECK_SECONDS) && scenarios.changes == changes {
        return;
    }
    let times = FileTimes::of(&launch.0);
    let changed = scenarios.looked.is_none() || scenarios.times != times;
    let known = scenarios.bypass_change_detection();
    (known.looked, known.changes) = (Some(now), changes);
    if changed {
        scenarios.times = times;
        scenarios.read(&launch.0);
    }
}
