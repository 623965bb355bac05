//! Every value of a text with its path, for changing one without writing the rest.

use std::ops::Range;

use super::locate::{self, Entry};

/// The deepest level at which values are listed.
const MOST_LEVELS: usize = 24;

/// A value with the names of its path: fields, keys, and for elements of a list their name or their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlined {
    /// The names of its path.
    pub names: Vec<String>,
    /// Its bytes.
    pub span: Range<usize>,
}

/// All values of a text, outer ones before inner ones. `Some(...)`, names of variants and newtypes are passed through,
/// and an element of a list is named by its first value, such as an id.
///
/// ```
/// use warboard::content::authored::outline;
///
/// let text = "(sizes: [(size: Large, modifier: -1)])";
/// let last = outline(text).pop().unwrap();
/// assert_eq!((last.names.join(".").as_str(), &text[last.span]), ("sizes.Large.modifier", "-1"));
/// ```
#[must_use]
pub fn outline(text: &str) -> Vec<Outlined> {
    let mut found = Vec::new();
    walk(text, &locate::document(text), &mut Vec::new(), 0, &mut found);
    found
}

fn walk(text: &str, value: &Range<usize>, names: &mut Vec<String>, level: usize, found: &mut Vec<Outlined>) {
    let Some(entries) = locate::entries(text, value).filter(|_| level < MOST_LEVELS) else { return };
    if let Some(inner) = locate::wrapped(text, value, &entries) {
        return walk(text, &inner.span, names, level + 1, found);
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
    let inside = locate::entries(text, &entry.value).unwrap_or_default();
    match inside.first() {
        Some(Entry { key: Some(_), value }) if locate::entries(text, value).is_none() => plain(value),
        _ => place.to_string(),
    }
}
