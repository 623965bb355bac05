//! Rule systems: a [`Ruleset`] holds the policies that select a variant of each mechanic, and the content, read from RON. A
//! [`Library`] holds all rule systems of an assets folder, and those that [`HouseRules`] derive from them. [`make_sheet`]
//! computes the numbers of a unit under a rule system. The files are validated in `src/rules/check`, one file per topic.

mod address;
mod check;
mod condition_modifiers;
mod content;
mod costs;
pub mod coverage;
mod house_rules;
mod sheet;

pub use address::RuleValue;
pub use costs::{UnitCost, UnitCosts};
pub use house_rules::{HouseRules, ValueChange};
pub use sheet::{SheetError, item_form, make_sheet, picked_up_weapon, sheet_under_conditions, with_form, with_weapon};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use xxhash_rust::xxh3::xxh3_64;

use crate::content::authored::{did_you_mean, parse};
use crate::content::{
    Action, Armor, Codex, Condition, Diagnostic, Findings, HudLayout, Item, Policies, Rulebook, Shield, Source, Table,
    Unit, ValuePath, Venom, Weapon,
};
use content::{Authored, Content, SourceFiles};

/// A validated rule system: its policies and content.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// The id used by files and on the command line.
    pub id: String,
    /// The id of the rule system that house rules change; its own id without house rules.
    pub base: String,
    /// The policies: which variant of each mechanic applies.
    pub policies: Policies,
    /// Conditions and stances.
    pub conditions: Table<Condition>,
    /// Actions and spells.
    pub actions: Table<Action>,
    /// Venoms.
    pub venoms: Table<Venom>,
    /// Weapons.
    pub weapons: Table<Weapon>,
    /// Suits of armour.
    pub armor: Table<Armor>,
    /// Shields.
    pub shields: Table<Shield>,
    /// Items other than weapons.
    pub things: Table<Item>,
    /// The rules and rulings that content and log cite.
    pub codex: Arc<Codex>,
    /// How the window shows the actions.
    pub hud: Arc<HudLayout>,
    /// Standing orders that its authors recommend, as a script: the text of `orders.ron`, if there is one.
    pub orders: Option<Source>,
    /// A hash of the policies, conditions, actions, venoms and gear, but not of the id, units, codex, `hud.ron`,
    /// `orders.ron` or comments.
    pub content_hash: u64,
}

impl Ruleset {
    /// The policies and conditions, for mechanics.
    pub fn book(&self) -> Rulebook<'_> {
        Rulebook { policies: &self.policies, conditions: &self.conditions }
    }

    fn hash(&self) -> u64 {
        let gear = (&self.weapons, &self.armor, &self.shields, &self.things);
        let values = (&self.policies, &self.conditions, &self.actions, &self.venoms, gear);
        xxh3_64(format!("{values:?}").as_bytes())
    }
}

/// All rule systems of an assets folder, each read and checked when it is first used; a broken one does not affect others.
#[derive(Clone, Debug)]
pub struct Library {
    rulesets: BTreeMap<String, Arc<OnceLock<Result<Loaded, Vec<Diagnostic>>>>>,
    /// The ids that are listed first.
    order: Vec<String>,
    root: PathBuf,
}

#[derive(Clone, Debug)]
struct Loaded {
    ruleset: Arc<Ruleset>,
    units: BTreeMap<String, Arc<Unit>>,
}

impl Library {
    /// Finds the rule systems of an assets folder: the folders in `rulesets` with a `ruleset.ron`.
    ///
    /// # Errors
    /// If there are none, the folder cannot be read, or `order.ron` has mistakes.
    pub fn open(root: &Path) -> Result<Library, Vec<Diagnostic>> {
        let folder = root.join("rulesets");
        let refuse = |message: String| vec![Diagnostic::of_file(&folder.display().to_string(), message)];
        let entries =
            std::fs::read_dir(&folder).map_err(|error| refuse(format!("cannot read this folder: {error}")))?;
        let mut rulesets = BTreeMap::new();
        for entry in entries.flatten().filter(|entry| entry.path().join("ruleset.ron").is_file()) {
            rulesets.insert(entry.file_name().to_string_lossy().into_owned(), Arc::default());
        }
        if rulesets.is_empty() {
            return Err(refuse("no rule systems found in this folder".to_owned()));
        }
        let known: Vec<&str> = rulesets.keys().map(String::as_str).collect();
        let order = order(&folder, &known)?;
        Ok(Library { rulesets, order, root: root.to_owned() })
    }

    /// The ids of all rule systems, including broken ones: those listed in `order.ron`, then the others alphabetically.
    pub fn ruleset_ids(&self) -> Vec<String> {
        let listed = self.order.iter().filter(|id| self.rulesets.contains_key(*id));
        let others = self.rulesets.keys().filter(|id| !self.order.contains(id));
        listed.chain(others).cloned().collect()
    }

    /// The rule system with an id.
    ///
    /// # Errors
    /// All mistakes in its files, or that the id is unknown.
    pub fn ruleset(&self, id: &str) -> Result<Arc<Ruleset>, Vec<Diagnostic>> {
        self.loaded(id).map(|loaded| Arc::clone(&loaded.ruleset))
    }

    /// Adds house rules as a rule system with their own id; returns the changed values.
    ///
    /// # Errors
    /// Changes that match no value or have an invalid value, or all mistakes in the base rule system.
    pub fn add_house_rules(&mut self, house: &HouseRules) -> Result<Vec<ValueChange>, Vec<Diagnostic>> {
        self.loaded(&house.base)?;
        let changed = house.change(SourceFiles::read(&self.root, &house.base)?)?;
        let loaded = Loaded::of((&house.id, &house.base), &changed.texts, &changed.changed)
            .map_err(|wrong| changed.attribute(house, wrong))?;
        self.rulesets.insert(house.id.clone(), Arc::new(OnceLock::from(Ok(loaded))));
        Ok(changed.changed)
    }

    /// Adds the house rules of a file if `id` is its path; otherwise does nothing.
    ///
    /// # Errors
    /// If the file cannot be read, and those of [`Library::add_house_rules`].
    pub fn add_if_house_rules(&mut self, id: &str) -> Result<Vec<ValueChange>, Vec<Diagnostic>> {
        if !HouseRules::is_file(id) {
            return Ok(Vec::new());
        }
        let house = Source::read(id).and_then(|source| HouseRules::read(&source)).map_err(|wrong| vec![wrong])?;
        self.add_house_rules(&house)
    }

    /// Every single value that house rules may change, in the order of the files, with the errors of [`Library::ruleset`].
    pub fn values(&self, id: &str) -> Result<Vec<RuleValue>, Vec<Diagnostic>> {
        self.loaded(id)?;
        Ok(address::changeable(&SourceFiles::read(&self.root, id)?))
    }

    /// A unit of a rule system, by the name of its file without `.ron`.
    ///
    /// # Errors
    /// That the unit is unknown, or the first mistake in the rule system.
    pub fn unit(&self, ruleset: &str, unit: &str) -> Result<Arc<Unit>, Diagnostic> {
        let broken = |mut all: Vec<Diagnostic>| all.swap_remove(0);
        let loaded = self.loaded(ruleset).map_err(broken)?;
        let known: Vec<&str> = loaded.units.keys().map(String::as_str).collect();
        let found = loaded.units.get(unit).map(Arc::clone);
        found.ok_or_else(|| unknown("unit", unit, &known))
    }

    /// The ids of all units of a rule system in alphabetical order; empty if it is broken or unknown.
    pub fn units(&self, ruleset: &str) -> Vec<String> {
        self.loaded(ruleset).map(|loaded| loaded.units.keys().cloned().collect()).unwrap_or_default()
    }

    /// The costs of the units of a rule system, or of the one that house rules change; `None` if none have been measured.
    ///
    /// # Errors
    /// The first mistake in the file, or a unit that the rule system lacks.
    pub fn costs(&self, ruleset: &str) -> Result<Option<UnitCosts>, Diagnostic> {
        let base = self.loaded(ruleset).map_or(ruleset, |loaded| loaded.ruleset.base.as_str());
        let Some(costs) = UnitCosts::read(&self.root.join("rulesets").join(base))? else { return Ok(None) };
        let known = self.units(ruleset);
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        match costs.units.iter().find(|row| !known.contains(&row.unit)) {
            Some(row) => Err(unknown("unit", &row.unit, &names)),
            None => Ok(Some(costs)),
        }
    }

    /// All mistakes in all rule systems and in the costs of their units.
    pub fn check(&self) -> Vec<Diagnostic> {
        let broken = self.rulesets.keys().filter_map(|id| self.loaded(id).err()).flatten();
        broken.chain(self.rulesets.keys().filter_map(|id| self.costs(id).err())).collect()
    }

    fn loaded(&self, id: &str) -> Result<&Loaded, Vec<Diagnostic>> {
        match self.rulesets.get(id) {
            Some(once) => once
                .get_or_init(|| Loaded::of((id, id), &SourceFiles::read(&self.root, id)?, &[]))
                .as_ref()
                .map_err(Clone::clone),
            None => {
                let known: Vec<&str> = self.rulesets.keys().map(String::as_str).collect();
                Err(vec![unknown("rule system", id, &known)])
            }
        }
    }
}

impl Loaded {
    /// The rule system of these files, with the values that house rules have set in them.
    fn of((id, base): (&str, &str), texts: &SourceFiles, changes: &[ValueChange]) -> Result<Loaded, Vec<Diagnostic>> {
        let mut content = Content::parse(texts)?;
        let found = check::check(&content);
        if !found.is_empty() {
            return Err(found);
        }
        let set = changes.iter().map(|change| (change.path.as_str(), change.after.as_str()));
        let others = content.codex.value.rulings.iter_mut().flat_map(|ruling| &mut ruling.others);
        others.for_each(|other| other.note_use(set.clone()));
        let actions = content.actions.into_iter().chain(content.spells).flat_map(|file| file.value).collect();
        let mut ruleset = Ruleset {
            id: id.to_owned(),
            base: base.to_owned(),
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
            orders: texts.of("orders").next().map(|text| text.source.clone()),
            content_hash: 0,
        };
        ruleset.content_hash = ruleset.hash();
        let shared = |(stem, unit): (String, Authored<Unit>)| (stem, Arc::new(unit.value));
        Ok(Loaded { ruleset: Arc::new(ruleset), units: content.units.into_iter().map(shared).collect() })
    }
}

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
    Diagnostic::of_file(given, format!("unknown {what} `{given}`")).helped(did_you_mean(given, known))
}
