//! The key map: default keys, and those the player has changed.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Chord, KeyCommand, KeyScope};
use crate::content::Name;
use crate::rules::Ruleset;

pub const MOST: usize = 2;

/// The meaning of a key: a command, or an action of the rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    Command(KeyCommand),
    Action(Name),
}

/// The keys the player has changed; everything else has its default keys.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KeyMap {
    commands: BTreeMap<KeyCommand, Vec<Chord>>,
    /// By the id of the action, across rulesets.
    actions: BTreeMap<String, Vec<Chord>>,
}

impl KeyMap {
    /// The keys of a command.
    pub fn of(&self, command: KeyCommand) -> &[Chord] {
        self.commands.get(&command).map_or(command.usual(), Vec::as_slice)
    }

    /// The keys of an action of a rule system.
    pub fn of_action(&self, rules: &Ruleset, action: Name) -> Vec<Chord> {
        let chosen = self.actions.get(action.as_str()).cloned();
        chosen.unwrap_or_else(|| rules.hud.key(action).and_then(Chord::of_letter).into_iter().collect())
    }

    /// The keys of a command in words.
    pub fn words(&self, command: KeyCommand) -> String {
        words(self.of(command))
    }

    /// A label with the keys of a command behind it, for buttons.
    pub fn hint(&self, words: &str, command: KeyCommand) -> String {
        if self.of(command).is_empty() { words.to_owned() } else { format!("{words} ({})", self.words(command)) }
    }

    /// Whether the player has changed the keys of a command or action.
    pub fn differs(&self, bound: Binding) -> bool {
        match bound {
            Binding::Command(command) => self.commands.contains_key(&command),
            Binding::Action(action) => self.actions.contains_key(action.as_str()),
        }
    }

    /// Restores the default keys.
    pub fn reset(&mut self, bound: Binding) {
        match bound {
            Binding::Command(command) => drop(self.commands.remove(&command)),
            Binding::Action(action) => drop(self.actions.remove(action.as_str())),
        }
    }
}

pub fn words(chords: &[Chord]) -> String {
    let words: Vec<String> = chords.iter().map(Chord::to_string).collect();
    if words.is_empty() { "no key".to_owned() } else { words.join(" or ") }
}

/// Everything that keys can do under some rules.
#[derive(Copy, Clone)]
pub struct KeyBindings<'a> {
    pub rules: Option<&'a Ruleset>,
}

impl KeyBindings<'_> {
    /// Everything a key can be bound to, grouped.
    pub fn all(self) -> Vec<Binding> {
        let mut actions: Vec<_> = self.rules.into_iter().flat_map(|rules| rules.actions.iter()).collect();
        actions.sort_by_key(|action| self.rules.map(|rules| rules.hud.group(action.id)));
        KeyCommand::all().map(Binding::Command).chain(actions.iter().map(|action| Binding::Action(action.id))).collect()
    }

    pub fn keys(self, map: &KeyMap, bound: Binding) -> Vec<Chord> {
        match bound {
            Binding::Command(command) => map.of(command).to_vec(),
            Binding::Action(id) => self.rules.map(|rules| map.of_action(rules, id)).unwrap_or_default(),
        }
    }

    pub fn words(self, bound: Binding) -> String {
        match bound {
            Binding::Command(command) if command.scope() == KeyScope::Facing => format!("Face: {}", command.words()),
            Binding::Command(command) => command.words().to_owned(),
            Binding::Action(id) => {
                let action = self.rules.and_then(|rules| rules.actions.get(id));
                action.map_or_else(|| id.to_string(), |action| action.name.clone())
            }
        }
    }

    /// Other bindings of a key that are active together with this one. Actions that share a default key are never offered together.
    pub fn others(self, map: &KeyMap, chord: Chord, bound: Binding) -> Vec<Binding> {
        let both_usual = |other: Binding| {
            let actions = matches!((bound, other), (Binding::Action(_), Binding::Action(_)));
            actions && !map.differs(bound) && !map.differs(other)
        };
        let mut all = self.all();
        all.retain(|other| {
            *other != bound
                && scope(*other).meets(scope(bound))
                && !both_usual(*other)
                && self.keys(map, *other).contains(&chord)
        });
        all
    }

    /// Binds a key, in the first or second slot. Other bindings of the key stay.
    pub fn bind(self, map: &mut KeyMap, bound: Binding, place: usize, chord: Chord) {
        let mut keys = self.keys(map, bound);
        keys.retain(|known| *known != chord);
        if place < keys.len() {
            keys[place] = chord;
        } else if keys.len() < MOST {
            keys.push(chord);
        }
        self.put(map, bound, keys);
    }

    pub fn unbind(self, map: &mut KeyMap, bound: Binding, chord: Chord) {
        let mut keys = self.keys(map, bound);
        keys.retain(|known| *known != chord);
        self.put(map, bound, keys);
    }

    /// Binds a key, and gives the other owners of the key the one it replaces, if any.
    pub fn swap(self, map: &mut KeyMap, bound: Binding, place: usize, chord: Chord) {
        let before = self.keys(map, bound).get(place).copied();
        for other in self.others(map, chord, bound) {
            let mut keys = self.keys(map, other);
            match before.filter(|before| !keys.contains(before)) {
                Some(before) => keys.iter_mut().filter(|known| **known == chord).for_each(|known| *known = before),
                None => keys.retain(|known| *known != chord),
            }
            self.put(map, other, keys);
        }
        self.bind(map, bound, place, chord);
    }

    /// Stores the keys, unless they are the default.
    fn put(self, map: &mut KeyMap, bound: Binding, keys: Vec<Chord>) {
        map.reset(bound);
        if keys == self.keys(map, bound) {
            return;
        }
        match bound {
            Binding::Command(command) => drop(map.commands.insert(command, keys)),
            Binding::Action(id) => drop(map.actions.insert(id.as_str().to_owned(), keys)),
        }
    }
}

fn scope(bound: Binding) -> KeyScope {
    match bound {
        Binding::Command(command) => command.scope(),
        Binding::Action(_) => KeyScope::Acting,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVE: Binding = Binding::Command(KeyCommand::QuickSave);
    const LOAD: Binding = Binding::Command(KeyCommand::QuickLoad);
    const F5: Chord = Chord::plain(KeyCode::F5);
    const F9: Chord = Chord::plain(KeyCode::F9);

    fn bindings() -> KeyBindings<'static> {
        KeyBindings { rules: None }
    }

    #[test]
    fn a_key_that_is_taken_is_named_and_can_be_swapped() {
        let mut map = KeyMap::default();
        assert_eq!(bindings().others(&map, F9, SAVE), [LOAD]);
        bindings().swap(&mut map, SAVE, 0, F9);
        assert_eq!((map.of(KeyCommand::QuickSave), map.of(KeyCommand::QuickLoad)), (&[F9][..], &[F5][..]));
        assert!(bindings().others(&map, F9, SAVE).is_empty());
    }

    #[test]
    fn swapping_into_an_empty_place_takes_the_key_away() {
        let mut map = KeyMap::default();
        bindings().swap(&mut map, SAVE, 1, F9);
        assert_eq!((map.of(KeyCommand::QuickSave), map.of(KeyCommand::QuickLoad)), (&[F5, F9][..], &[][..]));
        assert_eq!(map.hint("Quick load", KeyCommand::QuickLoad), "Quick load");
        assert_eq!(map.hint("Quick save", KeyCommand::QuickSave), "Quick save (F5 or F9)");
    }

    #[test]
    fn only_what_differs_from_the_usual_is_kept() {
        let mut map = KeyMap::default();
        bindings().bind(&mut map, SAVE, 0, Chord::plain(KeyCode::Insert));
        assert!(map.differs(SAVE));
        bindings().bind(&mut map, SAVE, 0, F5);
        assert_eq!(map, KeyMap::default());
    }

    #[test]
    fn keys_of_facings_and_of_actions_do_not_meet() {
        let north = Binding::Command(KeyCommand::FaceNorth);
        let w = Chord::plain(KeyCode::KeyW);
        assert!(bindings().others(&KeyMap::default(), w, Binding::Action(Name::new("walk_about"))).is_empty());
        assert_eq!(bindings().others(&KeyMap::default(), w, SAVE), [north]);
    }
}
