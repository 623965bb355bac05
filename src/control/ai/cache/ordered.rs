use std::cell::RefCell;
use std::collections::BTreeMap;

/// A cache for many entries with ordered keys. A cache with `LIMIT` entries is emptied before it takes another.
#[derive(Debug)]
pub struct OrderedCache<K, V, const LIMIT: usize = { usize::MAX }>(RefCell<BTreeMap<K, V>>);

impl<K, V, const LIMIT: usize> Default for OrderedCache<K, V, LIMIT> {
    fn default() -> OrderedCache<K, V, LIMIT> {
        OrderedCache(RefCell::new(BTreeMap::new()))
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

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}
