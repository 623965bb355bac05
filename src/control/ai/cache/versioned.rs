use std::cell::RefCell;
use std::collections::BTreeMap;

/// A cache of groups of entries. The entries of a group are valid for one version; another version empties the group.
///
/// Type parameters: the group, its version, the key within the group, and the value.
#[derive(Debug)]
pub struct VersionedCache<G, R, K, V> {
    groups: RefCell<BTreeMap<G, Group<R, K, V>>>,
}

#[derive(Debug)]
struct Group<R, K, V> {
    version: R,
    entries: Vec<(K, V)>,
}

impl<G, R, K, V> Default for VersionedCache<G, R, K, V> {
    fn default() -> VersionedCache<G, R, K, V> {
        VersionedCache { groups: RefCell::new(BTreeMap::new()) }
    }
}

impl<G: Ord, R: PartialEq, K: PartialEq, V: Clone> VersionedCache<G, R, K, V> {
    /// The value of a key in a version of a group, computed and kept if it is missing.
    pub fn get_or_insert(&self, group: G, version: R, key: K, compute: impl FnOnce() -> V) -> V {
        self.get(&group, &version, &key).unwrap_or_else(|| {
            let value = compute();
            self.insert(group, version, key, value.clone());
            value
        })
    }

    fn get(&self, group: &G, version: &R, key: &K) -> Option<V> {
        let groups = self.groups.borrow();
        let group = groups.get(group).filter(|group| group.version == *version)?;
        group.entries.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    }

    fn insert(&self, group: G, version: R, key: K, value: V) {
        let mut groups = self.groups.borrow_mut();
        match groups.get_mut(&group) {
            Some(known) if known.version == version => known.entries.push((key, value)),
            _ => {
                groups.insert(group, Group { version, entries: vec![(key, value)] });
            }
        }
    }

    /// Removes all groups.
    pub fn clear(&mut self) {
        self.groups.get_mut().clear();
    }
}
