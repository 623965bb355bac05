//! The library: every rule system below an assets folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::Ruleset;
use super::address::{self, Changeable};
use super::check;
use super::content::{Authored, Content};
use super::house::{Changed, HouseRules};
use super::texts::Texts;
use crate::content::authored::{Diagnostic, Findings, Source, ValuePath, did_you_mean, parse};
use crate::content::table::Table;
use crate::content::unit::Unit;

/// All rule systems below an assets folder with their units, each read and checked once: when it is first asked for.
///
/// A rule system that is broken does not keep the others from being used.
#[derive(Clone, Debug)]
pub struct Library {
    rulesets: BTreeMap<String, Arc<OnceLock<Result<Loaded, Vec<Diagnostic>>>>>,
    /// The ids that come first in lists.
    order: Vec<String>,
    /// The assets folder.
    root: PathBuf,
}

/// A rule system and its units.
#[derive(Clone, Debug)]
struct Loaded {
    ruleset: Arc<Ruleset>,
    units: BTreeMap<String, Arc<Unit>>,
}

impl Library {
    /// Finds what is below an assets folder: a rule system is a folder in `rulesets` with a `ruleset.ron`.
    ///
    /// # Errors
    /// Gives a diagnostic when there is no such folder or no rule system in it; what is wrong with a rule system
    /// itself is given by [`Library::ruleset`] and [`Library::check`].
    pub fn open(root: &Path) -> Result<Library, Vec<Diagnostic>> {
        let folder = root.join("rulesets");
        let refuse = |message: String| vec![Diagnostic::of_file(&folder.display().to_string(), message)];
        let entries =
            std::fs::read_dir(&folder).map_err(|error| refuse(format!("the folder cannot be read: {error}")))?;
        let mut rulesets = BTreeMap::new();
        for entry in entries.flatten().filter(|entry| entry.path().join("ruleset.ron").is_file()) {
            rulesets.insert(entry.file_name().to_string_lossy().into_owned(), Arc::default());
        }
        if rulesets.is_empty() {
            return Err(refuse("there is no rule system in this folder".to_owned()));
        }
        let known: Vec<&str> = rulesets.keys().map(String::as_str).collect();
        let order = order(&folder, &known)?;
        Ok(Library { rulesets, order, root: root.to_owned() })
    }

    /// The ids of all rule systems, broken ones too, as `order.ron` lists them, and then in the order of the alphabet.
    pub fn ruleset_ids(&self) -> Vec<String> {
        let listed = self.order.iter().filter(|id| self.rulesets.contains_key(*id));
        let others = self.rulesets.keys().filter(|id| !self.order.contains(id));
        listed.chain(others).cloned().collect()
    }

    /// A rule system.
    ///
    /// # Errors
    /// Gives everything that is wrong with its files, or that there is none of this id.
    pub fn ruleset(&self, id: &str) -> Result<Arc<Ruleset>, Vec<Diagnostic>> {
        self.loaded(id).map(|loaded| Arc::clone(&loaded.ruleset))
    }

    /// Takes house rules in as a rule system of their own, under their id, and gives what they change: each value by its path,
    /// as it was and as it is.
    ///
    /// # Errors
    /// Says which change names no value, or a value that does not fit, at the change itself; or what is wrong with the rule
    /// system that is changed.
    pub fn adopt(&mut self, house: &HouseRules) -> Result<Vec<Changed>, Vec<Diagnostic>> {
        self.loaded(&house.base)?;
        let changed = house.change(Texts::read(&self.root, &house.base)?)?;
        let loaded = Loaded::of(&house.id, &changed.texts).map_err(|wrong| changed.blame(house, wrong))?;
        self.rulesets.insert(house.id.clone(), Arc::new(OnceLock::from(Ok(loaded))));
        Ok(changed.changed)
    }

    /// Takes in the house rules of a file, if the id is the path of one; any other id is let be and changes nothing.
    ///
    /// # Errors
    /// As [`Library::adopt`], and where the file cannot be read.
    pub fn take_in(&mut self, id: &str) -> Result<Vec<Changed>, Vec<Diagnostic>> {
        if !HouseRules::is_file(id) {
            return Ok(Vec::new());
        }
        let house = Source::read(id).and_then(|source| HouseRules::read(&source)).map_err(|wrong| vec![wrong])?;
        self.adopt(&house)
    }

    /// Every value of a rule system and its units that house rules may change and that holds no others, in the order of its
    /// files, with the defaults of fields that the files leave out.
    ///
    /// # Errors
    /// As [`Library::ruleset`].
    pub fn values(&self, id: &str) -> Result<Vec<Changeable>, Vec<Diagnostic>> {
        self.loaded(id)?;
        Ok(address::changeable(&Texts::read(&self.root, id)?))
    }

    /// A unit of a rule system, by the stem of its file.
    ///
    /// # Errors
    /// Says that there is none of this name, or what is first wrong with the rule system.
    pub fn unit(&self, ruleset: &str, unit: &str) -> Result<Arc<Unit>, Diagnostic> {
        let broken = |mut all: Vec<Diagnostic>| all.swap_remove(0);
        let loaded = self.loaded(ruleset).map_err(broken)?;
        let known: Vec<&str> = loaded.units.keys().map(String::as_str).collect();
        let found = loaded.units.get(unit).map(Arc::clone);
        found.ok_or_else(|| unknown("unit", unit, &known))
    }

    /// The ids of all units of a rule system, in the order of the alphabet; none for one that is broken or unknown.
    pub fn units(&self, ruleset: &str) -> Vec<String> {
        self.loaded(ruleset).map(|loaded| loaded.units.keys().cloned().collect()).unwrap_or_default()
    }

    /// Everything that is wrong with any file of any rule system.
    pub fn check(&self) -> Vec<Diagnostic> {
        self.rulesets.keys().filter_map(|id| self.loaded(id).err()).flatten().collect()
    }

    fn loaded(&self, id: &str) -> Result<&Loaded, Vec<Diagnostic>> {
        match self.rulesets.get(id) {
            Some(once) => once.get_or_init(|| Loaded::read(&self.root, id)).as_ref().map_err(Clone::clone),
            None => {
                let known: Vec<&str> = self.rulesets.keys().map(String::as_str).collect();
                Err(vec![unknown("rule system", id, &known)])
            }
        }
    }
}

impl Loaded {
    fn read(root: &Path, id: &str) -> Result<Loaded, Vec<Diagnostic>> {
        Loaded::of(id, &Texts::read(root, id)?)
    }

    fn of(id: &str, texts: &Texts) -> Result<Loaded, Vec<Diagnostic>> {
        let content = Content::parse(texts)?;
        let found = check::check(&content);
        if !found.is_empty() {
            return Err(found);
        }
        let actions = content.actions.into_iter().chain(content.spells).flat_map(|file| file.value).collect();
        let mut ruleset = Ruleset {
            id: id.to_owned(),
            policies: content.policies.value,
            conditions: Table::new(content.conditions.value),
            actions: Table::new(actions),
            venoms: Table::new(content.venoms.map_or_else(Vec::new, |venoms| venoms.value)),
            weapons: Table::new(content.weapons.value),
            armor: Table::new(content.armor.value),
            shields: Table::new(content.shields.value),
            things: Table::new(content.things.map(|things| things.value).unwrap_or_default()),
            codex: Arc::new(content.codex.value),
            hud: Arc::new(content.hud.value),
            content_hash: 0,
        };
        ruleset.content_hash = ruleset.hash();
        let shared = |(stem, unit): (String, Authored<Unit>)| (stem, Arc::new(unit.value));
        Ok(Loaded { ruleset: Arc::new(ruleset), units: content.units.into_iter().map(shared).collect() })
    }
}

/// The ids that `order.ron` lists, if there is such a file; each is that of a rule system.
fn order(folder: &Path, known: &[&str]) -> Result<Vec<String>, Vec<Diagnostic>> {
    let file = folder.join("order.ron");
    if !file.is_file() {
        return Ok(Vec::new());
    }
    let source = Source::read(file).map_err(|unreadable| vec![unreadable])?;
    let listed: Vec<String> = parse(&source).map_err(|refused| vec![refused])?;
    let mut findings = Findings::new(&source);
    for (at, id) in listed.iter().enumerate().filter(|(_, id)| !known.contains(&id.as_str())) {
        findings.unknown(&ValuePath::root().index(at), "rule system", id, known);
    }
    findings.finish(listed)
}

fn unknown(what: &str, given: &str, known: &[&str]) -> Diagnostic {
    let mut diagnostic = Diagnostic::of_file(given, format!("unknown {what} `{given}`"));
    if let Some(help) = did_you_mean(given, known) {
        diagnostic.with_help(help);
    }
    diagnostic
}
