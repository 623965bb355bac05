//! Which keys do what: the usual ones, and those the player chose instead.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Chord, Command, Scope};
use crate::content::Name;
use crate::content::action::Action;
use crate::rules::Ruleset;

/// Keys one thing can have at most.
pub const MOST: usize = 2;

/// What a key does: a command, or an action of the rules.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    Command(Command),
    Action(Name),
}

/// The keys the player chose; everything else has its usual keys.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KeyMap {
    commands: BTreeMap<Command, Vec<Chord>>,
    /// By the id of the action, whatever ruleset it is in.
    actions: BTreeMap<String, Vec<Chord>>,
}

impl KeyMap {
    /// The keys of a command.
    pub fn of(&self, command: Command) -> &[Chord] {
        self.commands.get(&command).map_or(command.usual(), Vec::as_slice)
    }

    /// The keys of an action of a rule system.
    pub fn of_action(&self, rules: &Ruleset, action: Name) -> Vec<Chord> {
        let chosen = self.actions.get(action.as_str()).cloned();
        chosen.unwrap_or_else(|| rules.hud.key(action).and_then(Chord::of_letter).into_iter().collect())
    }

    /// The keys of a command in words.
    pub fn words(&self, command: Command) -> String {
        words(self.of(command))
    }

    /// Words about a command with its keys behind them, as buttons show it.
    pub fn hint(&self, words: &str, command: Command) -> String {
        if self.of(command).is_empty() { words.to_owned() } else { format!("{words} ({})", self.words(command)) }
    }

    /// Whether something has other keys than the usual ones.
    pub fn differs(&self, bound: Bound) -> bool {
        match bound {
            Bound::Command(command) => self.commands.contains_key(&command),
            Bound::Action(action) => self.actions.contains_key(action.as_str()),
        }
    }

    /// Gives something its usual keys back.
    pub fn reset(&mut self, bound: Bound) {
        match bound {
            Bound::Command(command) => drop(self.commands.remove(&command)),
            Bound::Action(action) => drop(self.actions.remove(action.as_str())),
        }
    }
}

/// Keys in words.
pub fn words(chords: &[Chord]) -> String {
    let words: Vec<String> = chords.iter().map(Chord::to_string).collect();
    if words.is_empty() { "no key".to_owned() } else { words.join(" or ") }
}

/// All that keys can do under some rules.
#[derive(Copy, Clone)]
pub struct Keyboard<'a> {
    pub rules: Option<&'a Ruleset>,
}

impl Keyboard<'_> {
    fn action(self, id: Name) -> Option<std::sync::Arc<Action>> {
        self.rules?.actions.get(id).cloned()
    }

    /// Everything a key can be bound to, group after group.
    pub fn all(self) -> Vec<Bound> {
        let mut actions: Vec<_> = self.rules.into_iter().flat_map(|rules| rules.actions.iter()).collect();
        actions.sort_by_key(|action| self.rules.map(|rules| rules.hud.group(action.id)));
        Command::all().map(Bound::Command).chain(actions.iter().map(|action| Bound::Action(action.id))).collect()
    }

    /// The keys of something.
    pub fn keys(self, map: &KeyMap, bound: Bound) -> Vec<Chord> {
        match bound {
            Bound::Command(command) => map.of(command).to_vec(),
            Bound::Action(id) => self.rules.map(|rules| map.of_action(rules, id)).unwrap_or_default(),
        }
    }

    /// What something is called in lists of keys.
    pub fn words(self, bound: Bound) -> String {
        match bound {
            Bound::Command(command) if command.scope() == Scope::Facing => format!("Face: {}", command.words()),
            Bound::Command(command) => command.words().to_owned(),
            Bound::Action(id) => self.action(id).map_or_else(|| id.to_string(), |action| action.name.clone()),
        }
    }

    /// What else a key does while it would do this. Actions that share their usual key are never offered together.
    pub fn others(self, map: &KeyMap, chord: Chord, bound: Bound) -> Vec<Bound> {
        let both_usual = |other: Bound| {
            let actions = matches!((bound, other), (Bound::Action(_), Bound::Action(_)));
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

    /// Binds a key, as the first or second of something; whatever else has the key keeps it.
    pub fn bind(self, map: &mut KeyMap, bound: Bound, place: usize, chord: Chord) {
        let mut keys = self.keys(map, bound);
        keys.retain(|known| *known != chord);
        if place < keys.len() {
            keys[place] = chord;
        } else if keys.len() < MOST {
            keys.push(chord);
        }
        self.put(map, bound, keys);
    }

    /// Takes a key away from something.
    pub fn unbind(self, map: &mut KeyMap, bound: Bound, chord: Chord) {
        let mut keys = self.keys(map, bound);
        keys.retain(|known| *known != chord);
        self.put(map, bound, keys);
    }

    /// Binds a key and gives whatever had it the key that was there before, if there was one.
    pub fn swap(self, map: &mut KeyMap, bound: Bound, place: usize, chord: Chord) {
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

    /// Only what differs from the usual is kept.
    fn put(self, map: &mut KeyMap, bound: Bound, keys: Vec<Chord>) {
        map.reset(bound);
        if keys == self.keys(map, bound) {
            return;
        }
        match bound {
            Bound::Command(command) => drop(map.commands.insert(command, keys)),
            Bound::Action(id) => drop(map.actions.insert(id.as_str().to_owned(), keys)),
        }
    }
}

fn scope(bound: Bound) -> Scope {
    match bound {
        Bound::Command(command) => command.scope(),
        Bound::Action(_) => Scope::Acting,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAVE: Bound = Bound::Command(Command::QuickSave);
    const LOAD: Bound = Bound::Command(Command::QuickLoad);
    const F5: Chord = Chord::plain(KeyCode::F5);
    const F9: Chord = Chord::plain(KeyCode::F9);

    fn board() -> Keyboard<'static> {
        Keyboard { rules: None }
    }

    #[test]
    fn a_key_that_is_taken_is_named_and_can_be_swapped() {
        let mut map = KeyMap::default();
        assert_eq!(board().others(&map, F9, SAVE), [LOAD]);
        board().swap(&mut map, SAVE, 0, F9);
        assert_eq!((map.of(Command::QuickSave), map.of(Command::QuickLoad)), (&[F9][..], &[F5][..]));
        assert!(board().others(&map, F9, SAVE).is_empty());
    }

    #[test]
    fn swapping_into_an_empty_place_takes_the_key_away() {
        let mut map = KeyMap::default();
        board().swap(&mut map, SAVE, 1, F9);
        assert_eq!((map.of(Command::QuickSave), map.of(Command::QuickLoad)), (&[F5, F9][..], &[][..]));
        assert_eq!(map.hint("Quick load", Command::QuickLoad), "Quick load");
        assert_eq!(map.hint("Quick save", Command::QuickSave), "Quick save (F5 or F9)");
    }

    #[test]
    fn only_what_differs_from_the_usual_is_kept() {
        let mut map = KeyMap::default();
        board().bind(&mut map, SAVE, 0, Chord::plain(KeyCode::Insert));
        assert!(map.differs(SAVE));
        board().bind(&mut map, SAVE, 0, F5);
        assert_eq!(map, KeyMap::default());
    }

    #[test]
    fn keys_of_facings_and_of_actions_do_not_meet() {
        let north = Bound::Command(Command::FaceNorth);
        let w = Chord::plain(KeyCode::KeyW);
        assert!(board().others(&KeyMap::default(), w, Bound::Action(Name::new("walk_about"))).is_empty());
        assert_eq!(board().others(&KeyMap::default(), w, SAVE), [north]);
    }
}
