//! Generic caches with interior mutability: each maps keys to values and computes a missing value on demand.
//!
//! A value is computed while no borrow is held, so computing it may use the same cache.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

use bevy::platform::collections::HashMap;

/// The most entries of a [`HashedCache`]. A full one is emptied before it takes another.
const MOST_ENTRIES: usize = 4096;

/// A cache with this collection of entries.
#[derive(Default)]
pub struct Cache<E>(RefCell<E>);

/// A cache for a few dozen entries: a linear search, for keys that have equality only.
pub type SmallCache<K, V> = Cache<Vec<(K, V)>>;

/// A cache of a few dozen entries for each combatant, by its index: a linear search among those of one.
pub type IndexedCache<K, V> = Cache<Vec<Vec<(K, V)>>>;

/// A cache for many entries, found by the hash of their keys.
pub type HashedCache<K, V> = Cache<HashMap<K, V>>;

/// A cache of groups (`G`) of entries that are valid for one version (`R`): another version empties the group.
pub type VersionedCache<G, R, K, V> = Cache<BTreeMap<G, (R, Vec<(K, V)>)>>;

impl<K: PartialEq, V: Clone> SmallCache<K, V> {
    pub fn get_or_insert(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let known = self.0.borrow().iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
        known.unwrap_or_else(|| {
            let value = compute();
            self.0.borrow_mut().push((key, value.clone()));
            value
        })
    }

    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

impl<K: PartialEq, V: Clone> IndexedCache<K, V> {
    pub fn get_or_insert_at(&self, index: usize, key: K, compute: impl FnOnce() -> V) -> V {
        let find =
            |entries: &Vec<(K, V)>| entries.iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
        let known = self.0.borrow().get(index).and_then(find);
        known.unwrap_or_else(|| {
            let value = compute();
            let mut all = self.0.borrow_mut();
            if all.len() <= index {
                all.resize_with(index + 1, Vec::new);
            }
            all[index].push((key, value.clone()));
            value
        })
    }

    pub fn clear(&mut self) {
        self.0.get_mut().iter_mut().for_each(Vec::clear);
    }
}

impl<K: Hash + Eq, V: Clone> HashedCache<K, V> {
    pub fn get_or_insert(&self, key: K, compute: impl FnOnce(&K) -> V) -> V {
        let known = self.0.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let value = compute(&key);
            let mut entries = self.0.borrow_mut();
            if entries.len() >= MOST_ENTRIES {
                entries.clear();
            }
            entries.insert(key, value.clone());
            value
        })
    }
}

impl<K, V> HashedCache<K, V> {
    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

impl<G, R, K, V> VersionedCache<G, R, K, V> {
    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

impl<G: Ord, R: PartialEq, K: PartialEq, V: Clone> VersionedCache<G, R, K, V> {
    pub fn get_or_insert_in(&self, group: G, version: R, key: K, compute: impl FnOnce() -> V) -> V {
        let groups = self.0.borrow();
        let entries = groups.get(&group).filter(|(known, _)| *known == version).map(|(_, entries)| entries);
        let known = entries.and_then(|entries| entries.iter().find(|(known, _)| *known == key));
        if let Some((_, value)) = known {
            return value.clone();
        }
        drop(groups);
        let value = compute();
        let mut groups = self.0.borrow_mut();
        match groups.get_mut(&group) {
            Some((known, entries)) if *known == version => entries.push((key, value.clone())),
            _ => drop(groups.insert(group, (version, vec![(key, value.clone())]))),
        }
        value
    }
}

/// A shared value that is compared by its address.
pub struct ByAddress<T>(pub Arc<T>);

impl<T> PartialEq for ByAddress<T> {
    fn eq(&self, other: &ByAddress<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
