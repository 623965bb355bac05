//! Suggestions for misspelt names.

use strsim::damerau_levenshtein;

/// Up to this many known names are all listed.
const FEW: usize = 12;
/// The number of near names listed where there are too many to list all.
const NEAREST: usize = 5;
/// The number of characters of a name that are compared and shown.
const COMPARED: usize = 48;
/// The most known names that are compared; a rule system has some thousands of values.
const CONSIDERED: usize = 20_000;

/// The candidate nearest to `given`, if it is near enough to be a typing error; the first of several.
///
/// ```
/// use warboard::content::authored::closest;
///
/// assert_eq!(closest("raech", &["speed", "reach"]), Some("reach"));
/// assert_eq!(closest("wings", &["speed", "reach"]), None);
/// ```
#[must_use]
pub fn closest<'c, S: AsRef<str>>(given: &str, candidates: &'c [S]) -> Option<&'c str> {
    let given = comparable(given);
    let allowed = (given.chars().count() / 3).max(1);
    let near =
        candidates.iter().take(CONSIDERED).map(|candidate| (distance(&given, candidate.as_ref()), candidate.as_ref()));
    near.filter(|(distance, _)| *distance <= allowed).min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// A help sentence: the nearest name, and all known names where they are few. `None` without candidates.
///
/// ```
/// use warboard::content::authored::did_you_mean;
///
/// let help = did_you_mean("raech", &["speed", "reach"]).unwrap();
/// assert_eq!(help, "did you mean `reach`? known: `speed`, `reach`");
/// ```
#[must_use]
pub fn did_you_mean<S: AsRef<str>>(given: &str, candidates: &[S]) -> Option<String> {
    let question = closest(given, candidates).map(|name| format!("did you mean {}?", quoted(std::iter::once(name))));
    let known = match candidates.len() {
        0 => return None,
        1 if question.is_some() => String::new(),
        1..=FEW => format!("known: {}", quoted(candidates.iter().map(AsRef::as_ref))),
        many if question.is_none() => format!("{many} are known, nearest: {}", quoted(nearest(given, candidates))),
        _ => String::new(),
    };
    let parts: Vec<String> = question.into_iter().chain(Some(known)).filter(|part| !part.is_empty()).collect();
    Some(parts.join(" "))
}

fn nearest<'c, S: AsRef<str>>(given: &str, candidates: &'c [S]) -> impl Iterator<Item = &'c str> {
    let given = comparable(given);
    let mut names: Vec<&str> = candidates.iter().take(CONSIDERED).map(AsRef::as_ref).collect();
    names.sort_by_cached_key(|name| distance(&given, name));
    names.into_iter().take(NEAREST)
}

fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{}`", clipped(name.to_owned(), COMPARED))).collect::<Vec<_>>().join(", ")
}

/// A text cut to this many characters, with an ellipsis if it was longer.
pub(super) fn clipped(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}

fn distance(given: &str, candidate: &str) -> usize {
    damerau_levenshtein(given, &comparable(candidate))
}

/// A name without word separators, in lower case.
fn comparable(name: &str) -> String {
    name.chars().take(COMPARED).filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}
