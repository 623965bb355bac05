use std::cell::RefCell;

/// A cache for a few dozen entries: a linear search, for keys that have equality only.
#[derive(Debug)]
pub struct SmallCache<K, V>(RefCell<Vec<(K, V)>>);

impl<K, V> Default for SmallCache<K, V> {
    fn default() -> SmallCache<K, V> {
        SmallCache(RefCell::new(Vec::new()))
    }
}

impl<K: PartialEq, V: Clone> SmallCache<K, V> {
    /// The value of a key, computed and kept if it is missing.
    pub fn get_or_insert(&self, key: K, compute: impl FnOnce() -> V) -> V {
        let known = self.0.borrow().iter().find(|(known, _)| *known == key).map(|(_, value)| value.clone());
        known.unwrap_or_else(|| {
            let value = compute();
            self.0.borrow_mut().push((key, value.clone()));
            value
        })
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.0.get_mut().clear();
    }
}
