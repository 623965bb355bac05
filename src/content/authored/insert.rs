//! Adding a field to a struct in a text.

use std::ops::Range;

use super::locate::{self, MOST_WRAPPERS};

/// The place of a new field in a text, and the text added before its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The byte before which it goes.
    pub at: usize,
    /// The comma that may be needed, and the name of the field with its colon.
    pub lead: String,
}

/// The place of another field of the struct at `value`: after its last one. `None` if it is no struct.
///
/// ```
/// use warboard::content::authored::{ValuePath, insertion, locate};
///
/// let text = "(units: [(name: \"Red\",)])";
/// let found = insertion(text, &locate(text, &ValuePath::root().field("units").index(0)), "size").unwrap();
/// let added = [&text[..found.at], &found.lead, "Large", &text[found.at..]].concat();
/// assert_eq!(added, "(units: [(name: \"Red\", size: Large,)])");
/// ```
#[must_use]
pub fn insertion(text: &str, value: &Range<usize>, field: &str) -> Option<Insertion> {
    let (mut value, mut entries) = (value.clone(), locate::entries(text, value)?);
    for _ in 0..MOST_WRAPPERS {
        let Some(inner) = locate::wrapped(text, &value, &entries) else { break };
        value = inner.span;
        entries = locate::entries(text, &value)?;
    }
    if entries.iter().any(|entry| entry.key.is_none()) {
        return None;
    }
    match entries.last() {
        Some(last) => Some(Insertion { at: last.value.end, lead: format!(", {field}: ") }),
        None => {
            let opened = text[value.clone()].find('(')?;
            Some(Insertion { at: value.start + opened + 1, lead: format!("{field}: ") })
        }
    }
}
