use std::cell::RefCell;

/// A cache of one entry: the value of the key that was asked for last.
#[derive(Debug)]
pub struct LastValueCache<K, V>(RefCell<Option<(K, V)>>);

impl<K, V> Default for LastValueCache<K, V> {
    fn default() -> LastValueCache<K, V> {
        LastValueCache(RefCell::new(None))
    }
}

impl<K: PartialEq, V: Clone> LastValueCache<K, V> {
    /// The value of a key, computed and kept if another key was asked for last.
    pub fn get_or_insert(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let known = self.0.borrow().as_ref().filter(|(known, _)| *known == key).map(|(_, value)| value.clone());
        known.unwrap_or_else(|| {
            let value = compute();
            *self.0.borrow_mut() = Some((key, value.clone()));
            value
        })
    }

    /// Removes the entry.
    pub fn clear(&mut self) {
        *self.0.get_mut() = None;
    }
}
