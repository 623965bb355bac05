//! Every value of a text by the names on the way to it, for those who change one without writing the rest.

use std::ops::Range;

use super::locate::{self, Entry};

/// How deep values are looked for.
const MOST_LEVELS: usize = 24;

/// A value with the names on the way to it: fields, keys, and for things in a list what they are called or their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outlined {
    pub names: Vec<String>,
    /// Its bytes.
    pub span: Range<usize>,
}

/// All values of a text, outer ones before those in them. `Some(...)`, names of variants and newtypes are passed through, and
/// a thing in a list is called by the first value in it, such as an id.
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

/// The key of an entry, what the thing in it is called, or its place.
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
