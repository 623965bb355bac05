//! The scenarios there are, read again whenever a file changes. A broken file changes nothing but the list of mistakes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::prelude::*;

use crate::content::authored::{Diagnostic, Source};
use crate::content::terrain::Terrains;
use crate::control::Strength;
use crate::gui::screens::Launch;
use crate::gui::session::Seat;
use crate::gui::stamps::{self, EVERY, Stamps};
use crate::gui::wake::Sentry;
use crate::gui::window::WindowOptions;
use crate::resolution::Setup;
use crate::rules::{HouseRules, Library, Ruleset, ValueChange};
use crate::scenario::{Control, Scenario};

/// A scenario with the rule systems it runs under.
#[derive(Clone, Debug)]
pub struct Entry {
    pub path: PathBuf,
    pub scenario: Scenario,
    pub rulesets: Vec<String>,
}

impl Entry {
    /// Who plays whom unless the player says otherwise.
    pub fn usual_seats(&self) -> Vec<Seat> {
        let seat = |control| match control {
            Control::Human => Seat::Human,
            Control::Ai => Seat::Ai(Strength::Normal),
        };
        self.scenario.sides.iter().map(|side| seat(side.control)).collect()
    }
}

/// All scenarios and what they need.
#[derive(Resource, Default)]
pub struct Shelf {
    entries: Vec<Entry>,
    library: Option<Library>,
    terrains: Option<Terrains>,
    /// What each file of house rules changes, by its path.
    houses: BTreeMap<String, Vec<ValueChange>>,
    /// Everything that is wrong with files now.
    pub wrong: Vec<Diagnostic>,
    stamps: Stamps,
    looked: Option<f32>,
    /// How often files had changed when they were looked at last.
    changes: u32,
}

impl Shelf {
    /// All scenarios in the order of their names.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The scenario of a file.
    pub fn entry(&self, path: &Path) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.path == path)
    }

    /// A rule system.
    pub fn rules(&self, id: &str) -> Option<Arc<Ruleset>> {
        self.library.as_ref()?.ruleset(id).ok()
    }

    /// The name a player reads for a rule system: house rules have that of the one they change, and their own.
    pub fn rules_name(&self, id: &str) -> String {
        let Some(rules) = self.rules(id) else { return id.to_owned() };
        let own = Path::new(id).file_stem().filter(|_| HouseRules::is_file(id));
        let own = own.map(|stem| format!(": {}", stem.to_string_lossy().replace('_', " ")));
        format!("{}{}", rules.policies.name, own.unwrap_or_default())
    }

    /// What house rules change; nothing for a rule system as it stands.
    pub fn changed(&self, id: &str) -> &[ValueChange] {
        self.houses.get(id).map_or(&[], Vec::as_slice)
    }

    /// The name a player reads for a unit.
    pub fn unit_name(&self, ruleset: &str, unit: &str) -> String {
        let found = self.library.as_ref().and_then(|library| library.unit(ruleset, unit).ok());
        found.map_or_else(|| unit.replace('_', " "), |unit| unit.name.clone())
    }

    /// A scenario ready to begin.
    ///
    /// # Errors
    /// Gives everything that is wrong, in words.
    pub fn prepare(&self, entry: &Entry, ruleset: &str) -> Result<Setup, String> {
        let library = self.library.as_ref().ok_or("there are no rule systems")?;
        let words = |all: Vec<Diagnostic>| all.iter().map(Diagnostic::brief).collect::<Vec<_>>().join("\n");
        let mut library = library.clone();
        library.add_if_house_rules(ruleset).map_err(words)?;
        entry.scenario.prepare(&library, ruleset).map_err(words)
    }

    /// The house rules of a folder become rule systems of their own.
    fn take_in(&mut self, library: &mut Library, folder: &Path) {
        self.houses.clear();
        for path in stamps::in_folder(folder) {
            let id = path.display().to_string();
            match library.add_if_house_rules(&id) {
                Ok(changed) => drop(self.houses.insert(id, changed)),
                Err(found) => self.wrong.extend(found),
            }
        }
    }

    fn read(&mut self, options: &WindowOptions) {
        self.wrong.clear();
        match Terrains::open(&options.assets) {
            Ok(terrains) => self.terrains = Some(terrains),
            Err(found) => self.wrong.extend(found),
        }
        match Library::open(&options.assets) {
            Ok(mut library) => {
                let wrong = library.check();
                // A rule system that is broken now is played as it was.
                if wrong.is_empty() || self.library.is_none() {
                    self.take_in(&mut library, &options.house_rules);
                    self.library = Some(library);
                }
                self.wrong.extend(wrong);
            }
            Err(found) => self.wrong.extend(found),
        }
        let (Some(terrains), Some(library)) = (&self.terrains, &self.library) else { return };
        let mut entries = Vec::new();
        for path in stamps::in_folder(&options.scenarios) {
            let read = Source::read(&path).map_err(|why| vec![why]);
            let read = read.and_then(|source| Scenario::read(&source, terrains));
            let read = read.and_then(|scenario| scenario.check(library).map(|()| scenario));
            match read {
                Ok(scenario) => {
                    let rulesets = scenario.supported_rulesets(library);
                    entries.push(Entry { path, scenario, rulesets });
                }
                Err(found) => {
                    self.wrong.extend(found);
                    entries.extend(self.entries.iter().find(|known| known.path == path).cloned());
                }
            }
        }
        entries.sort_by(|a, b| a.scenario.name.cmp(&b.scenario.name));
        self.entries = entries;
    }
}

/// Looks at the files every second and reads all anew when one has changed.
pub fn watch(time: Res<Time>, launch: Res<Launch>, sentry: Res<Sentry>, mut shelf: ResMut<Shelf>) {
    let (now, changes) = (time.elapsed_secs(), sentry.changes());
    if shelf.looked.is_some_and(|looked| now - looked < EVERY) && shelf.changes == changes {
        return;
    }
    let stamps = Stamps::of(&launch.0);
    let changed = shelf.looked.is_none() || shelf.stamps != stamps;
    let known = shelf.bypass_change_detection();
    (known.looked, known.changes) = (Some(now), changes);
    if changed {
        shelf.stamps = stamps;
        shelf.read(&launch.0);
    }
}
