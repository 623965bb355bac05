//! The files of one rule system: reading and parsing, before validation.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::content::authored::parse;
use crate::content::stat::reading_with;
use crate::content::{
    Action, Armor, Codex, Condition, Diagnostic, Findings, HudLayout, Item, Policies, Shield, Source, StatRow, Unit,
    ValuePath, Venom, Weapon,
};

/// The file in `actions/` that lists the topics in the order of the table of actions.
const ORDER: &str = "order";

#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The kind of its content: `ruleset`, `actions`, `units` and so on.
    pub(super) kind: &'static str,
    /// Its name without `.ron`.
    pub(super) stem: String,
    pub(super) source: Source,
}

impl Text {
    /// The names with which the paths of its values begin; none for `ruleset.ron`.
    pub(super) fn prefix(&self) -> Vec<String> {
        match self.kind {
            "ruleset" => Vec::new(),
            "units" => vec!["units".to_owned(), self.stem.clone()],
            kind => vec![kind.to_owned()],
        }
    }
}

/// The files of one rule system, by kind in alphabetical order, and the units last.
#[derive(Clone, Debug)]
pub(super) struct SourceFiles(pub(super) Vec<Text>);

impl SourceFiles {
    pub(super) fn of(&self, kind: &'static str) -> impl Iterator<Item = &Text> {
        self.0.iter().filter(move |text| text.kind == kind)
    }

    /// Reads the files below an assets folder. A rule system may lack spells, venoms, items that are no weapons and
    /// recommended orders.
    pub(super) fn read(root: &Path, id: &str) -> Result<SourceFiles, Vec<Diagnostic>> {
        let rules = root.join("rulesets").join(id);
        let units = root.join("units").join(id);
        let mut reader = Reader::default();
        reader.topics(&rules.join("actions"));
        for (kind, folder) in [
            ("armor", &units.join("items")),
            ("codex", &rules),
            ("conditions", &rules),
            ("hud", &rules),
            ("orders", &rules),
            ("ruleset", &rules),
            ("shields", &units.join("items")),
            ("spells", &rules),
            ("stats", &rules),
            ("things", &units.join("items")),
            ("venoms", &rules),
            ("weapons", &units.join("items")),
        ] {
            let path = folder.join(kind).with_extension("ron");
            if path.is_file() || !matches!(kind, "orders" | "spells" | "things" | "venoms") {
                reader.read(kind, kind.to_owned(), &path);
            }
        }
        for (stem, path) in reader.stems(&units) {
            reader.read("units", stem, &path);
        }
        if reader.refused.is_empty() { Ok(SourceFiles(reader.texts)) } else { Err(reader.refused) }
    }
}

/// Collects files, and diagnostics of those that cannot be read.
#[derive(Default)]
struct Reader {
    texts: Vec<Text>,
    refused: Vec<Diagnostic>,
}

impl Reader {
    fn read(&mut self, kind: &'static str, stem: String, path: &Path) {
        match Source::read(path) {
            Ok(source) => self.texts.push(Text { kind, stem, source }),
            Err(diagnostic) => self.refused.push(diagnostic),
        }
    }

    /// Reads the actions: a file for each topic, first those that `order.ron` lists and then the others by name.
    fn topics(&mut self, folder: &Path) {
        let before = self.refused.len();
        let mut files = self.stems(folder);
        if let Some(path) = files.remove(ORDER) {
            let known: Vec<String> = files.keys().cloned().collect();
            let listed = order(&path, &known).map_err(|refused| self.refused.extend(refused)).unwrap_or_default();
            for topic in listed {
                if let Some(path) = files.remove(&topic) {
                    self.read("actions", topic, &path);
                }
            }
        }
        for (topic, path) in files {
            self.read("actions", topic, &path);
        }
        if self.texts.is_empty() && self.refused.len() == before {
            self.refused
                .push(Diagnostic::of_file(&folder.display().to_string(), "there are no actions in this folder"));
        }
    }

    fn stems(&mut self, folder: &Path) -> BTreeMap<String, PathBuf> {
        let mut files = BTreeMap::new();
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                for path in entries.flatten().map(|entry| entry.path()) {
                    let is_ron = path.extension().is_some_and(|extension| extension == "ron");
                    if let (true, Some(stem)) = (is_ron && path.is_file(), path.file_stem()) {
                        files.insert(stem.to_string_lossy().into_owned(), path);
                    }
                }
            }
            Err(error) => {
                let message = format!("the folder cannot be read: {error}");
                self.refused.push(Diagnostic::of_file(&folder.display().to_string(), message));
            }
        }
        files
    }
}

/// The topics that `order.ron` lists; each must be a file of the folder, and may be listed once.
fn order(path: &Path, known: &[String]) -> Result<Vec<String>, Vec<Diagnostic>> {
    let source = Source::read(path).map_err(|unreadable| vec![unreadable])?;
    let listed: Vec<String> = parse(&source).map_err(|refused| vec![refused])?;
    let mut findings = Findings::new(&source);
    for (at, topic) in listed.iter().enumerate() {
        let place = ValuePath::root().index(at);
        if !known.contains(topic) {
            findings.unknown(&place, "topic", topic, known);
        } else if listed[..at].contains(topic) {
            findings.refuse(&place, format!("the topic `{topic}` is listed twice"));
        }
    }
    findings.finish(listed)
}

/// A parsed value with its source text, so that checks can report positions.
pub(super) struct Authored<T> {
    pub(super) source: Source,
    pub(super) value: T,
}

pub(super) struct Content {
    pub(super) stats: Authored<Vec<StatRow>>,
    pub(super) policies: Authored<Policies>,
    pub(super) conditions: Authored<Vec<Condition>>,
    /// The actions by topic, in the order of their table.
    pub(super) actions: Vec<Authored<Vec<Action>>>,
    pub(super) spells: Option<Authored<Vec<Action>>>,
    pub(super) venoms: Option<Authored<Vec<Venom>>>,
    pub(super) weapons: Authored<Vec<Weapon>>,
    pub(super) armor: Authored<Vec<Armor>>,
    pub(super) shields: Authored<Vec<Shield>>,
    pub(super) things: Option<Authored<Vec<Item>>>,
    pub(super) codex: Authored<Codex>,
    pub(super) hud: Authored<HudLayout>,
    /// The units with their ids, in alphabetical order.
    pub(super) units: Vec<(String, Authored<Unit>)>,
}

impl Content {
    pub(super) fn parse(texts: &SourceFiles) -> Result<Content, Vec<Diagnostic>> {
        let mut refused = Vec::new();
        let Some(stats) = parse_file::<Vec<StatRow>>(texts.of("stats").next(), &mut refused) else {
            return Err(refused);
        };
        let rows = stats.value.clone();
        rows.iter().for_each(StatRow::declare);
        reading_with(&rows, || Content::parse_with(stats, texts))
    }

    /// Parses all files but that of the stats, which the others name.
    fn parse_with(stats: Authored<Vec<StatRow>>, texts: &SourceFiles) -> Result<Content, Vec<Diagnostic>> {
        let mut refused = Vec::new();
        let policies = parse_file(texts.of("ruleset").next(), &mut refused);
        let conditions = parse_file(texts.of("conditions").next(), &mut refused);
        let actions = texts.of("actions").filter_map(|text| parse_file(Some(text), &mut refused)).collect();
        let spells = parse_file(texts.of("spells").next(), &mut refused);
        let things = parse_file(texts.of("things").next(), &mut refused);
        let venoms = parse_file(texts.of("venoms").next(), &mut refused);
        let codex = parse_file(texts.of("codex").next(), &mut refused);
        let hud = parse_file(texts.of("hud").next(), &mut refused);
        let weapons = parse_file(texts.of("weapons").next(), &mut refused);
        let armor = parse_file(texts.of("armor").next(), &mut refused);
        let shields = parse_file(texts.of("shields").next(), &mut refused);
        let units = texts.of("units");
        let units = units.filter_map(|text| Some((text.stem.clone(), parse_file(Some(text), &mut refused)?))).collect();
        let whole = || {
            Some(Content {
                stats,
                policies: policies?,
                conditions: conditions?,
                actions,
                spells,
                venoms,
                weapons: weapons?,
                armor: armor?,
                shields: shields?,
                things,
                codex: codex?,
                hud: hud?,
                units,
            })
        };
        match whole() {
            Some(content) if refused.is_empty() => Ok(content),
            _ => Err(refused),
        }
    }

    pub(super) fn actions(&self) -> impl Iterator<Item = &Action> {
        self.actions.iter().flat_map(|topic| &topic.value)
    }

    pub(super) fn spells(&self) -> impl Iterator<Item = &Action> {
        self.spells.iter().flat_map(|spells| &spells.value)
    }
}

fn parse_file<T: DeserializeOwned>(text: Option<&Text>, refused: &mut Vec<Diagnostic>) -> Option<Authored<T>> {
    let source = text?.source.clone();
    let value = parse(&source).map_err(|diagnostic| refused.push(diagnostic)).ok()?;
    Some(Authored { source, value })
}
