//! Generic caches with interior mutability: each maps keys to values and computes a missing value on demand.
//!
//! A value is computed while no borrow is held, so computing it may use the same cache.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A cache for a few dozen entries: a linear search, for keys that have equality only. A cache with `LIMIT` entries is
/// emptied before it takes another.
#[derive(Debug)]
pub struct SmallCache<K, V, const LIMIT: usize = { usize::MAX }>(RefCell<Vec<(K, V)>>);

impl<K, V, const LIMIT: usize> Default for SmallCache<K, V, LIMIT> {
    fn default() -> Self {
        SmallCache(RefCell::default())
    }
}

impl<K: PartialEq, V: Clone, const LIMIT: usize> SmallCache<K, V, LIMIT> {
    /// The value of a key, computed and kept if it is missing.
    pub fn get_or_insert(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let known = self.0.borrow().iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
        known.unwrap_or_else(|| {
            let value = compute();
            let mut entries = self.0.borrow_mut();
            if entries.len() >= LIMIT {
                entries.clear();
            }
            entries.push((key, value.clone()));
            value
        })
    }

    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

/// A cache for many entries with ordered keys. A cache with `LIMIT` entries is emptied before it takes another.
#[derive(Debug)]
pub struct OrderedCache<K, V, const LIMIT: usize = { usize::MAX }>(RefCell<BTreeMap<K, V>>);

impl<K, V, const LIMIT: usize> Default for OrderedCache<K, V, LIMIT> {
    fn default() -> Self {
        OrderedCache(RefCell::default())
    }
}

impl<K: Ord, V: Clone, const LIMIT: usize> OrderedCache<K, V, LIMIT> {
    /// The value of a key, computed and kept if it is missing.
    pub fn get_or_insert(&self, key: K, compute: impl FnOnce(&K) -> V) -> V {
        let known = self.0.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let value = compute(&key);
            let mut entries = self.0.borrow_mut();
            if entries.len() >= LIMIT {
                entries.clear();
            }
            entries.insert(key, value.clone());
            value
        })
    }

    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

/// A cache of groups of entries. The entries of a group are valid for one version; another version empties the group.
///
/// Type parameters: the group, its version, the key within the group, and the value.
#[derive(Debug)]
pub struct VersionedCache<G, R, K, V>(RefCell<BTreeMap<G, (R, Vec<(K, V)>)>>);

impl<G, R, K, V> Default for VersionedCache<G, R, K, V> {
    fn default() -> Self {
        VersionedCache(RefCell::default())
    }
}

impl<G: Ord, R: PartialEq, K: PartialEq, V: Clone> VersionedCache<G, R, K, V> {
    /// The value of a key in a version of a group, computed and kept if it is missing.
    pub fn get_or_insert(&self, group: G, version: R, key: K, compute: impl FnOnce() -> V) -> V {
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

    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}

/// A shared value that is compared by its address.
#[derive(Debug)]
pub struct ByAddress<T>(pub Arc<T>);

impl<T> PartialEq for ByAddress<T> {
    fn eq(&self, other: &ByAddress<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
