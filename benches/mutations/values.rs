//! The values of a rule system: their locations and their rules.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use warboard::content::authored::outline;

/// Files of a rule system that hold no values of rules.
const NO_RULES: [&str; 4] = ["codex", "coverage", "later", "hud"];

/// Fields that name or describe something and have no part in the rules.
const WORDS: [&str; 8] = ["name", "about", "group", "key", "icon", "figure", "id", "rule"];

/// A value that holds no others.
pub struct Value {
    /// Its path, as `warboard rules RULESET --values` and `--set` have it.
    pub path: String,
    /// The nearest field name on the way to it, which says what kind of value it is.
    pub field: String,
    /// The value as the file writes it.
    pub text: String,
    /// The file below the assets folder.
    pub file: PathBuf,
    /// The whole text of the file.
    pub source: Arc<str>,
    /// Where the value stands in the file, in bytes.
    span: Range<usize>,
    /// The ids of the rules it belongs to; empty for a value without a rule.
    pub rules: Vec<String>,
}

impl Value {
    /// The text of the file with another text in place of the value.
    pub fn replaced(&self, other: &str) -> String {
        [&self.source[..self.span.start], other, &self.source[self.span.end..]].concat()
    }
}

/// Every value of a rule system and its units that holds no others, in the order of the files.
pub fn of(assets: &Path, ruleset: &str) -> Vec<Value> {
    let folders = [Path::new("rulesets").join(ruleset), Path::new("units").join(ruleset)];
    let mut files = Vec::new();
    folders.iter().for_each(|folder| list(assets, folder, &mut files));
    files.sort();
    files.iter().flat_map(|file| in_file(assets, file)).collect()
}

/// The RON files with values of rules below a folder.
fn list(assets: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(assets.join(folder)).unwrap().flatten() {
        let path = folder.join(entry.file_name());
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            list(assets, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "ron") && !NO_RULES.contains(&stem.as_str()) {
            found.push(path);
        }
    }
}

/// The prefix of the paths of values in a file: empty for the policies, else the kind of content.
fn prefix(file: &Path) -> Vec<String> {
    let words: Vec<String> = file.with_extension("").iter().map(|word| word.to_string_lossy().into_owned()).collect();
    match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["rulesets", _, "ruleset"] => Vec::new(),
        ["units", _, "items", kind] | ["rulesets", _, kind, ..] => vec![(*kind).to_owned()],
        ["units", _, unit] => vec!["units".to_owned(), (*unit).to_owned()],
        _ => words,
    }
}

fn in_file(assets: &Path, file: &Path) -> Vec<Value> {
    let source: Arc<str> = fs::read_to_string(assets.join(file)).unwrap().into();
    let prefix = prefix(file);
    let entries = Entries::of(&source);
    let text = |at: usize| &source[entries.0[at].span.clone()];
    let is_value = |at: &usize| entries.is_leaf(*at) && !entries.is_words(*at) && !is_id(text(*at).trim_matches('"'));
    let value = |at: usize| Value {
        path: prefix.iter().chain(&entries.0[at].names).cloned().collect::<Vec<_>>().join("."),
        field: entries.field(at).to_owned(),
        text: text(at).to_owned(),
        file: file.to_owned(),
        source: Arc::clone(&source),
        span: entries.0[at].span.clone(),
        rules: entries.rules(&source, at),
    };
    (0..entries.0.len()).filter(is_value).map(value).collect()
}

/// A value of a text and the value it lies in.
struct Entry {
    names: Vec<String>,
    span: Range<usize>,
    outer: Option<usize>,
}

/// All values of a text, outer ones before those in them.
struct Entries(Vec<Entry>);

impl Entries {
    fn of(text: &str) -> Entries {
        let mut entries: Vec<Entry> = Vec::new();
        for found in outline(text) {
            let around = |entry: &Entry| entry.span.start <= found.span.start && found.span.end <= entry.span.end;
            let outer = entries.iter().rposition(|entry| entry.names.len() < found.names.len() && around(entry));
            entries.push(Entry { names: found.names, span: found.span, outer });
        }
        Entries(entries)
    }

    fn is_leaf(&self, at: usize) -> bool {
        self.0.get(at + 1).is_none_or(|next| next.names.len() <= self.0[at].names.len())
    }

    /// Whether a value only names, describes or cites.
    fn is_words(&self, at: usize) -> bool {
        let field = self.field(at);
        WORDS.contains(&field) || field.ends_with("_rule")
    }

    /// The nearest name on the way to a value that is no place in a list.
    fn field(&self, at: usize) -> &str {
        let is_name = |name: &&String| name.parse::<usize>().is_err();
        self.0[at].names.iter().rev().find(is_name).map_or("", String::as_str)
    }

    /// The ids of the rules that a value belongs to: of the nearest field that cites for it, and in the comment on its line.
    fn rules(&self, text: &str, at: usize) -> Vec<String> {
        let mut found = Vec::new();
        let mut inner = Some(at);
        while let Some(here) = inner.filter(|_| found.is_empty()) {
            found = self.cited_beside(text, here);
            inner = self.0[here].outer;
        }
        let line = text[self.0[at].span.end..].lines().next().unwrap_or_default();
        found.extend(line.split_once("//").map(|(_, comment)| ids(comment)).unwrap_or_default());
        found.sort();
        found.dedup();
        found
    }

    /// The ids in the field that cites for a field beside it: `x_rule` for `x` or `x_y`, else `rule`.
    fn cited_beside(&self, text: &str, at: usize) -> Vec<String> {
        let Some(name) = self.0[at].names.last() else { return Vec::new() };
        let fits = |field: &str| field.strip_suffix("_rule").is_some_and(|start| name.starts_with(start));
        let beside = || self.0.iter().filter(|entry| entry.outer == self.0[at].outer);
        let called = |entry: &&Entry| entry.names.last().is_some_and(|field| fits(field));
        let plain = |entry: &&Entry| entry.names.last().is_some_and(|field| field == "rule");
        let longest = beside().filter(called).max_by_key(|entry| entry.names.last().map(String::len));
        let cited = longest.or_else(|| beside().find(plain));
        cited.map(|entry| ids(&text[entry.span.clone()])).unwrap_or_default()
    }
}

/// The rule ids in a text.
fn ids(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    words.filter(|word| is_id(word)).map(str::to_owned).collect()
}

/// Whether a word is the id of a rule: capital letters, a hyphen, perhaps one more letter, and a number, such as `TC-061` and
/// `TA-G34`.
fn is_id(word: &str) -> bool {
    let Some((start, number)) = word.split_once('-') else { return false };
    let number = number.strip_prefix(|letter: char| letter.is_ascii_uppercase()).unwrap_or(number);
    let digits = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    digits && !start.is_empty() && start.bytes().all(|letter| letter.is_ascii_uppercase())
}
