//! Lists of named content with a quick way to an entry by its name.

use std::sync::Arc;

use super::Name;
use super::action::Action;
use super::condition::Condition;
use super::gear::{Armor, Shield, Weapon};
use super::item::Item;
use super::venom::Venom;

/// Content that has a name.
pub trait Named {
    /// The id other files use.
    fn id(&self) -> Name;
}

macro_rules! named {
    ($($kind:ty),*) => {$(
        impl Named for $kind {
            fn id(&self) -> Name {
                self.id
            }
        }
    )*};
}

named!(Action, Condition, Weapon, Armor, Shield, Item, Venom);

/// Entries in the order of their file, found by name in constant time.
#[derive(Clone, Debug)]
pub struct Table<T> {
    entries: Vec<Arc<T>>,
    slots: Vec<Option<u16>>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { entries: Vec::new(), slots: Vec::new() }
    }
}

impl<T: Named> Table<T> {
    /// A table of these entries. Of two with one name the later is found.
    pub fn new(entries: Vec<T>) -> Table<T> {
        let mut slots = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let name = entry.id().index();
            if slots.len() <= name {
                slots.resize(name + 1, None);
            }
            slots[name] = Some(at as u16);
        }
        Table { entries: entries.into_iter().map(Arc::new).collect(), slots }
    }

    /// The entry of this name.
    pub fn get(&self, name: Name) -> Option<&Arc<T>> {
        let slot = self.slots.get(name.index()).copied().flatten()?;
        self.entries.get(usize::from(slot))
    }

    /// All entries in the order of their file.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> + '_ {
        self.entries.iter()
    }
}
