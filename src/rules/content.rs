//! The files of a rule system: reading and parsing, before validation.

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

/// A parsed value with its source text, so that checks can report positions.
pub(super) struct Authored<T> {
    pub(super) source: Source,
    pub(super) value: T,
}

/// All parsed files of a rule system.
pub(super) struct Content {
    pub(super) policies: Authored<Policies>,
    pub(super) conditions: Authored<Vec<Condition>>,
    pub(super) actions: Authored<Vec<Action>>,
    /// Spells, if the rule system has any.
    pub(super) spells: Option<Authored<Vec<Action>>>,
    /// Venoms, if the rule system has any.
    pub(super) venoms: Option<Authored<Vec<Venom>>>,
    pub(super) weapons: Authored<Vec<Weapon>>,
    pub(super) armor: Authored<Vec<Armor>>,
    pub(super) shields: Authored<Vec<Shield>>,
    /// Items other than weapons, if the rule system has any.
    pub(super) things: Option<Authored<Vec<Item>>>,
    pub(super) codex: Authored<Codex>,
    /// Units by file stem.
    pub(super) units: BTreeMap<String, Authored<Unit>>,
}

/// The unparsed files of a rule system.
#[derive(Clone, Debug)]
pub(super) struct SourceFiles {
    /// Files by kind, such as `actions`.
    pub(super) files: BTreeMap<&'static str, Source>,
    /// Units by file stem.
    pub(super) units: BTreeMap<String, Source>,
}

impl SourceFiles {
    /// Reads the files of a rule system in an assets folder.
    ///
    /// # Errors
    /// The problems of every file that cannot be read.
    pub(super) fn read(root: &Path, id: &str) -> Result<SourceFiles, Vec<Diagnostic>> {
        let rules = root.join("rulesets").join(id);
        let units = root.join("units").join(id);
        let (mut refused, mut texts) = (Vec::new(), SourceFiles { files: BTreeMap::new(), units: BTreeMap::new() });
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
        // These files are optional.
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
    /// Parses the files of a rule system.
    ///
    /// # Errors
    /// The syntax errors of all files.
    pub(super) fn parse(texts: &SourceFiles) -> Result<Content, Vec<Diagnostic>> {
        let mut refused = Vec::new();
        let policies = parse_file(texts.files.get("ruleset"), &mut refused);
        let conditions = parse_file(texts.files.get("conditions"), &mut refused);
        let actions = parse_file(texts.files.get("actions"), &mut refused);
        let spells = texts.files.get("spells").map(|text| parse_file(Some(text), &mut refused));
        let things = texts.files.get("things").map(|text| parse_file(Some(text), &mut refused));
        let venoms = texts.files.get("venoms").map(|text| parse_file(Some(text), &mut refused));
        let codex = parse_file(texts.files.get("codex"), &mut refused);
        let weapons = parse_file(texts.files.get("weapons"), &mut refused);
        let armor = parse_file(texts.files.get("armor"), &mut refused);
        let shields = parse_file(texts.files.get("shields"), &mut refused);
        let units = texts.units.iter();
        let units =
            units.filter_map(|(stem, text)| Some((stem.clone(), parse_file(Some(text), &mut refused)?))).collect();
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

/// Parses a file; errors are added to `refused`.
fn parse_file<T: DeserializeOwned>(text: Option<&Source>, refused: &mut Vec<Diagnostic>) -> Option<Authored<T>> {
    let source = text?.clone();
    let value = parse(&source).map_err(|diagnostic| refused.push(diagnostic)).ok()?;
    Some(Authored { source, value })
}

/// The RON files directly in a folder, by stem.
fn stems(folder: &Path) -> Result<BTreeMap<String, PathBuf>, Diagnostic> {
    let unreadable = |error: std::io::Error| {
        let message = format!("cannot read this folder: {error}");
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
