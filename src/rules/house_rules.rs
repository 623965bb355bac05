//! House rules: a rule system with some of its values changed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use ron::value::RawValue;
use serde::Deserialize;

use super::content::SourceFiles;
use crate::content::authored::{
    Diagnostic, Outlined, Source, Step, ValuePath, did_you_mean, locate, locate_all, outline, parse,
};

/// Most values that house rules may change.
const MOST_CHANGES: usize = 200;
/// Checking stops after this many invalid changes.
const MOST_REFUSED: usize = 20;

/// Changes to values of a rule system and its units.
///
/// A value is identified by its path, such as `flanking.bonus`, `sizes.Large.modifier`, `units.ogre.rate`,
/// `weapons.greatclub.damage` or `actions.strike.speed`. Leading or middle parts may be omitted if the rest is
/// unambiguous.
#[derive(Clone, Debug)]
pub struct HouseRules {
    /// The id of the changed rule system.
    pub id: String,
    /// The id of the rule system it is based on.
    pub base: String,
    changes: Vec<Change>,
}

/// One change as written by its author.
#[derive(Clone, Debug)]
struct Change {
    path: String,
    value: String,
    source: Source,
    /// Byte ranges of path and value in the source.
    path_at: Range<usize>,
    value_at: Range<usize>,
}

/// Most bytes of a changed value.
const LONGEST_VALUE: usize = 4096;

/// A changed value: its full path, the old and the new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// Full path of the value.
    pub path: String,
    /// The old value, in RON.
    pub before: String,
    /// The new value, in RON.
    pub after: String,
}

/// A value that house rules may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleValue {
    /// Full path of the value.
    pub path: String,
    /// The value in RON.
    pub value: String,
}

/// The format of house-rule files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overlay {
    base: String,
    set: BTreeMap<String, Box<RawValue>>,
}

/// The files of a rule system with changes applied.
pub(super) struct Rewritten {
    pub(super) texts: SourceFiles,
    pub(super) changed: Vec<ValueChange>,
    /// The file and byte range of each change.
    places: Vec<(String, Range<usize>)>,
}

impl HouseRules {
    /// Whether a rule system is given by the path of a house-rule file.
    pub fn is_file(id: &str) -> bool {
        Path::new(id).extension().is_some_and(|ending| ending == "ron")
    }

    /// House rules from `PATH=VALUE` settings, with values in RON.
    ///
    /// # Errors
    /// The setting without `=`.
    pub fn of_settings(base: &str, settings: &[String]) -> Result<HouseRules, Diagnostic> {
        let mut changes = Vec::new();
        for setting in settings {
            let source = Source::new("--set", setting.as_str());
            let Some((path, value)) = setting.split_once('=') else {
                let mut refused = Diagnostic::spanning(&source, 0..setting.len(), "expected PATH=VALUE");
                refused.with_help("for example flanking.bonus=4");
                return Err(refused);
            };
            let (path_at, value_at) = (0..path.len(), path.len() + 1..setting.len());
            changes.push(Change {
                path: path.trim().to_owned(),
                value: value.trim().to_owned(),
                source,
                path_at,
                value_at,
            });
        }
        Ok(HouseRules { id: format!("{base} with {}", settings.join(", ")), base: base.to_owned(), changes })
    }

    /// House rules from a file: `(base: "ID", set: { "flanking.bonus": 4 })`. Their id is the name of the file.
    ///
    /// # Errors
    /// The syntax error, or the limit exceeded.
    pub fn read(source: &Source) -> Result<HouseRules, Diagnostic> {
        let overlay: Overlay = parse(source)?;
        let root = ValuePath::root().field("set");
        let many = overlay.set.len();
        if many > MOST_CHANGES {
            let message = format!("too many changes: {many}; at most {MOST_CHANGES} are allowed");
            return Err(Diagnostic::spanning(source, locate(&source.text, &root), message));
        }
        let both = |path: &String| [root.then(Step::KeyItself(path.clone())), root.key(path.clone())];
        let places = locate_all(&source.text, &overlay.set.keys().flat_map(both).collect::<Vec<_>>());
        let mut changes = Vec::new();
        for ((path, value), at) in overlay.set.iter().zip(places.chunks_exact(2)) {
            let (value, path_at, value_at) = (value.get_ron().trim(), at[0].clone(), at[1].clone());
            if value.len() > LONGEST_VALUE {
                let message = format!("this value has {} bytes; at most {LONGEST_VALUE} are allowed", value.len());
                return Err(Diagnostic::spanning(source, value_at, message));
            }
            let (path, value) = (path.clone(), value.to_owned());
            changes.push(Change { path, value, source: source.clone(), path_at, value_at });
        }
        Ok(HouseRules { id: source.name.clone(), base: overlay.base, changes })
    }

    /// The files of the rule system with all changes applied.
    pub(super) fn change(&self, mut texts: SourceFiles) -> Result<Rewritten, Vec<Diagnostic>> {
        let (mut changed, mut places, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for change in &self.changes {
            match change.apply(&mut texts) {
                Ok((what, place)) => {
                    shift(&mut places, &place, what.before.len());
                    changed.push(what);
                    places.push(place);
                }
                Err(diagnostic) => refused.push(diagnostic),
            }
            // Every change searches all values of the rule system.
            if refused.len() >= MOST_REFUSED {
                break;
            }
        }
        if refused.is_empty() { Ok(Rewritten { texts, changed, places }) } else { Err(refused) }
    }
}

/// Moves earlier changes in the same file when a later change alters the length of the text before them.
fn shift(places: &mut [(String, Range<usize>)], new: &(String, Range<usize>), before: usize) {
    for (_, place) in places.iter_mut().filter(|(file, place)| *file == new.0 && place.start > new.1.start) {
        let moved = |at: usize| at + new.1.len() - before.min(at + new.1.len());
        *place = moved(place.start)..moved(place.end);
    }
}

impl Rewritten {
    /// Moves diagnostics about a changed value from the rule system's file to the change itself.
    pub(super) fn attribute(&self, house: &HouseRules, wrong: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let sources = || self.texts.files.values().chain(self.texts.units.values());
        let attributed = |diagnostic: Diagnostic| {
            let Some(source) = sources().find(|source| source.name == diagnostic.path()) else { return diagnostic };
            let at = source.offset_of(diagnostic.line(), diagnostic.column());
            let inside = |(file, place): &(String, Range<usize>)| {
                *file == source.name && (place.start..=place.end).contains(&at)
            };
            let Some(change) = self.places.iter().position(inside).map(|at| &house.changes[at]) else {
                return diagnostic;
            };
            let mut moved = Diagnostic::spanning(&change.source, change.value_at.clone(), diagnostic.message());
            if let Some(help) = diagnostic.help() {
                moved.with_help(help);
            }
            moved
        };
        wrong.into_iter().map(attributed).collect()
    }
}

impl Change {
    fn apply(&self, texts: &mut SourceFiles) -> Result<(ValueChange, (String, Range<usize>)), Diagnostic> {
        let all = addresses(texts);
        let found = self.find(&all)?;
        let (path, file, span) = (found.path.clone(), found.file.clone(), found.span.clone());
        let source = match file.strip_prefix("units.") {
            Some(stem) => texts.units.get_mut(stem),
            None => texts.files.get_mut(file.as_str()),
        };
        let Some(source) = source else { return Err(self.refused("no such file".to_owned())) };
        let before = source.text[span.clone()].to_owned();
        let text = [&source.text[..span.start], &self.value, &source.text[span.end..]].concat();
        source.text = text.into();
        let place = (source.name.clone(), span.start..span.start + self.value.len());
        Ok((ValueChange { path, before, after: self.value.clone() }, place))
    }

    /// The value that the path refers to.
    fn find<'a>(&self, all: &'a [Address]) -> Result<&'a Address, Diagnostic> {
        let asked: Vec<&str> = self.path.split('.').collect();
        let whole = |address: &&Address| address.path.eq_ignore_ascii_case(&self.path);
        let fits: Vec<&Address> = match all.iter().find(whole) {
            Some(whole) => vec![whole],
            None => all.iter().filter(|address| address.answers(&asked)).collect(),
        };
        match fits[..] {
            [only] => Ok(self.number_of(only, all)),
            [] => {
                let known: Vec<&str> = all.iter().map(|address| address.path.as_str()).collect();
                let mut refused = self.refused(format!("no value matches the path `{}`", self.path));
                if let Some(help) = did_you_mean(&self.path, &known) {
                    refused.with_help(help);
                }
                Err(refused)
            }
            _ => {
                let named: Vec<String> = fits.iter().take(5).map(|address| format!("`{}`", address.path)).collect();
                let mut refused =
                    self.refused(format!("the path `{}` is ambiguous: it matches {} values", self.path, fits.len()));
                refused.with_help(format!("use one of {}", named.join(", ")));
                Err(refused)
            }
        }
    }

    /// A plain number given for a modifier with a rule changes its amount only.
    fn number_of<'a>(&self, address: &'a Address, all: &'a [Address]) -> &'a Address {
        if self.value.starts_with('(') {
            return address;
        }
        let amount = format!("{}.amount", address.path);
        all.iter().find(|inner| inner.path == amount).unwrap_or(address)
    }

    fn refused(&self, message: String) -> Diagnostic {
        Diagnostic::spanning(&self.source, self.path_at.clone(), message)
    }
}

/// A value of a rule system with its path and position.
struct Address {
    path: String,
    names: Vec<String>,
    file: String,
    span: Range<usize>,
}

impl Address {
    fn new(prefix: &str, file: &str, value: Outlined) -> Address {
        let names: Vec<String> =
            prefix.split('.').filter(|name| !name.is_empty()).map(str::to_owned).chain(value.names).collect();
        Address { path: names.join("."), names, file: file.to_owned(), span: value.span }
    }

    /// Whether the path contains these names in order and ends with the last of them.
    fn answers(&self, asked: &[&str]) -> bool {
        let mut names = self.names.iter();
        let in_order = asked.iter().all(|wanted| names.any(|name| name.eq_ignore_ascii_case(wanted)));
        in_order && self.names.last().zip(asked.last()).is_some_and(|(name, wanted)| name.eq_ignore_ascii_case(wanted))
    }
}

/// Every value of the files, except the codex.
fn addresses(texts: &SourceFiles) -> Vec<Address> {
    let mut all = Vec::new();
    for (kind, source) in texts.files.iter().filter(|(kind, _)| **kind != "codex") {
        let prefix = if *kind == "ruleset" { "" } else { kind };
        all.extend(outline(&source.text).into_iter().map(|value| Address::new(prefix, kind, value)));
    }
    for (stem, source) in &texts.units {
        let file = format!("units.{stem}");
        all.extend(outline(&source.text).into_iter().map(|value| Address::new(&file, &file, value)));
    }
    all
}

/// Every value that can be changed and contains no other values, in the order of the files.
pub(super) fn changeable(texts: &SourceFiles) -> Vec<RuleValue> {
    let (all, mut found) = (addresses(texts), Vec::new());
    // Outer values precede the values they contain.
    let outer = |at: usize| all.get(at + 1).is_some_and(|next| next.names.len() > all[at].names.len());
    for (_, address) in all.iter().enumerate().filter(|(at, _)| !outer(*at)) {
        let Some(source) = file(texts, &address.file) else { continue };
        let value = source.text[address.span.clone()].to_owned();
        found.push(RuleValue { path: address.path.clone(), value });
    }
    found
}

/// The text that contains an address.
fn file<'t>(texts: &'t SourceFiles, name: &str) -> Option<&'t Source> {
    match name.strip_prefix("units.") {
        Some(stem) => texts.units.get(stem),
        None => texts.files.get(name),
    }
}
