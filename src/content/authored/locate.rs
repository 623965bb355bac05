//! Finds values in a RON text by their paths: the place of one value, all values, and where a new field can be inserted.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::token::{Kind, Tokens};

/// The most nested wrappers that are looked through, which limits the work on a hostile text.
const MOST_WRAPPERS: usize = 8;

/// One step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// A field of a struct or of an enum's variant.
    Field(String),
    /// The index in a list or a tuple, from 0.
    Index(usize),
    /// The value of a map entry with this key: the text of a string, character, name or number.
    Key(String),
    /// The key of a map entry, or the name of a field.
    KeyItself(String),
}

/// The path from a document to one of its values, such as `sides[2].name`.
///
/// `Some(...)`, names of enum variants and newtypes need no step.
/// ```
/// use warboard::content::authored::{ValuePath, locate};
/// let text = r#"(sides: [(name: "Red"), (name: "Blue")])"#;
/// let path = ValuePath::root().field("sides").index(1).field("name");
/// assert_eq!(&text[locate(text, &path)], "\"Blue\"");
/// assert_eq!(path.to_string(), "sides[1].name");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValuePath {
    steps: Vec<PathStep>,
}

impl ValuePath {
    /// The whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// The path to a field of this value.
    pub fn field(&self, name: impl Into<String>) -> Self {
        self.then(PathStep::Field(name.into()))
    }

    /// The path to an element of this list or tuple, from 0.
    pub fn index(&self, index: usize) -> Self {
        self.then(PathStep::Index(index))
    }

    /// The path to the value of a map entry.
    pub fn key(&self, key: impl Into<String>) -> Self {
        self.then(PathStep::Key(key.into()))
    }

    /// The path to the key of a map entry, not to its value.
    pub fn key_itself(&self, key: impl Into<String>) -> Self {
        self.then(PathStep::KeyItself(key.into()))
    }

    /// The path with one more step.
    pub fn then(&self, step: PathStep) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { steps }
    }

    /// The steps from the document.
    pub fn steps(&self) -> &[PathStep] {
        &self.steps
    }
}

impl FromIterator<PathStep> for ValuePath {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self { steps: steps.into_iter().collect() }
    }
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.steps.iter().enumerate() {
            match step {
                PathStep::Field(name) if place == 0 => f.write_str(name)?,
                PathStep::Field(name) => write!(f, ".{name}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
                PathStep::Key(key) | PathStep::KeyItself(key) => write!(f, "[{key:?}]")?,
            }
        }
        Ok(())
    }
}

/// The byte range of the value at `path`, or of its nearest parent that can be found. The text need not be valid.
pub fn locate(text: &str, path: &ValuePath) -> Range<usize> {
    Places::default().locate(text, path)
}

/// Cached entries of the values of one text, so that many places are found in little more time than one.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    document: Option<Range<usize>>,
    /// The entries of values by their first and last byte.
    known: BTreeMap<(usize, usize), Option<Arc<[Entry]>>>,
}

/// The byte ranges of many values of one text; faster than calling [`locate`] for each.
pub fn locate_all(text: &str, paths: &[ValuePath]) -> Vec<Range<usize>> {
    let mut places = Places::default();
    paths.iter().map(|path| places.locate(text, path)).collect()
}

impl Places {
    /// The bytes of a value; the text must be the same each time.
    pub(super) fn locate(&mut self, text: &str, path: &ValuePath) -> Range<usize> {
        let mut found = self.document.get_or_insert_with(|| document(text)).clone();
        for step in &path.steps {
            match self.inside(text, found.clone(), step) {
                Some(span) => found = span,
                None => break,
            }
        }
        found
    }

    fn entries(&mut self, text: &str, value: &Range<usize>) -> Option<Arc<[Entry]>> {
        let known = self.known.entry((value.start, value.end));
        known.or_insert_with(|| entries(text, value).map(Arc::from)).clone()
    }

    /// One step inwards, through wrappers of the value.
    fn inside(&mut self, text: &str, mut value: Range<usize>, step: &PathStep) -> Option<Range<usize>> {
        for _ in 0..MOST_WRAPPERS {
            let entries = self.entries(text, &value)?;
            let inner = wrapped(text, &value, &entries);
            let direct = entries.iter().enumerate().find_map(|(place, entry)| entry.answers(text, place, step));
            match (direct, inner) {
                // A named wrapper round a list is a newtype: the index counts inside it.
                (Some(_), Some((inner, true))) if matches!(step, PathStep::Index(_)) => value = inner,
                (Some(span), _) => return Some(span),
                (None, Some((inner, _))) => value = inner,
                (None, None) => return None,
            }
        }
        None
    }
}

/// The value of the whole text, after attributes such as `#![enable(implicit_some)]`.
fn document(text: &str) -> Range<usize> {
    let mut tokens = Tokens::from(text, 0);
    loop {
        match tokens.value() {
            Some(span) if text[span.clone()].starts_with('#') => {}
            Some(span) => return span,
            None => return 0..text.trim_end().len(),
        }
    }
}

/// The only value in the parentheses of another, if it has entries of its own, and whether there is a name before them.
fn wrapped(text: &str, value: &Range<usize>, entries: &[Entry]) -> Option<(Range<usize>, bool)> {
    let [Entry { key: None, value: span }] = entries else { return None };
    let first = Tokens::from(text, value.start).next()?;
    let named = first.kind == Kind::Word;
    if !named && !text[first.span].starts_with('(') {
        return None;
    }
    // Only a value with entries of its own can be entered.
    self::entries(text, span).map(|_| (span.clone(), named))
}

/// One element of a list, field of a struct or entry of a map.
#[derive(Clone, Debug)]
struct Entry {
    key: Option<Range<usize>>,
    value: Range<usize>,
}

impl Entry {
    fn answers(&self, text: &str, place: usize, step: &PathStep) -> Option<Range<usize>> {
        let wanted = match step {
            PathStep::Index(index) => {
                return (self.key.is_none() && place == *index).then(|| self.value.clone());
            }
            PathStep::Field(name) | PathStep::Key(name) | PathStep::KeyItself(name) => name,
        };
        let key = self.key.as_ref()?;
        if !is_key(&text[key.clone()], wanted) {
            return None;
        }
        Some(if matches!(step, PathStep::KeyItself(_)) { key.clone() } else { self.value.clone() })
    }
}

/// Whether a key as written means `wanted`, with quotes and escapes undone.
fn is_key(written: &str, wanted: &str) -> bool {
    written == wanted
        || written.strip_prefix("r#") == Some(wanted)
        || ron::from_str::<String>(written).is_ok_and(|key| key == wanted)
        || ron::from_str::<char>(written).is_ok_and(|key| wanted.chars().eq([key]))
}

/// The entries in the brackets of a value; `None` if it has no brackets.
fn entries(text: &str, value: &Range<usize>) -> Option<Vec<Entry>> {
    // Cut off at the value's end, so that a broken text cannot lead out of it.
    let mut tokens = Tokens::from(&text[..value.end], value.start);
    tokens.next_if(|kind| kind == Kind::Word);
    tokens.next_if(|kind| kind == Kind::Open)?;
    let mut entries = Vec::new();
    while let Some(next) = tokens.peek()
        && next.kind != Kind::Close
    {
        match tokens.value() {
            Some(first) if tokens.next_if(|kind| kind == Kind::Colon).is_some() => {
                let value = tokens.value().unwrap_or_else(|| first.clone());
                entries.push(Entry { key: Some(first), value });
            }
            Some(value) => entries.push(Entry { key: None, value }),
            // A stray comma or colon is passed over.
            None => drop(tokens.next()),
        }
        tokens.next_if(|kind| kind == Kind::Comma);
    }
    Some(entries)
}

/// Where to insert a further field at the end of the struct at `value`: the byte offset, and the text to insert before the
/// field's value. `None` if `value` is not a struct.
/// ```
/// use warboard::content::authored::{ValuePath, insertion, locate};
/// let text = "(units: [(name: \"Red\",)])";
/// let (at, lead) = insertion(text, &locate(text, &ValuePath::root().field("units").index(0)), "size").unwrap();
/// let added = [&text[..at], &lead, "Large", &text[at..]].concat();
/// assert_eq!(added, "(units: [(name: \"Red\", size: Large,)])");
/// ```
pub fn insertion(text: &str, value: &Range<usize>, field: &str) -> Option<(usize, String)> {
    let (mut value, mut entries) = (value.clone(), entries(text, value)?);
    for _ in 0..MOST_WRAPPERS {
        let Some((inner, _)) = wrapped(text, &value, &entries) else { break };
        value = inner;
        entries = self::entries(text, &value)?;
    }
    if entries.iter().any(|entry| entry.key.is_none()) {
        return None;
    }
    match entries.last() {
        Some(last) => Some((last.value.end, format!(", {field}: "))),
        None => Some((value.start + text[value].find('(')? + 1, format!("{field}: "))),
    }
}

/// The deepest level at which values are listed.
const DEEPEST: usize = 24;

/// A value of a text with the names on its path: fields and keys; for list elements their name, or else their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlined {
    /// The names on its path, outermost first.
    pub names: Vec<String>,
    /// Its byte range in the text.
    pub span: Range<usize>,
}

/// All values of a text, outer ones before inner ones. `Some(...)`, names of variants and newtypes add no name to the
/// path, and an element of a list is named by its first value, such as an id.
/// ```
/// use warboard::content::authored::outline;
/// let text = "(sizes: [(size: Large, modifier: -1)])";
/// let last = outline(text).pop().unwrap();
/// assert_eq!((last.names.join(".").as_str(), &text[last.span]), ("sizes.Large.modifier", "-1"));
/// ```
pub fn outline(text: &str) -> Vec<Outlined> {
    let mut found = Vec::new();
    walk(text, &document(text), &mut Vec::new(), 0, &mut found);
    found
}

fn walk(text: &str, value: &Range<usize>, names: &mut Vec<String>, level: usize, found: &mut Vec<Outlined>) {
    let Some(entries) = entries(text, value).filter(|_| level < DEEPEST) else { return };
    if let Some((inner, _)) = wrapped(text, value, &entries) {
        return walk(text, &inner, names, level + 1, found);
    }
    for (place, entry) in entries.iter().enumerate() {
        names.push(name(text, place, entry));
        found.push(Outlined { names: names.clone(), span: entry.value.clone() });
        walk(text, &entry.value, names, level + 1, found);
        names.pop();
    }
}

/// The key of an entry, the name of its value, or its index.
fn name(text: &str, place: usize, entry: &Entry) -> String {
    let plain = |span: &Range<usize>| text[span.clone()].trim_matches('"').to_owned();
    if let Some(key) = &entry.key {
        return plain(key);
    }
    let inside = entries(text, &entry.value).unwrap_or_default();
    match inside.first() {
        Some(Entry { key: Some(_), value }) if entries(text, value).is_none() => plain(value),
        _ => place.to_string(),
    }
}
