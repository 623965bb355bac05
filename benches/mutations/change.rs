//! Alternative texts for a value: another number, the opposite switch, another choice of its kind.

use std::collections::BTreeMap;
use std::ops::Range;

use warboard::dice::DiceFormula;

use super::values::Value;

/// The maximum number of other choices tried for a value without a number.
const MOST_CHOICES: usize = 8;
/// Numbers from here on are doubled: 31 feet would be as many cells as 30.
const DOUBLED_FROM: i64 = 10;

/// The texts that a rule system writes for each field.
pub struct Alternatives(BTreeMap<String, Vec<String>>);

impl Alternatives {
    /// The texts of all values by their field, each once, in the order in which they occur.
    pub fn among(values: &[Value]) -> Alternatives {
        let mut by_field: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for value in values {
            let known = by_field.entry(value.field.clone()).or_default();
            if !known.contains(&value.text) {
                known.push(value.text.clone());
            }
        }
        Alternatives(by_field)
    }

    /// Other texts for a value: those of its field, then those of other fields with a value like it.
    fn of<'a>(&'a self, value: &'a Value) -> impl Iterator<Item = &'a String> {
        let own = self.0.get(&value.field);
        let is_kin = |(field, texts): &(&String, &Vec<String>)| **field != value.field && texts.contains(&value.text);
        let kin = self.0.iter().filter(is_kin).map(|(_, texts)| texts);
        own.into_iter().chain(kin).flatten().filter(|other| **other != value.text)
    }
}

/// Changes of a value in the order in which they are tried; the rule system may refuse some of them.
pub fn changes(value: &Value, alternatives: &Alternatives) -> Vec<String> {
    let text = value.text.as_str();
    match text {
        "true" => return vec!["false".to_owned()],
        "false" => return vec!["true".to_owned()],
        _ => {}
    }
    let put = |span: Range<usize>, other: String| [&text[..span.start], &other, &text[span.end..]].concat();
    if let Some((span, dice)) = quoted_dice(text) {
        return vec![put(span, DiceFormula { bonus: dice.bonus + 1, ..dice }.to_string())];
    }
    if let Some(span) = number(text) {
        return other_numbers(&text[span.clone()]).into_iter().map(|other| put(span.clone(), other)).collect();
    }
    alternatives.of(value).take(MOST_CHOICES).cloned().collect()
}

/// The dice in quotation marks, with their bytes.
fn quoted_dice(text: &str) -> Option<(Range<usize>, DiceFormula)> {
    let start = text.find('"')? + 1;
    let end = start + text[start..].find('"')?;
    text[start..end].parse().ok().map(|dice| (start..end, dice))
}

/// The bytes of the first number that is in no quotation marks and no part of a name.
fn number(text: &str) -> Option<Range<usize>> {
    let (mut quoted, mut before) = (false, ' ');
    for (at, letter) in text.char_indices() {
        quoted ^= letter == '"';
        if !quoted && letter.is_ascii_digit() && !before.is_alphanumeric() && before != '_' {
            let rest = &text[at..];
            let length = rest.find(|next: char| !next.is_ascii_digit() && next != '.').unwrap_or(rest.len());
            let start = if before == '-' { at - 1 } else { at };
            return Some(start..at + length);
        }
        before = letter;
    }
    None
}

/// A small number one up or one down, a large one doubled or halved, or one up where neither is accepted.
fn other_numbers(text: &str) -> Vec<String> {
    match (text.parse::<i64>(), text.parse::<f64>()) {
        (Ok(number), _) if number.abs() < DOUBLED_FROM => vec![number + 1, number - 1],
        (Ok(number), _) => vec![number * 2, number / 2, number + 1],
        (_, Ok(number)) => return [number * 2.0, number / 2.0].map(|other| format!("{other:?}")).into(),
        _ => Vec::new(),
    }
    .into_iter()
    .map(|other| other.to_string())
    .collect()
}
