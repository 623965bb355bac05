//! The values of a rule system by their paths, including those that its files leave out.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ron::Options;
use ron::extensions::Extensions;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::content::{SourceFiles, Text};
use crate::content::authored::{locate, outline, parse};
use crate::content::{Action, Armor, Condition, Item, Outlined, Shield, Source, Unit, ValuePath, Venom, Weapon};

/// A value that house rules may change: its whole path and its current value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleValue {
    /// The path from the name of the file, such as `actions.strike.speed`; values of `ruleset.ron` have no such prefix.
    pub path: String,
    /// The value as RON.
    pub value: String,
}

/// A value of a rule system: its path and its place in the files.
pub(super) struct Address {
    pub(super) path: String,
    names: Vec<String>,
    pub(super) file: usize,
    /// Its bytes; for a field that the file leaves out, those of the struct to which it belongs.
    pub(super) span: Range<usize>,
    pub(super) default: Option<String>,
}

impl Address {
    fn new(file: usize, text: &Text, names: &[String], span: Range<usize>, default: Option<String>) -> Address {
        let names: Vec<String> = text.prefix().into_iter().chain(names.iter().cloned()).collect();
        Address { path: names.join("."), names, file, span, default }
    }

    pub(super) fn field(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// Whether its path has these names in this order, the last of them at its end.
    pub(super) fn answers(&self, asked: &[&str]) -> bool {
        let mut names = self.names.iter();
        let in_order = asked.iter().all(|wanted| names.any(|name| name.eq_ignore_ascii_case(wanted)));
        in_order && asked.last().is_some_and(|wanted| self.field().eq_ignore_ascii_case(wanted))
    }
}

/// A field with its default, in a struct that leaves it out.
pub(super) struct Omitted {
    file: usize,
    names: Vec<String>,
    default: String,
}

/// The fields that the files of a rule system leave out. The policies have none.
pub(super) fn omitted(texts: &SourceFiles) -> Vec<Omitted> {
    let mut all = Vec::new();
    for (file, text) in texts.0.iter().enumerate() {
        let Some(complete) = written_out(text) else { continue };
        let written: BTreeSet<Vec<String>> =
            outline(&text.source.text).into_iter().map(|value| value.names).chain([Vec::new()]).collect();
        for Outlined { names, span } in outline(&complete) {
            let parent = &names[..names.len() - 1];
            if !written.contains(&names) && written.contains(parent) {
                all.push(Omitted { file, names, default: complete[span].to_owned() });
            }
        }
    }
    all
}

/// A file with all its defaults written out; `None` where nothing may be left out.
fn written_out(text: &Text) -> Option<String> {
    fn complete<T: Serialize + DeserializeOwned>(source: &Source) -> Option<String> {
        let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        options.to_string(&parse::<T>(source).ok()?).ok()
    }
    match text.kind {
        "actions" | "spells" => complete::<Vec<Action>>(&text.source),
        "conditions" => complete::<Vec<Condition>>(&text.source),
        "venoms" => complete::<Vec<Venom>>(&text.source),
        "weapons" => complete::<Vec<Weapon>>(&text.source),
        "armor" => complete::<Vec<Armor>>(&text.source),
        "shields" => complete::<Vec<Shield>>(&text.source),
        "things" => complete::<Vec<Item>>(&text.source),
        "units" => complete::<Unit>(&text.source),
        _ => None,
    }
}

/// Every value that can be changed, outer ones before those in them. The codex has none, as it decides nothing.
pub(super) fn addresses(texts: &SourceFiles, omitted: &[Omitted]) -> Vec<Address> {
    let files = texts.0.iter().enumerate().filter(|(_, text)| !matches!(text.kind, "codex" | "orders"));
    files.flat_map(|(file, text)| of_file(file, text, omitted)).collect()
}

/// The values of one file. A field that is left out comes after all others of its struct.
fn of_file(file: usize, text: &Text, omitted: &[Omitted]) -> Vec<Address> {
    let written = outline(&text.source.text);
    let places = Structs::of(&text.source, &written);
    let mut left_out = Vec::new();
    for field in omitted.iter().filter(|field| field.file == file) {
        let parent = &field.names[..field.names.len() - 1];
        if let Some((span, last)) = places.find(parent).filter(|_| places.find(&field.names).is_none()) {
            let address = Address::new(file, text, &field.names, span, Some(field.default.clone()));
            left_out.push((last, Reverse(parent.len()), address));
        }
    }
    left_out.sort_by_key(|(last, depth, _)| (*last, *depth));
    let (mut left_out, mut all) = (left_out.into_iter().peekable(), Vec::new());
    for (at, value) in written.iter().enumerate() {
        all.push(Address::new(file, text, &value.names, value.span.clone(), None));
        while let Some((_, _, address)) = left_out.next_if(|(last, _, _)| *last == at) {
            all.push(address);
        }
    }
    all
}

/// The values of a file by their names: the bytes of each, and the index of the last value in it.
struct Structs<'w>(BTreeMap<&'w [String], (Range<usize>, usize)>);

impl<'w> Structs<'w> {
    fn of(source: &Source, written: &'w [Outlined]) -> Structs<'w> {
        let mut found = BTreeMap::new();
        found.insert(&[][..], (locate(&source.text, &ValuePath::root()), written.len().saturating_sub(1)));
        for (at, value) in written.iter().enumerate() {
            found.entry(&value.names[..]).or_insert((value.span.clone(), at));
            for depth in 1..value.names.len() {
                if let Some((_, last)) = found.get_mut(&value.names[..depth]) {
                    *last = at;
                }
            }
        }
        Structs(found)
    }

    fn find(&self, names: &[String]) -> Option<(Range<usize>, usize)> {
        self.0.get(names).cloned()
    }
}

/// Every value that can be changed and holds no others, in the order of the files.
pub(super) fn changeable(texts: &SourceFiles) -> Vec<RuleValue> {
    let all = addresses(texts, &omitted(texts));
    // Outer values come before those in them.
    let is_outer = |at: usize| all.get(at + 1).is_some_and(|next| next.names.len() > all[at].names.len());
    let leaves = all.iter().enumerate().filter(|(at, _)| !is_outer(*at)).map(|(_, address)| address);
    let value = |address: &Address| match &address.default {
        Some(default) => default.clone(),
        None => texts.0[address.file].source.text[address.span.clone()].to_owned(),
    };
    leaves.map(|address| RuleValue { path: address.path.clone(), value: value(address) }).collect()
}
