//! House rules: a rule system with some of its values changed.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use ron::value::RawValue;
use serde::Deserialize;

use super::address::{self, Address, Omitted};
use super::content::SourceFiles;
use crate::content::authored::{did_you_mean, insertion, locate, locate_all, parse};
use crate::content::{Diagnostic, PathStep, Source, ValuePath};

const MOST_CHANGES: usize = 200;
/// Checking stops after this many invalid changes.
const MOST_REFUSED: usize = 20;

/// Changes to values of a rule system and its units. A value is named by its path, such as `flanking.bonus`,
/// `units.ogre.rate` or `actions.strike.speed`; parts of the path may be omitted if the rest is unambiguous. Fields that a
/// file leaves out can be changed as well.
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

const LONGEST_VALUE: usize = 4096;

/// A change that house rules make to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    /// The whole path of the value.
    pub path: String,
    /// The value before, as RON.
    pub before: String,
    /// The value after, as RON.
    pub after: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overlay {
    base: String,
    set: BTreeMap<String, Box<RawValue>>,
}

pub(super) struct Rewritten {
    pub(super) texts: SourceFiles,
    pub(super) changed: Vec<ValueChange>,
    /// For each change: the file it went to, and where it stands there.
    edits: Vec<Edit>,
}

struct Edit {
    file: usize,
    /// The first byte that was changed.
    start: usize,
    /// How many bytes were removed there.
    removed: usize,
    /// How many bytes were added there.
    added: usize,
    value: Range<usize>,
}

impl HouseRules {
    /// Whether an id is the path of a file with house rules: it ends in `.ron`.
    pub fn is_file(id: &str) -> bool {
        Path::new(id).extension().is_some_and(|ending| ending == "ron")
    }

    /// House rules from `PATH=VALUE` settings, with values in RON. The error is the first setting without `=`.
    pub fn of_settings(base: &str, settings: &[String]) -> Result<HouseRules, Diagnostic> {
        let mut changes = Vec::new();
        for setting in settings {
            let source = Source::new("--set", setting.as_str());
            let Some((path, value)) = setting.split_once('=') else {
                let refused = Diagnostic::spanning(&source, 0..setting.len(), "expected PATH=VALUE");
                return Err(refused.helped("for example flanking.bonus=4".to_owned()));
            };
            let (path_at, value_at) = (0..path.len(), path.len() + 1..setting.len());
            let (path, value) = (path.trim().to_owned(), value.trim().to_owned());
            changes.push(Change { path, value, source, path_at, value_at });
        }
        Ok(HouseRules { id: format!("{base} with {}", settings.join(", ")), base: base.to_owned(), changes })
    }

    /// House rules from a file such as `(base: "ID", set: { "flanking.bonus": 4 })`, with the name of the file as id.
    ///
    /// # Errors
    /// The first mistake in the file.
    pub fn read(source: &Source) -> Result<HouseRules, Diagnostic> {
        let overlay: Overlay = parse(source)?;
        let root = ValuePath::root().field("set");
        let many = overlay.set.len();
        if many > MOST_CHANGES {
            let message = format!("too many changes: {many}; at most {MOST_CHANGES} are allowed");
            return Err(Diagnostic::spanning(source, locate(&source.text, &root), message));
        }
        let both = |path: &String| [root.then(PathStep::KeyItself(path.clone())), root.key(path.clone())];
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

    pub(super) fn change(&self, mut texts: SourceFiles) -> Result<Rewritten, Vec<Diagnostic>> {
        let (mut changed, mut edits, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        let omitted = address::omitted(&texts);
        for change in &self.changes {
            match change.apply(&mut texts, &omitted) {
                Ok((what, edit)) => {
                    shift(&mut edits, &edit);
                    changed.push(what);
                    edits.push(edit);
                }
                Err(diagnostic) => refused.push(diagnostic),
            }
            // Every change searches all values of the rule system.
            if refused.len() >= MOST_REFUSED {
                break;
            }
        }
        if refused.is_empty() { Ok(Rewritten { texts, changed, edits }) } else { Err(refused) }
    }
}

/// Earlier places in the same file move when a text before them gets longer or shorter.
fn shift(edits: &mut [Edit], new: &Edit) {
    for edit in edits.iter_mut().filter(|edit| edit.file == new.file && edit.value.start > new.start) {
        let moved = |at: usize| at + new.added - new.removed.min(at + new.added);
        edit.value = moved(edit.value.start)..moved(edit.value.end);
    }
}

impl Rewritten {
    /// Moves diagnostics inside a changed value to the change that wrote it.
    pub(super) fn attribute(&self, house: &HouseRules, wrong: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let attributed = |diagnostic: Diagnostic| {
            let named = |source: &Source| source.name == diagnostic.path();
            let Some(file) = self.texts.0.iter().position(|text| named(&text.source)) else { return diagnostic };
            let at = self.texts.0[file].source.offset_of(diagnostic.line(), diagnostic.column());
            let inside = |edit: &Edit| edit.file == file && (edit.value.start..=edit.value.end).contains(&at);
            let Some(change) = self.edits.iter().position(inside).map(|at| &house.changes[at]) else {
                return diagnostic;
            };
            Diagnostic::spanning(&change.source, change.value_at.clone(), diagnostic.message())
                .helped(diagnostic.help().map(str::to_owned))
        };
        wrong.into_iter().map(attributed).collect()
    }
}

impl Change {
    fn apply(&self, texts: &mut SourceFiles, omitted: &[Omitted]) -> Result<(ValueChange, Edit), Diagnostic> {
        let all = address::addresses(texts, omitted);
        let found = self.find(&all)?;
        let source = &mut texts.0[found.file].source;
        // A field that the file leaves out is added to its struct.
        let (range, lead, before) = match &found.default {
            None => (found.span.clone(), String::new(), source.text[found.span.clone()].to_owned()),
            Some(default) => match insertion(&source.text, &found.span, found.field()) {
                Some((at, lead)) => (at..at, lead, default.clone()),
                None => return Err(self.refused(format!("`{}` cannot be changed by itself", found.path))),
            },
        };
        let text = [&source.text[..range.start], &lead, &self.value, &source.text[range.end..]].concat();
        source.text = text.into();
        let start = range.start + lead.len();
        let edit = Edit {
            file: found.file,
            start: range.start,
            removed: range.len(),
            added: lead.len() + self.value.len(),
            value: start..start + self.value.len(),
        };
        Ok((ValueChange { path: found.path.clone(), before, after: self.value.clone() }, edit))
    }

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
                let refused = self.refused(format!("no value matches the path `{}`", self.path));
                Err(refused.helped(did_you_mean(&self.path, &known)))
            }
            _ => {
                let named: Vec<String> = fits.iter().take(5).map(|address| format!("`{}`", address.path)).collect();
                let message = format!("the path `{}` is ambiguous: it matches {} values", self.path, fits.len());
                Err(self.refused(message).helped(format!("use one of {}", named.join(", "))))
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
