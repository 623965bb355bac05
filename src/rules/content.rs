//! The files of one rule system, read and parsed but not yet checked against each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::content::action::Action;
use crate::content::authored::{Diagnostic, Source, parse};
use crate::content::codex::Codex;
use crate::content::condition::Condition;
use crate::content::gear::{Armor, Shield, Weapon};
use crate::content::item::Item;
use crate::content::policy::Policies;
use crate::content::unit::Unit;
use crate::content::venom::Venom;

/// A parsed value with the text it came from, so that a check can point into it.
pub(super) struct Authored<T> {
    pub(super) source: Source,
    pub(super) value: T,
}

/// Everything that is authored for one rule system.
pub(super) struct Content {
    pub(super) policies: Authored<Policies>,
    pub(super) conditions: Authored<Vec<Condition>>,
    pub(super) actions: Authored<Vec<Action>>,
    /// The actions that are spells, where there are any.
    pub(super) spells: Option<Authored<Vec<Action>>>,
    /// What weapons bring into bodies, where there is anything.
    pub(super) venoms: Option<Authored<Vec<Venom>>>,
    pub(super) weapons: Authored<Vec<Weapon>>,
    pub(super) armor: Authored<Vec<Armor>>,
    pub(super) shields: Authored<Vec<Shield>>,
    /// Things that are no weapons, where there are any.
    pub(super) things: Option<Authored<Vec<Item>>>,
    pub(super) codex: Authored<Codex>,
    /// Units by the stem of their file.
    pub(super) units: BTreeMap<String, Authored<Unit>>,
}

/// The texts of the files of one rule system, not yet parsed.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    /// By the kind of what is in them.
    pub(super) files: BTreeMap<&'static str, Source>,
    /// By the stem of their file.
    pub(super) units: BTreeMap<String, Source>,
}

impl Texts {
    /// Reads the files of one rule system below an assets folder.
    ///
    /// # Errors
    /// Gives what is wrong with every file that cannot be read.
    pub(super) fn read(root: &Path, id: &str) -> Result<Texts, Vec<Diagnostic>> {
        let rules = root.join("rulesets").join(id);
        let units = root.join("units").join(id);
        let (mut refused, mut texts) = (Vec::new(), Texts { files: BTreeMap::new(), units: BTreeMap::new() });
        let folders = [
            (&rules, &["ruleset", "conditions", "actions", "codex"][..]),
            (&units.join("items"), &["weapons", "armor", "shields"][..]),
        ];
        for (folder, kinds) in folders {
            for kind in kinds {
                match Source::read(folder.join(kind).with_extension("ron")) {
                    Ok(source) => drop(texts.files.insert(kind, source)),
                    Err(diagnostic) => refused.push(diagnostic),
                }
            }
        }
        // A rule system without spells, venoms or things that are no weapons has no such file.
        let some = [
            ("spells", rules.join("spells.ron")),
            ("venoms", rules.join("venoms.ron")),
            ("things", units.join("items").join("things.ron")),
        ];
        for (kind, path) in some.into_iter().filter(|(_, path)| path.is_file()) {
            match Source::read(path) {
                Ok(source) => drop(texts.files.insert(kind, source)),
                Err(diagnostic) => refused.push(diagnostic),
            }
        }
        for (stem, path) in stems(&units).map_err(|diagnostic| refused.push(diagnostic)).unwrap_or_default() {
            match Source::read(&path) {
                Ok(source) => drop(texts.units.insert(stem, source)),
                Err(diagnostic) => refused.push(diagnostic),
            }
        }
        if refused.is_empty() { Ok(texts) } else { Err(refused) }
    }
}

impl Content {
    /// Parses the files of one rule system.
    ///
    /// # Errors
    /// Gives what is wrong with every file that cannot be parsed.
    pub(super) fn parse(texts: &Texts) -> Result<Content, Vec<Diagnostic>> {
        let mut refused = Vec::new();
        let policies = author(texts.files.get("ruleset"), &mut refused);
        let conditions = author(texts.files.get("conditions"), &mut refused);
        let actions = author(texts.files.get("actions"), &mut refused);
        let spells = texts.files.get("spells").map(|text| author(Some(text), &mut refused));
        let things = texts.files.get("things").map(|text| author(Some(text), &mut refused));
        let venoms = texts.files.get("venoms").map(|text| author(Some(text), &mut refused));
        let codex = author(texts.files.get("codex"), &mut refused);
        let weapons = author(texts.files.get("weapons"), &mut refused);
        let armor = author(texts.files.get("armor"), &mut refused);
        let shields = author(texts.files.get("shields"), &mut refused);
        let units = texts.units.iter();
        let units = units.filter_map(|(stem, text)| Some((stem.clone(), author(Some(text), &mut refused)?))).collect();
        let whole = || {
            Some(Content {
                policies: policies?,
                conditions: conditions?,
                actions: actions?,
                spells: spells.map_or(Some(None), |read| read.map(Some))?,
                venoms: venoms.map_or(Some(None), |read| read.map(Some))?,
                weapons: weapons?,
                armor: armor?,
                shields: shields?,
                things: things.map_or(Some(None), |read| read.map(Some))?,
                codex: codex?,
                units,
            })
        };
        match whole() {
            Some(content) if refused.is_empty() => Ok(content),
            _ => Err(refused),
        }
    }
}

/// Parses one file; what is wrong with it is put with the rest.
fn author<T: DeserializeOwned>(text: Option<&Source>, refused: &mut Vec<Diagnostic>) -> Option<Authored<T>> {
    let source = text?.clone();
    let value = parse(&source).map_err(|diagnostic| refused.push(diagnostic)).ok()?;
    Some(Authored { source, value })
}

/// The RON files directly in a folder, by their stems.
fn stems(folder: &Path) -> Result<BTreeMap<String, PathBuf>, Diagnostic> {
    let unreadable = |error: std::io::Error| {
        let message = format!("the folder cannot be read: {error}");
        Diagnostic::of_file(&folder.display().to_string(), message)
    };
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let is_ron = path.extension().is_some_and(|extension| extension == "ron");
        if let (true, Some(stem)) = (is_ron && path.is_file(), path.file_stem()) {
            files.insert(stem.to_string_lossy().into_owned(), path);
        }
    }
    Ok(files)
}
